import type { Contract, KnownDocument, Operation } from "#core/contract/contract.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { type LoadOptions, loadDocument } from "#core/contract/reading/load.ts";
import { SpecError } from "#core/contract/reading/spec-error.ts";
import { type CalendarDay, parseCalendarDay } from "#core/contract/validation/days.ts";
import { builtDocument } from "./built-document.ts";
import { looserThan } from "./looser-document.ts";
import { openInBody } from "./open-points.ts";
import { knownOperations, petstore, successOf } from "./roles.ts";

const file = "suites/petstore/openapi.yaml";

const petstoreDocument: KnownDocument = {
  file,
  embedded: () => embeddedText(file),
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
  if (text === undefined) return undefined;
  const day = parseCalendarDay(text);
  if (day !== undefined) return day;
  throw new SpecError(
    `the removal date is no day: ${JSON.stringify(text)}`,
    { file: "removal-date" },
    "Write it as YYYY-MM-DD.",
  );
}
