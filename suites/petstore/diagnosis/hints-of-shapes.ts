import { answeredWith, type Facts } from "../../../src/core/check/facts.ts";
import type { JsonNode } from "../../../src/core/json/json.ts";
import { member, resolvePointer } from "../../../src/core/json/read.ts";
import { petIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import type { Clues, Hint } from "./clues.ts";

/** What a body is as a whole, or which pets it holds. */
export const wrongShapes: readonly Hint[] = [
  {
    fits: ({ symptom: { aspect }, shown }) =>
      aspect.of === "field" && aspect.name === "status" && shown?.kind === "literal" && shown.value === null,
    likelyCause: "A status that is not set is written as null.",
    howToFix:
      "Leave the field out where a pet has no status: have the serialiser omit null fields (Include.NON_NULL in Jackson, omitempty in Go, exclude_none in Pydantic).",
  },
  {
    fits: ({ symptom: { operation, got, aspect }, body }) =>
      operation === "listPets" &&
      got === 200 &&
      isBody(aspect) &&
      body?.kind === "object" &&
      body.members.some(({ value }) => value.kind === "array"),
    likelyCause: "The list is wrapped in an envelope, such as the page object of the framework.",
    howToFix: "Answer with the array itself.",
  },
  {
    fits: ({ symptom: { operation, got, aspect }, body }) =>
      (operation === "getPet" || operation === "createPet") &&
      (got === 200 || got === 201) &&
      isBody(aspect) &&
      body?.kind === "object" &&
      member(body, "id") === undefined &&
      body.members.some(({ value }) => member(value, "id") !== undefined),
    likelyCause: "The pet is wrapped in an envelope.",
    howToFix: "Answer with the pet itself.",
  },
  {
    fits: ({ symptom: { got, aspect }, body }) =>
      isErrorStatus(got) &&
      isBody(aspect) &&
      body?.kind === "object" &&
      body.members.some(({ value }) => member(value, "code") !== undefined),
    likelyCause: "The Error is wrapped in an envelope.",
    howToFix: "Write code, message and status as fields of the body itself.",
  },
  {
    fits: ({ symptom: { got, aspect }, body }) =>
      isErrorStatus(got) &&
      isBody(aspect) &&
      member(body, "title") !== undefined &&
      member(body, "code") === undefined,
    likelyCause: "The framework's own error body is sent: Problem Details (RFC 9457).",
    howToFix: "Register one error handler that writes code, message and status.",
  },
  {
    fits: ({ symptom: { got, aspect }, body }) =>
      isErrorStatus(got) &&
      isBody(aspect) &&
      member(body, "detail") !== undefined &&
      member(body, "code") === undefined,
    likelyCause: "The framework's own error body is sent, with a field `detail` (FastAPI, Django REST).",
    howToFix: "Register one error handler that writes code, message and status.",
  },
  {
    fits: (clues) => {
      const node = lacking(clues);
      return (
        node?.kind === "object" &&
        member(node, "id") === undefined &&
        node.members.some(({ value }) => member(value, "id") !== undefined)
      );
    },
    likelyCause:
      "Each pet stands in an object of its own, as the rows of a join or the resources of an envelope do.",
    howToFix: "Write the fields of the pet into the item itself.",
  },
  {
    fits: (clues) => {
      const [node, { aspect }] = [lacking(clues), clues.symptom];
      return (
        node?.kind === "object" &&
        "name" in aspect &&
        node.members.some(({ name }) => isSpeltLike(name, aspect.name))
      );
    },
    likelyCause:
      "The field is there under another spelling: the names of the database or of the code are written as they are.",
    howToFix:
      "Give the serialiser the names that the interface has (a naming policy, an alias for each field).",
  },
  {
    fits: (clues) => lacking(clues)?.kind === "object",
    likelyCause:
      "The field is not stored, or the code that writes this answer leaves it out (a view, a SELECT or a serialiser of its own).",
    howToFix: "Store what was sent, and write pets with one serialiser everywhere.",
  },
  {
    fits: ({ symptom: { aspect, got = 0 }, shown }) =>
      aspect.of === "field" &&
      aspect.name === "status" &&
      got < 300 &&
      shown?.kind === "string" &&
      shown.value === "",
    likelyCause: "A status that is not set is written as an empty text, the zero of its type.",
    howToFix:
      "Leave the field out where a pet has no status (omitempty in Go, Include.NON_EMPTY in Jackson).",
  },
  {
    fits: ({ symptom: { aspect, got = 0, isValid }, shown }) =>
      aspect.of === "field" && aspect.name === "status" && got < 300 && shown?.kind === "string" && !isValid,
    likelyCause: "A status of the database or of the code is written that the interface does not know.",
    howToFix: "Map each status of your own to one of the allowed values, or leave the field out.",
  },
  {
    fits: ({ symptom: { aspect, got = 0 }, shown }) =>
      aspect.of === "field" &&
      aspect.name === "name" &&
      got < 300 &&
      shown !== undefined &&
      shown.kind !== "string",
    likelyCause:
      "A name that looks like a number, null or true is written as one: its type is guessed from its text (YAML, CSV, a dynamic column).",
    howToFix: "Write the name as a JSON string, whatever it looks like.",
  },
  {
    fits: ({ symptom: { aspect, got = 0, observation }, shown }) =>
      aspect.of === "field" &&
      aspect.name === "id" &&
      got < 300 &&
      observation.finding.place?.in === "body" &&
      observation.finding.place.pointer.endsWith("/id") &&
      shown !== undefined &&
      shown.kind !== "number",
    likelyCause: "The id is read before the database gives it, or is written by another code than in lists.",
    howToFix: "Answer with the stored pet, and write its id as a JSON number.",
  },
  {
    fits: ({ symptom: { operation, got, aspect }, body }) =>
      operation === "listPets" &&
      got === 200 &&
      isBody(aspect) &&
      body?.kind === "object" &&
      member(body, "id") !== undefined,
    likelyCause: "A list of one pet is written as that pet, as converters from XML do.",
    howToFix: "Write an array, however many pets there are.",
  },
  {
    fits: ({ symptom: { operation, got = 0, aspect }, body }) =>
      operation !== "listPets" && got < 300 && isBody(aspect) && body?.kind === "array",
    likelyCause: "The pet stands in an array: the result of a query is answered as it is.",
    howToFix: "Answer with the pet itself.",
  },
  {
    fits: ({ symptom: { exchange, observation }, body, facts }) => {
      const asked = exchange.request.query?.find(([name]) => name === "limit")?.[1];
      const usual = petstore(facts.contract).limit.default;
      return (
        observation.finding.place?.in === "body" &&
        body?.kind === "array" &&
        asked !== undefined &&
        /^[0-9]{1,3}$/.test(asked) &&
        body.items.length === usual &&
        Number(asked) < usual
      );
    },
    likelyCause: "The limit is not read: as many pets come as without one.",
    howToFix: "Read the query parameter limit, and apply it to the query.",
  },
  {
    fits: ({ symptom: { exchange, shape }, body, facts }) => {
      const usual = String(petstore(facts.contract).limit.default);
      const asked = exchange.request.query?.find(([name]) => name === "limit")?.[1] ?? usual;
      return (
        shape === "too-many" &&
        body?.kind === "array" &&
        asked !== "0" &&
        String(body.items.length - 1) === asked
      );
    },
    likelyCause: "One pet more is fetched to see whether there is a next page, and is not dropped.",
    howToFix: "Drop what lies beyond the limit before answering.",
  },
];

/** Whether a whole body, or a field of it, is wrong. */
function isBody({ of }: Clues["symptom"]["aspect"]): boolean {
  return of === "body" || of === "field";
}

/** Another spelling of the name: `category_id` for `categoryId`. */
function isSpeltLike(one: string, other: string): boolean {
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  return one !== other && plain(one) === plain(other);
}

/** The object that lacks the field. */
function lacking({ symptom: { observation, aspect, got = 0 }, body }: Clues): JsonNode | undefined {
  const { place, got: what } = observation.finding;
  if (aspect.of !== "field" || place?.in !== "body" || what.at !== "nothing" || got >= 300) return undefined;
  const node = body && resolvePointer(body, place.pointer.replace(/\/[^/]*$/, ""));
  return member(node, "message") === undefined ? node : undefined;
}

function isErrorStatus(got: number | undefined): boolean {
  return got !== undefined && got >= 400;
}

export const defaultStatus: Hint = {
  fits: ({ symptom: { aspect, exchange }, sent, shown, facts }) =>
    aspect.of === "field" &&
    exchange.request.method === "POST" &&
    aspect.name === "status" &&
    typeof sent === "string" &&
    shown?.kind === "string" &&
    shown.value !== sent &&
    shown.value === statusByDefault(facts, exchange.id),
  likelyCause: "The status that was sent is not read: the default is shown in its place.",
  howToFix: "Use the default only where status is missing.",
};

/** The status in the answer to another create that sent none. */
function statusByDefault({ exchanges }: Facts, but: number): string | undefined {
  for (const exchange of exchanges) {
    const { method, body } = exchange.request;
    if (exchange.id === but || method !== "POST" || body === undefined) continue;
    if (!answeredWith(exchange, 201) || new TextDecoder().decode(body.bytes).includes('"status"')) continue;
    const shown = petIn(exchange)?.status;
    if (shown !== undefined) return shown;
  }
  return undefined;
}
