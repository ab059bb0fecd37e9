import type { JsonNode } from "../../../src/core/json/json.ts";
import { exactInteger } from "../../../src/core/json/number.ts";
import { parseJson } from "../../../src/core/json/parse.ts";
import { member } from "../../../src/core/json/read.ts";
import { petstore } from "../roles.ts";
import { type Clues, type Hint, sentField, textSent } from "./clues.ts";

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

const fields = ["name", "categoryId", "status"] as const;

/** What was sent in a field and should have been rejected. */
const wrongValues: Readonly<
  Record<(typeof fields)[number], { isWrong(value: JsonNode, clues: Clues): boolean; howToFix: string }>
> = {
  name: {
    isWrong: ({ kind }) => kind !== "string",
    howToFix: "Reject with 400 a name that is not a string.",
  },
  categoryId: {
    isWrong: (value) => value.kind !== "number" || exactInteger(value.raw) === undefined,
    howToFix:
      "Reject with 400 a categoryId that is not an integer from -2^63 to 2^63 - 1, before it is converted.",
  },
  status: {
    isWrong: (value, clues) => value.kind !== "string" || !statusesOf(clues).includes(value.value),
    howToFix: "Validate status against the enumeration letter by letter, and reject anything else with 400.",
  },
};

/** What is unusual about a body that was sent, where the status of its answer is wrong. */
export const sentBodies: readonly Hint[] = [
  ...fields.map(
    (name): Hint => ({
      fits: (clues) =>
        isAccepted(
          clues,
          name,
          (sent) => wrongValues[name].isWrong(sent, clues) && isAlike(sent, member(clues.body, name)),
        ),
      likelyCause: `The field ${name} is not validated: its value comes back as it was sent.`,
      howToFix: wrongValues[name].howToFix,
    }),
  ),
  {
    fits: (clues) => {
      const digits = /"categoryId"\s*:\s*(-?[0-9]+)\s*[,}]/.exec(bodySent(clues))?.[1];
      const isOutside = digits !== undefined && (BigInt(digits) < int64.least || BigInt(digits) > int64.most);
      return isOutside && isStatus(clues, (got) => got < 300);
    },
    likelyCause:
      "An integer that does not fit into 64 bits is accepted: it is read as a double or as a number of any size, or cut to 64 bits.",
    howToFix: "Reject a whole number below -2^63 or above 2^63 - 1 with 400, before it is converted.",
  },
  {
    fits: (clues) =>
      /\\u00[0-9a-f]{2}/i.test(bodySent(clues)) &&
      clues.symptom.isAllowed &&
      isStatus(clues, (got) => got >= 400),
    likelyCause:
      "A name or a value is written with an escape (\\u0061 for a), as JSON allows, and is not recognised: the body is looked through as text.",
    howToFix: "Read the body with a JSON parser, and validate what it gives.",
  },
  {
    fits: (clues) =>
      isAccepted(clues, "categoryId", (value) => value.kind === "number" && /e/i.test(value.raw)),
    likelyCause:
      "A number beyond every double or int64 is accepted: it became infinite or was cut to the largest integer, or to its lower bits.",
    howToFix: wrongValues.categoryId.howToFix,
  },
  {
    fits: (clues) =>
      isAccepted(clues, "categoryId", (value) => value.kind === "number" && value.raw.includes(".")),
    likelyCause: "A fraction is accepted: it is rounded or cut off where the number becomes an integer.",
    howToFix: wrongValues.categoryId.howToFix,
  },
  {
    fits: (clues) =>
      fields.some((field) =>
        isAccepted(clues, field, (value) => value.kind === "literal" && value.value === null),
      ),
    likelyCause: "null is accepted: it is treated as a missing field, or written as a text or a zero.",
    howToFix: "Reject null with 400: the interface has no field that may be null.",
  },
  {
    fits: (clues) =>
      fields.some((field) =>
        isAccepted(clues, field, (value) => value.kind === "object" || value.kind === "array"),
      ),
    likelyCause:
      "An object or an array is accepted in place of a text or a number: a value inside it is taken, or it is dropped.",
    howToFix: "Reject with 400 a field of another JSON type than the document's.",
  },
  {
    fits: (clues) =>
      isAccepted(clues, "categoryId", (value) => value.kind === "string" && !/^-?[0-9]+$/.test(value.value)),
    likelyCause: "A text is read as a number as far as it goes (parseInt, atoi, an empty text as 0).",
    howToFix: "Require a JSON number, and reject a text with 400.",
  },
  {
    fits: (clues) =>
      isAccepted(
        clues,
        "status",
        (value) =>
          value.kind === "string" &&
          value.value !== value.value.trim().toLowerCase() &&
          statusesOf(clues).includes(value.value.trim().toLowerCase()),
      ),
    likelyCause: "The status is compared without regard to case or to the whitespace around it.",
    howToFix: "Compare the status letter by letter, and reject anything else with 400.",
  },
  {
    fits: (clues) => isAccepted(clues, "status", (value) => value.kind === "string" && value.value === ""),
    likelyCause: "An empty status is treated as a missing one.",
    howToFix: "Reject an empty status with 400: only a field that is left out is missing.",
  },
  {
    fits: (clues) =>
      isAccepted(
        clues,
        "status",
        (value) => value.kind === "string" && !statusesOf(clues).includes(value.value),
      ),
    likelyCause:
      "The status is not checked against the allowed values: an unknown one is stored, replaced or dropped.",
    howToFix: wrongValues.status.howToFix,
  },
  {
    fits: (clues) => {
      const sent = parseJson(bodySent(clues));
      return (
        sent.ok &&
        sent.value.kind === "object" &&
        member(sent.value, "name") === undefined &&
        sent.value.members.some(({ value }) => value.kind === "object") &&
        isStatus(clues, (got) => got < 300) &&
        clues.symptom.shape !== "error"
      );
    },
    likelyCause: "The pet is taken out of an object that is round it, though the interface has none.",
    howToFix: "Read the fields from the body itself, and reject with 400 a body that lacks them.",
  },
  ...(
    [
      [
        "array",
        "The first item of an array is taken for the body, or the array for an object without fields.",
      ],
      ["string", "A body that is a JSON text is parsed once more, and what it holds is taken."],
      ["literal", "A body that is no object is treated as an object without fields."],
      ["number", "A body that is no object is treated as an object without fields."],
    ] as const
  ).map(
    ([kind, likelyCause]): Hint => ({
      fits: (clues) => {
        const sent = parseJson(bodySent(clues));
        return sent.ok && sent.value.kind === kind && isStatus(clues, (got) => got < 300);
      },
      likelyCause,
      howToFix: "Reject with 400 a body that is no JSON object, before its fields are read.",
    }),
  ),
  {
    fits: (clues) =>
      clues.symptom.exchange.request.method === "POST" &&
      bodySent(clues).trim() === "" &&
      isStatus(clues, (got) => got < 300),
    likelyCause: "An empty body is read as an object without fields, and the fields get defaults.",
    howToFix: "Reject an empty body with 400.",
  },
  {
    fits: (clues) => /^\w+=[^{]*$/.test(bodySent(clues)) && isStatus(clues, (got) => got < 300),
    likelyCause: "The body is read as a form, whatever its Content-Type says.",
    howToFix: "Read only JSON, and reject with 400 what is not.",
  },
];

function statusesOf({ facts }: Clues): readonly string[] {
  return petstore(facts.contract).statuses;
}

function bodySent({ symptom: { exchange } }: Clues): string {
  return textSent(exchange);
}

/** True where the body was accepted with a field for which `fits` holds. */
function isAccepted(clues: Clues, name: string, fits: (value: JsonNode) => boolean): boolean {
  const value = sentField(clues.symptom.exchange, name);
  return (
    value !== undefined &&
    fits(value) &&
    isStatus(clues, (got) => got < 300) &&
    clues.symptom.shape !== "error"
  );
}

/** Of arrays and objects the kind says enough. */
function isAlike(sent: JsonNode, back: JsonNode | undefined): boolean {
  if (sent.kind === "number") return back?.kind === "number" && Number(back.raw) === Number(sent.raw);
  if (sent.kind === "string" || sent.kind === "literal")
    return back?.kind === sent.kind && back.value === sent.value;
  return back?.kind === sent.kind;
}

function isStatus({ symptom: { aspect, got } }: Clues, fits: (got: number) => boolean): boolean {
  return aspect.of === "status" && got !== undefined && fits(got);
}
