import type { JsonNode } from "#core/json/json.ts";
import { isInt64 } from "#core/json/number.ts";
import { parseJson } from "#core/json/parse.ts";
import { member } from "#core/json/read.ts";
import { petstore } from "../roles.ts";
import { type Clues, hints } from "./clues.ts";

/** A body that was rejected, and is stored. */
const stored = hints({ at: "status", got: /^4/, requirement: "CREATE-10" }, [
  [
    {},
    "What a rejected create has begun is not undone: its pet is stored before validation ends, or is kept and stored with the next create (one transaction, or one unit of work, for several requests).",
    "Validate before anything is stored, and roll back where a request is rejected.",
    "content",
  ],
]);

/** What is wrong in a body that was accepted. */
const accepted = hints({ at: "status", got: /^2/, allowed: false, key: true, operation: "createPet" }, [
  [
    { sent: /^\s*$/ },
    "An empty body is read as an object without fields, and the fields get defaults; or only a body with a Content-Type is validated.",
    "Require the body, and reject a create without one with 400.",
  ],
  [
    { also: (clues) => bodyOf(clues) !== undefined && bodyOf(clues)?.kind !== "object" },
    "A body that is not an object is treated as one: as an object without fields, its first item is taken, or a string is parsed once more.",
    "Reject with 400 a body that is not a JSON object, before its fields are read.",
  ],
  [
    {
      also: ({ seen }) => !isInt64(BigInt(/"categoryId"\s*:\s*(-?[0-9]+)\s*[,}]/.exec(seen.sent)?.[1] ?? 0)),
    },
    "An integer that does not fit into 64 bits is accepted: it is read as a double or as a number of any size, or cut to 64 bits.",
    "Reject a whole number below -2^63 or above 2^63 - 1 with 400, before it is converted: as a double 2^63 - 1 is 2^63. Where the parser knows only doubles (JSON.parse), reject whatever Number.isSafeInteger does.",
  ],
  [
    { also: (clues) => fieldOf(clues, "categoryId")?.kind === "number" && isNumberOff(clues) },
    "A fraction, or a number in exponent form that is no 64-bit integer, is accepted: it is rounded, truncated or kept as a double.",
    "Reject with 400 a categoryId that is not an integer from -2^63 to 2^63 - 1, before it is converted.",
  ],
  [
    { also: (clues) => fields.some((name) => isNull(fieldOf(clues, name))) },
    "null is accepted: it is treated as a missing field, or converted to a string or to zero.",
    "Reject null with 400: the interface has no field that may be null.",
  ],
  [
    {
      also: (clues) =>
        isOfOtherType(fieldOf(clues, "name"), "string") ||
        isOfOtherType(fieldOf(clues, "categoryId"), "number"),
    },
    "A value of another JSON type is accepted: it is converted (a string read as a number as far as it goes), or a value inside it is taken.",
    "Reject with 400 a field whose JSON type is not the document's.",
  ],
  [
    {
      also: (clues) =>
        isStatus(textOf(fieldOf(clues, "status"))?.trim().toLowerCase(), clues) &&
        !isStatus(textOf(fieldOf(clues, "status")), clues),
    },
    "The status is compared without regard to case or to the whitespace around it, as some deserialisers read an enum (Jackson trims).",
    "Compare the status letter by letter, and reject anything else with 400.",
  ],
  [
    {
      also: (clues) =>
        fieldOf(clues, "status") !== undefined && !isStatus(textOf(fieldOf(clues, "status")), clues),
    },
    "The status is not checked against the allowed values: an unknown one is stored, replaced or dropped.",
    "Validate status against the enumeration letter by letter, and reject anything else with 400.",
  ],
]);

const fields = ["name", "categoryId", "status"] as const;

export const requests = [...stored, ...accepted];

function bodyOf({ seen }: Clues): JsonNode | undefined {
  const sent = parseJson(seen.sent);
  return sent.ok ? sent.value : undefined;
}

function fieldOf(clues: Clues, name: (typeof fields)[number]): JsonNode | undefined {
  return member(bodyOf(clues), name);
}

function isNumberOff(clues: Clues): boolean {
  const node = fieldOf(clues, "categoryId");
  return node?.kind === "number" && /[.e]/i.test(node.raw);
}

function isNull(node: JsonNode | undefined): boolean {
  return node?.kind === "literal" && node.value === null;
}

function isOfOtherType(node: JsonNode | undefined, kind: JsonNode["kind"]): boolean {
  return node !== undefined && node.kind !== kind;
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}

function isStatus(text: string | undefined, { facts }: Clues): boolean {
  return text !== undefined && petstore(facts.contract).statuses.includes(text);
}
