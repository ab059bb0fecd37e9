import type { RequestProblem } from "#core/contract/classification/classification.ts";
import type { Contract, KnownDocument, ObjectShape, Operation } from "#core/contract/contract.ts";
import { type LoadOptions, loadDocument } from "#core/contract/reading/load.ts";
import { SpecError } from "#core/contract/reading/spec-error.ts";
import { type CalendarDay, isCalendarDay } from "#core/contract/validation/days.ts";
import { describeValue } from "#core/contract/validation/problem-words.ts";
import { exactInteger } from "#core/json/number.ts";
import { type JsonNode, type JsonObject, pointerToken } from "#core/json/read.ts";
import { builtDocument } from "./built-document.ts";
import { looserThan } from "./looser-document.ts";
import { knownOperations, petstore, successOf } from "./roles.ts";

const petstoreDocument: KnownDocument = {
  file: "suites/petstore/openapi.yaml",
  built: builtDocument,
  operations: knownOperations,
  check: ({ operations }) => {
    const [list, create] = [operations.get("listPets"), operations.get("createPet")];
    if (list !== undefined) checkList(list);
    if (create !== undefined) checkCreate(create);
    const { statuses } = petstore({ operations });
    if (list !== undefined && statuses.length > mostStatuses)
      throw new SpecError(
        `status has ${statuses.length} values, and each of them is tried`,
        list.place(),
        `Describe at most ${mostStatuses}.`,
      );
  },
  openInBody,
  looser: looserThan,
};

/** Each has a list and a create of its own, which wait for each other. */
const mostStatuses = 64;

function checkList(list: Operation): void {
  if (checkedSuccess(list).isArray) return;
  throw new SpecError(
    "listPets does not answer with an array",
    list.place("responses"),
    "Describe the success response of listPets as an array of pets.",
  );
}

function checkCreate(create: Operation): void {
  if (create.body === undefined)
    throw new SpecError(
      "createPet takes no JSON body",
      create.place("requestBody"),
      "Give its requestBody an application/json schema.",
    );
  checkedSuccess(create);
}

function checkedSuccess(operation: Operation) {
  const { id, success } = operation;
  const place = operation.place("responses");
  if (success === undefined)
    throw new SpecError(`${id} documents no 2xx response`, place, "Describe its success.");
  const schema = successOf(operation);
  if (schema !== undefined) return schema;
  const problem = `the ${success} response of ${id} has no JSON body`;
  throw new SpecError(problem, place, "Give it an application/json schema.");
}

interface ContractOptions extends Omit<LoadOptions, "sunsets"> {
  /** YYYY-MM-DD: the day on which getPet is removed, in place of the document's `x-sunset`. */
  readonly removalDate?: string | undefined;
}

/**
 * Reads, checks and compiles the OpenAPI document to check servers against.
 * @throws SpecError naming the place in the document and what to do.
 */
export async function loadContract({ removalDate, ...options }: ContractOptions = {}): Promise<Contract> {
  const getPet = removalDayOf(removalDate);
  return loadDocument(petstoreDocument, { ...options, ...(getPet && { sunsets: { getPet } }) });
}

function removalDayOf(text: string | undefined): CalendarDay | undefined {
  if (text === undefined || isCalendarDay(text)) return text;
  throw new SpecError(
    `the removal date is no day: ${JSON.stringify(text)}`,
    { file: "removal-date" },
    "Write it as YYYY-MM-DD.",
  );
}

// Ruling 9: names of 1 to 64 UTF-16 units without these are kept as sent; others may be refused.
const maxUnits = 64;
const unusualCharacters = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Points of a valid body at which the interface leaves open whether it is served (rulings 9 and 12). */
function openInBody(shape: ObjectShape, body: JsonObject): RequestProblem[] {
  return body.members.flatMap(({ name, value }) => {
    const expected = shape.properties.has(name) ? usual(value) : "no field of this name";
    const at = `/${pointerToken(name)}`;
    return expected === undefined ? [] : [{ part: "body", at, expected, seen: describeValue(value) }];
  });
}

/** What a valid value would have to be for every service to take it; undefined when it is that. */
function usual(value: JsonNode): string | undefined {
  if (value.kind === "number") {
    const integer = exactInteger(value.raw);
    // Ruling 12: `1.0` and beyond 2^53; ruling 9: a reference that is zero or negative.
    if (integer === undefined) return undefined;
    if (value.raw !== String(integer)) return "an integer in decimal digits";
    if (integer <= 0n || integer > 2n ** 53n) return "a positive integer within 2^53";
  }
  if (value.kind !== "string") return undefined;
  if (value.value.trim() === "" || value.value.length > maxUnits)
    return `1 to ${maxUnits} characters, not all whitespace`;
  return unusualCharacters.test(value.value) ? "ordinary characters" : undefined;
}
