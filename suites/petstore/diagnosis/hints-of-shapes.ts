import { answeredWith, type Facts } from "../../../src/core/check/facts.ts";
import { member } from "../../../src/core/json/read.ts";
import { petIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import type { Hint } from "./clues.ts";

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
      aspect.of !== "header" &&
      body?.kind === "object" &&
      body.members.some(({ value }) => value.kind === "array"),
    likelyCause: "The list is wrapped in an envelope, such as the page object of the framework.",
    howToFix: "Answer with the array itself.",
  },
  {
    fits: ({ symptom: { operation, got, aspect }, body }) =>
      (operation === "getPet" || operation === "createPet") &&
      (got === 200 || got === 201) &&
      aspect.of !== "header" &&
      body?.kind === "object" &&
      member(body, "id") === undefined &&
      body.members.some(({ value }) => member(value, "id") !== undefined),
    likelyCause: "The pet is wrapped in an envelope.",
    howToFix: "Answer with the pet itself.",
  },
  {
    fits: ({ symptom: { got, aspect }, body }) =>
      isErrorStatus(got) &&
      aspect.of !== "header" &&
      body?.kind === "object" &&
      body.members.some(({ value }) => member(value, "code") !== undefined),
    likelyCause: "The Error is wrapped in an envelope.",
    howToFix: "Write code, message and status as fields of the body itself.",
  },
  {
    fits: ({ symptom: { got, aspect }, body }) =>
      isErrorStatus(got) &&
      aspect.of !== "header" &&
      member(body, "title") !== undefined &&
      member(body, "code") === undefined,
    likelyCause: "The framework's own error body is sent: Problem Details (RFC 9457).",
    howToFix: "Register one error handler that writes code, message and status.",
  },
  {
    fits: ({ symptom: { got, aspect }, body }) =>
      isErrorStatus(got) &&
      aspect.of !== "header" &&
      member(body, "detail") !== undefined &&
      member(body, "code") === undefined,
    likelyCause: "The framework's own error body is sent, with a field `detail` (FastAPI, Django REST).",
    howToFix: "Register one error handler that writes code, message and status.",
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
    fits: ({ symptom: { exchange, shape }, body }) => {
      const asked = exchange.request.query?.find(([name]) => name === "limit")?.[1];
      return shape === "too-many" && body?.kind === "array" && String(body.items.length - 1) === asked;
    },
    likelyCause: "One pet more is fetched to see whether there is a next page, and is not dropped.",
    howToFix: "Drop what lies beyond the limit before answering.",
  },
];

function isErrorStatus(got: number | undefined): boolean {
  return got !== undefined && got >= 400;
}

export const defaultStatus: Hint = {
  fits: ({ symptom: { aspect, exchange }, sent, shown, facts }) =>
    aspect.of === "field" &&
    aspect.name === "status" &&
    typeof sent === "string" &&
    shown?.kind === "string" &&
    shown.value !== sent &&
    shown.value === statusByDefault(facts, exchange.id),
  likelyCause: "The status that was sent is not read: the default is shown in its place.",
  howToFix: "Use the default only where status is missing.",
};

/** What the answer to a create without a status shows, of those other than the one that is judged. */
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
