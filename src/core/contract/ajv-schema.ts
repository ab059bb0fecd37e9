import type { FuncKeywordDefinition, ValidateFunction } from "ajv";
import type { JsonNode } from "../json/json.ts";
import { canonicalText, exactInteger, isMultiple } from "../json/number.ts";
import { resolvePointer } from "../json/read.ts";
import { elements, members } from "./operations.ts";
import { isReference, type Spec } from "./spec.ts";
import { isSpecArray, isSpecObject, own, type SpecObject, type SpecValue } from "./spec-file.ts";

/** A schema that ajv compiles: closed in itself. */
export type AjvSchema = boolean | { [keyword: string]: unknown };

/** The same for schemas, or documents, that say the same. */
export function textWithBigInts(said: AjvSchema | SpecValue): string {
  return JSON.stringify(said, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/** Makes a schema a function, as ajv does. */
export type CompileSchema = (schema: AjvSchema) => ValidateFunction;

/** Who sends what a schema describes. */
export type Direction = "request" | "answer";

/** Compared by the digits of numbers, which bigints have. */
const exact = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems"];
/** Keywords that hold one schema, several by name, and several in a list. */
export const holding = {
  one: ["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"],
  named: ["properties", "patternProperties", "dependentSchemas"],
  listed: ["allOf", "anyOf", "oneOf", "prefixItems"],
} as const;
const unevaluated = ["unevaluatedItems", "unevaluatedProperties"];
const asIs = [
  ...["type", "enum", "const", "required", "dependentRequired", "pattern", "format"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"],
  ...["minProperties", "maxProperties"],
];

/**
 * Translates a schema of the document. What is referred to becomes an entry of `$defs`, so that
 * references between files and recursive schemas need nothing more. Annotations are left out.
 */
export function toAjvSchema(spec: Spec, schema: SpecValue, sent: Direction): AjvSchema {
  const names = new Map<SpecValue, string>();
  const definitions: Record<string, AjvSchema> = {};

  const translate = (value: SpecValue): AjvSchema => {
    if (!isSpecObject(value)) return value !== false;
    const result: { [keyword: string]: unknown } = {};
    if (isReference(value)) result.$ref = reference(value);
    for (const keyword of asIs) copy(value, keyword, withoutBigInts, result);
    for (const keyword of exact) copy(value, keyword, (part) => part, result);
    for (const keyword of [...holding.one, ...unevaluated]) copy(value, keyword, translate, result);
    for (const keyword of holding.named) copy(value, keyword, (part) => mapMembers(part, translate), result);
    for (const keyword of holding.listed)
      copy(value, keyword, (part) => elements(part).map((each) => translate(each)), result);
    const chosen = byDiscriminator(value);
    if (chosen !== undefined) {
      delete result.oneOf;
      delete result.anyOf;
      result.anyOf = chosen.map(({ tag, names: values, schema: branch }) => ({
        allOf: [{ required: [tag], properties: { [tag]: { enum: values } } }, translate(branch)],
      }));
    }
    const absent = absentMembers(spec, value, sent);
    if (absent.length > 0 && Array.isArray(result.required))
      result.required = result.required.filter((name) => !absent.includes(String(name)));
    moveNumericFormat(result);
    // An empty enum allows no value; ajv rejects such a schema.
    if (Array.isArray(result.enum) && result.enum.length === 0) return false;
    return result;
  };

  const reference = (value: SpecObject): string => {
    const target = spec.target(value);
    let name = names.get(target);
    if (name === undefined) {
      name = `s${names.size}`;
      names.set(target, name);
      definitions[name] = translate(target);
    }
    return `#/$defs/${name}`;
  };

  let start = schema;
  // A schema that is a reference alone is replaced by its target, so that an array shows its items.
  while (isReference(start) && Object.keys(start).length === 1) start = spec.target(start);
  const top = translate(start);
  return typeof top === "boolean" || names.size === 0 ? top : { ...top, $defs: definitions };
}

/** Members that only the other side sends: what a client sends lacks `readOnly` ones, what it gets `writeOnly` ones. */
function absentMembers(spec: Spec, schema: SpecObject, sent: Direction): readonly string[] {
  const mark = sent === "request" ? "readOnly" : "writeOnly";
  return members(own(schema, "properties"))
    .filter(([, property]) => own(property, mark) === true || own(spec.deref(property), mark) === true)
    .map(([name]) => name);
}

/** A plain copy in which integers are numbers, for validators that know no bigints. */
export function withoutBigInts(value: SpecValue | undefined): unknown {
  if (typeof value === "bigint") return Number(value);
  if (isSpecArray(value)) return value.map(withoutBigInts);
  return isSpecObject(value) ? mapMembers(value, withoutBigInts) : value;
}

function copy(
  from: SpecObject,
  keyword: string,
  translate: (part: SpecValue) => unknown,
  to: { [keyword: string]: unknown },
): void {
  const part = own(from, keyword);
  if (part !== undefined) to[keyword] = translate(part);
}

/** A copy of an object; empty for any other value. */
export function mapMembers(
  value: SpecValue,
  translate: (part: SpecValue, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(members(value).map(([name, part]) => [name, translate(part, name)]));
}

/** A format of numbers is judged by digits; ajv would round first. Others that bind numbers say nothing about JSON. */
function moveNumericFormat(schema: { [keyword: string]: unknown }): void {
  const format = schema.format;
  if (format === "int64" || format === "int32") schema.exactFormat = format;
  if (format === "int64" || format === "int32" || format === "float" || format === "double")
    delete schema.format;
}

/**
 * The schemas that a `discriminator` chooses from, where each is a named reference, and the values of the member `tag`
 * that choose each. A body that says which one it is may satisfy others as well, so that `oneOf` alone would refuse it
 * (OpenAPI, Discriminator Object).
 */
function byDiscriminator(schema: SpecObject) {
  const discriminator = own(schema, "discriminator");
  const tag = own(discriminator, "propertyName");
  const branches = elements(own(schema, "oneOf") ?? own(schema, "anyOf"));
  if (typeof tag !== "string" || branches.length === 0 || !branches.every(isReference)) return undefined;
  const mapping = members(own(discriminator, "mapping"));
  return branches.map((branch) => {
    const reference = String(own(branch, "$ref"));
    const name = reference.split("/").at(-1) ?? "";
    const mapped = mapping.filter(([, to]) => to === reference || to === name).map(([value]) => value);
    return { tag, names: mapped.length > 0 ? mapped : [name], schema: branch };
  });
}

/** What a validation carries along: the value with its digits, where ajv sees rounded numbers. */
export interface ExactContext {
  readonly root: JsonNode;
}

/** Smallest and largest value of the integer formats of OpenAPI. */
export const integerFormats: Readonly<
  Record<string, { readonly minimum: bigint; readonly maximum: bigint }>
> = {
  int32: { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

type Bound = number | bigint;

const comparisons: Readonly<Record<string, (value: Bound, bound: Bound) => boolean>> = {
  minimum: (value, bound) => value >= bound,
  maximum: (value, bound) => value <= bound,
  exclusiveMinimum: (value, bound) => value > bound,
  exclusiveMaximum: (value, bound) => value < bound,
};

/** Judge numbers by their digits, in place of ajv's own keywords, which round them. They need `passContext`. */
export const exactKeywords: readonly (FuncKeywordDefinition & { readonly keyword: string })[] = [
  ...Object.entries(comparisons).map(([keyword, holds]) =>
    numeric<Bound>(keyword, (bound, value) => holds(value, bound)),
  ),
  // In doubles, 19.99 is no multiple of 0.01.
  exactly<Bound>(
    "multipleOf",
    "number",
    (step, node) => node?.kind !== "number" || isMultiple(node.raw, String(step)),
  ),
  // Linear in the items: ajv holds each against every other, and a target may send 30,000.
  exactly<boolean>("uniqueItems", "array", (unique, node) => {
    if (!unique || node?.kind !== "array") return true;
    return new Set(node.items.map(canonicalText)).size === node.items.length;
  }),
  numeric<string>("exactFormat", (format, value) => {
    const range = integerFormats[format];
    // A fraction is no integer of any size. Where the type allows it, the format still does not.
    return (
      range === undefined || (typeof value === "bigint" && value >= range.minimum && value <= range.maximum)
    );
  }),
];

function numeric<S>(keyword: string, holds: (schema: S, value: Bound) => boolean) {
  return exactly<S>(keyword, "number", (schema, node, rounded) =>
    // An integer of more than 400 digits has no exact value; it is beyond every bound, as its rounded form is.
    holds(schema, (node?.kind === "number" ? exactInteger(node.raw) : undefined) ?? Number(rounded)),
  );
}

function exactly<S>(
  keyword: string,
  type: "array" | "number",
  holds: (schema: S, node: JsonNode | undefined, rounded: unknown) => boolean,
) {
  return {
    keyword,
    type,
    errors: false,
    validate(this: ExactContext, schema: S, rounded: unknown, _: unknown, at?: { instancePath: string }) {
      return holds(schema, at && resolvePointer(this.root, at.instancePath), rounded);
    },
  } as const;
}
