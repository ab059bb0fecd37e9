import type { FuncKeywordDefinition } from "ajv";
import { isMultiple } from "#core/json/number.ts";
import { isPlainArray, isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { canonicalText, integerOf, type JsonNode, resolvePointer, valuesIn } from "#core/json/read.ts";
import type { AjvSchema, SchemaCompiler } from "../contract.ts";
import { elements, members } from "../operations.ts";
import { NotDecided } from "../recorded.ts";
import { partsOf } from "../schema-shape.ts";
import type { Spec } from "../spec.ts";

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
 * Translates schemas of a document. What they refer to is shared, so that references between files and recursive schemas need
 * nothing more. Annotations are left out.
 */
export class SchemaTranslator {
  readonly #spec: Spec;
  readonly #sent: Direction;
  readonly #share: SchemaCompiler["share"];
  readonly #referredTo = new Set<PlainValue>();

  constructor(spec: Spec, sent: Direction, share: SchemaCompiler["share"]) {
    this.#spec = spec;
    this.#sent = sent;
    this.#share = share;
  }

  translate(schema: PlainValue): AjvSchema {
    const before = this.#referredTo.size;
    const translated = this.#translated(schema);
    // Each once, and none within another: they may refer to one another in a long chain, which grows while it is walked.
    for (const target of this.#referredTo.values().drop(before))
      this.#share(this.#nameOf(target), this.#translated(target));
    return translated;
  }

  #translated(value: PlainValue): AjvSchema {
    if (!isPlainObject(value)) return value !== false;
    const inner = (part: PlainValue) => this.#inner(part);
    const result: { [keyword: string]: unknown } = { counted: true };
    for (const keyword of asIs) copy(value, keyword, withoutBigInts, result);
    for (const keyword of exact) copy(value, keyword, (part) => part, result);
    for (const keyword of [...holding.one, ...unevaluated]) copy(value, keyword, inner, result);
    for (const keyword of holding.named) copy(value, keyword, (part) => mapMembers(part, inner), result);
    for (const keyword of holding.listed)
      copy(value, keyword, (part) => elements(part).map((each) => inner(each)), result);
    const chosen = byDiscriminator(this.#spec, value);
    if (chosen !== undefined) {
      delete result.oneOf;
      delete result.anyOf;
      result.anyOf = chosen.map(({ tag, names: values, schema: branch }) => ({
        allOf: [{ required: [tag], properties: { [tag]: { enum: values } } }, inner(branch)],
      }));
    }
    const absent = absentMembers(value, this.#sent);
    if (absent.length > 0 && Array.isArray(result.required))
      result.required = result.required.filter((name) => !absent.includes(String(name)));
    moveNumericFormat(result);
    // An empty enum allows no value; ajv rejects such a schema.
    if (Array.isArray(result.enum) && result.enum.length === 0) return false;
    return result;
  }

  #inner(value: PlainValue): AjvSchema {
    if (!isPlainObject(value) || !this.#spec.isTarget(value)) return this.#translated(value);
    this.#referredTo.add(value);
    return { $ref: this.#nameOf(value) };
  }

  #nameOf(target: PlainValue): string {
    return `${this.#sent}-${this.#spec.targetNumber(target)}`;
  }
}

/** Members that only the other side sends: what a client sends lacks `readOnly` ones, what it gets `writeOnly` ones. */
function absentMembers(schema: PlainObject, sent: Direction): readonly string[] {
  const mark = sent === "request" ? "readOnly" : "writeOnly";
  return members(own(schema, "properties"))
    .filter(([, property]) => partsOf(property).some((part) => own(part, mark) === true))
    .map(([name]) => name);
}

/** A plain copy in which integers are numbers, for validators that know no bigints. */
export function withoutBigInts(value: PlainValue | undefined): unknown {
  if (typeof value === "bigint") return Number(value);
  if (isPlainArray(value)) return value.map(withoutBigInts);
  return isPlainObject(value) ? mapMembers(value, withoutBigInts) : value;
}

function copy(
  from: PlainObject,
  keyword: string,
  translate: (part: PlainValue) => unknown,
  to: { [keyword: string]: unknown },
): void {
  const part = own(from, keyword);
  if (part !== undefined) to[keyword] = translate(part);
}

/** A copy of an object; empty for any other value. */
export function mapMembers(
  value: PlainValue,
  translate: (part: PlainValue, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(members(value).map(([name, part]) => [name, translate(part, name)]));
}

/** A format of numbers is judged by digits; ajv would round first. Others that bind numbers say nothing about JSON. */
function moveNumericFormat(schema: { [keyword: string]: unknown }): void {
  const format = String(schema.format);
  if (Object.hasOwn(integerFormats, format)) schema.exactFormat = format;
  if (schema.exactFormat !== undefined || format === "float" || format === "double") delete schema.format;
}

/**
 * The schemas that a `discriminator` chooses from, where each is a named reference, and the values of the member `tag`
 * that choose each. A body that says which one it is may satisfy others as well, so that `oneOf` alone would refuse it
 * (OpenAPI, Discriminator Object).
 */
function byDiscriminator(spec: Spec, schema: PlainObject) {
  const discriminator = own(schema, "discriminator");
  const tag = own(discriminator, "propertyName");
  const branches = elements(own(schema, "oneOf") ?? own(schema, "anyOf"));
  const isNamed = (branch: PlainValue) => isPlainObject(branch) && spec.isTarget(branch);
  if (typeof tag !== "string" || branches.length === 0 || !branches.every(isNamed)) return undefined;
  const mapping = members(own(discriminator, "mapping"));
  return branches.filter(isPlainObject).map((branch) => {
    const name = spec.nameOf(branch);
    const mapped = mapping.filter(([, to]) => String(to).split("/").at(-1) === name).map(([value]) => value);
    return { tag, names: mapped.length > 0 ? mapped : [name], schema: branch };
  });
}

/** What a validation carries along: the value with its digits, where ajv sees rounded numbers. */
export interface ExactContext {
  readonly root: JsonNode;
  readonly work: Work;
}

/** How often a schema may still be held against a value, of one body or parameter. */
export interface Work {
  left: number;
}

/** Choices within choices double the work with each level of a value; an ordinary schema looks at a value a few times. */
export function workFor(value: JsonNode): Work {
  const values = valuesIn(value).reduce((count) => count + 1, 0);
  return { left: 200_000 + 10 * values };
}

export const integerFormats: Readonly<Record<string, Readonly<Record<"minimum" | "maximum", bigint>>>> = {
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

/** Judge numbers by their digits, in place of ajv's own keywords, which round them; `counted` bounds the work. They need `passContext`. */
export const exactKeywords: readonly (FuncKeywordDefinition & { readonly keyword: string })[] = [
  {
    keyword: "counted",
    errors: false,
    validate(this: ExactContext) {
      this.work.left -= 1;
      if (this.work.left < 0) throw new NotDecided();
      return true;
    },
  },
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
    if (range === undefined) return true;
    return typeof value === "bigint" && value >= range.minimum && value <= range.maximum;
  }),
];

function numeric<S>(keyword: string, holds: (schema: S, value: Bound) => boolean) {
  return exactly<S>(keyword, "number", (schema, node, rounded) =>
    // An integer of more than 400 digits has no exact value; it is beyond every bound, as its rounded form is.
    holds(schema, integerOf(node) ?? Number(rounded)),
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
