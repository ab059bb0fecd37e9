import type { ErrorObject } from "ajv";
import { truncated } from "#core/json/escape.ts";
import { type JsonNode, pointerToken, resolvePointer } from "#core/json/read.ts";
import type { SchemaProblem } from "../contract.ts";
import { integerFormats } from "./ajv-schema.ts";

const shownCharacters = 60;

/** The types of JSON Schema, as a sentence has them. */
export const typeWords: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "a boolean",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** An ajv error (made with `verbose`) about `root`, in the words of a report. */
export function problemOf(error: ErrorObject, root: JsonNode): SchemaProblem {
  const keyword = error.keyword.replace("exactFormat", "format");
  const missing = error.params.missingProperty ?? error.params.unevaluatedProperty;
  const member = missing ?? error.params.additionalProperty;
  const pointer = error.instancePath + (typeof member === "string" ? `/${pointerToken(member)}` : "");
  const node = resolvePointer(root, pointer);
  return {
    pointer,
    expected: expectations.get(keyword)?.(error.schema, error) ?? `a value that satisfies ${keyword}`,
    ...(node === undefined ? missingField(member) : { seen: describeValue(node) }),
    keyword,
  };
}

function missingField(name: unknown): { readonly seen: string; readonly missing?: string } {
  return typeof name === "string" ? { seen: `no field \`${name}\``, missing: name } : { seen: "nothing" };
}

/** One value in a few words: `the string "x"`, `the number 1.5`, `an array of 3 items`. */
export function describeValue(node: JsonNode): string {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return `the number ${truncated(node.raw, shownCharacters)}${node.raw.endsWith("…") ? " of more than 4096 characters" : ""}`;
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
  return quoted(text).replace(/^"(.*)"/s, "$1");
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

type Words = (schema: unknown, error: ErrorObject) => string;

const requiredField: Words = (_, { params }) => `the required field \`${String(params.missingProperty)}\``;
const numberIn = ({ parentSchema }: ErrorObject) =>
  parentSchema?.type === "integer" ? "an integer" : "a number";

const expectations = new Map<string, Words>(
  Object.entries({
    type: (types) => typeInWords([types].flat().map(String)),
    enum: (values) => `one of ${[values].flat().map(valueText).join(", ")}`,
    const: valueText,
    required: requiredField,
    dependentRequired: requiredField,
    additionalProperties: () => "no field of this name",
    unevaluatedProperties: () => "no field of this name",
    format: (format) => formatInWords(String(format)),
    anyOf: () => "one of the shapes that the document allows",
    oneOf: (_, { params }) =>
      Array.isArray(params.passingSchemas)
        ? "one alone of the shapes that the document allows"
        : "one of the shapes that the document allows",
    minimum: (bound, error) => `${numberIn(error)} of at least ${bound}`,
    maximum: (bound, error) => `${numberIn(error)} of at most ${bound}`,
    exclusiveMinimum: (bound, error) => `${numberIn(error)} above ${bound}`,
    exclusiveMaximum: (bound, error) => `${numberIn(error)} below ${bound}`,
    multipleOf: (bound) => `a multiple of ${bound}`,
    minLength: (bound) => `at least ${bound} characters`,
    maxLength: (bound) => `at most ${bound} characters`,
    pattern: (pattern) => `a string that matches ${pattern}`,
    minItems: (bound) => `at least ${bound} items`,
    maxItems: (bound) => `at most ${bound} items`,
    minProperties: (bound) => `at least ${bound} fields`,
    maxProperties: (bound) => `at most ${bound} fields`,
    uniqueItems: () => "items that differ from one another",
  } satisfies Record<string, Words>),
);

function formatInWords(format: string): string {
  const range = integerFormats[format];
  if (range === undefined) return `a string of the format ${format}`;
  return `an ${format} integer (${range.minimum} to ${range.maximum})`;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}
