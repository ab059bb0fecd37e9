import type { ErrorObject } from "ajv";
import type { JsonNode } from "../json/json.ts";
import { pointerToken, resolvePointer } from "../json/read.ts";
import { exactKeywords, integerFormats } from "./ajv-schema.ts";
import type { SchemaProblem } from "./contract.ts";

const shownCharacters = 60;

const typeWords: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "a boolean",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

const plainKeywords = new Map(Object.entries(exactKeywords).map(([plain, exact]) => [exact, plain]));

/** An ajv error (made with `verbose`) about `root`, in the words of a report. */
export function problemOf(error: ErrorObject, root: JsonNode): SchemaProblem {
  const keyword = plainKeywords.get(error.keyword) ?? error.keyword.replace("exactFormat", "format");
  const missing = error.params.missingProperty ?? error.params.unevaluatedProperty;
  const member = missing ?? error.params.additionalProperty;
  const pointer = error.instancePath + (typeof member === "string" ? `/${pointerToken(member)}` : "");
  const node = resolvePointer(root, pointer);
  return {
    pointer,
    expected: expectation(keyword, error),
    ...(node === undefined ? missingField(member) : { seen: describeValue(node) }),
    keyword,
  };
}

function missingField(name: unknown): Pick<SchemaProblem, "seen" | "missing"> {
  return typeof name === "string" ? { seen: `no field \`${name}\``, missing: name } : { seen: "nothing" };
}

/** One value in a few words: `the string "x"`, `the number 1.5`, `an array of 3 items`. */
export function describeValue(node: JsonNode): string {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return `the number ${shorten(node.raw)}${node.raw.endsWith("…") ? " of more than 4096 characters" : ""}`;
    case "string":
      return describeText(node.value);
    case "array":
      if (node.items.length === 0) return "an empty array";
      return node.items.length === 1 ? "an array of 1 item" : `an array of ${node.items.length} items`;
    case "object":
      return node.members.length === 0 ? "an empty object" : "an object";
  }
}

export function describeText(text: string): string {
  return `the string ${quoted(text)}`;
}

/** Escaped as in quotation marks, but without them. */
export function unquoted(text: string): string {
  const shown = JSON.stringify(text.slice(0, shownCharacters)).slice(1, -1);
  return `${shown}${text.length > shownCharacters ? "…" : ""}`;
}

/** In quotation marks, truncated after so many UTF-16 units. */
export function quoted(text: string, mostCharacters = shownCharacters): string {
  const shown = JSON.stringify(text.slice(0, mostCharacters));
  return `${shown}${text.length > mostCharacters ? "…" : ""}`;
}

/** `a string`, `an integer or null`. */
export function typeInWords(types: readonly string[]): string {
  return types.map((type) => typeWords[type] ?? type).join(" or ");
}

function expectation(keyword: string, error: ErrorObject): string {
  const { schema, params } = error;
  switch (keyword) {
    case "type":
      return typeInWords((Array.isArray(schema) ? schema : [schema]).map(String));
    case "enum":
      return `one of ${(Array.isArray(schema) ? schema : [schema]).map(valueText).join(", ")}`;
    case "const":
      return valueText(schema);
    case "required":
    case "dependentRequired":
      return `the required field \`${String(params.missingProperty)}\``;
    case "additionalProperties":
    case "unevaluatedProperties":
      return "no field of this name";
    case "format":
      return formatInWords(String(schema));
    case "anyOf":
    case "oneOf":
      return "one of the shapes that the document allows";
    default:
      return boundInWords(keyword, schema, error.parentSchema?.type) ?? `a value that satisfies ${keyword}`;
  }
}

function boundInWords(keyword: string, bound: unknown, type: unknown): string | undefined {
  const number = type === "integer" ? "an integer" : "a number";
  const words: Readonly<Record<string, string>> = {
    minimum: `${number} of at least ${bound}`,
    maximum: `${number} of at most ${bound}`,
    exclusiveMinimum: `${number} above ${bound}`,
    exclusiveMaximum: `${number} below ${bound}`,
    multipleOf: `a multiple of ${bound}`,
    minLength: `at least ${bound} characters`,
    maxLength: `at most ${bound} characters`,
    pattern: `a string that matches ${bound}`,
    minItems: `at least ${bound} items`,
    maxItems: `at most ${bound} items`,
    minProperties: `at least ${bound} fields`,
    maxProperties: `at most ${bound} fields`,
    uniqueItems: "items that differ from one another",
  };
  return Object.hasOwn(words, keyword) ? words[keyword] : undefined;
}

function formatInWords(format: string): string {
  const range = integerFormats[format];
  if (range === undefined) return `a string of the format ${format}`;
  return `an ${format} integer (${range.minimum} to ${range.maximum})`;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
