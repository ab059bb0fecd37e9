import { isPlainObject, own, type PlainObject, type PlainValue } from "../json/plain.ts";
import { derivedFrom } from "../memory/derived-from.ts";
import type { FieldSchema, JsonScalar, ObjectShape } from "./contract.ts";
import { elements, members } from "./operations.ts";

/** The required members and the properties of an object schema, with references and `allOf` put together. */
export function shapeOf(schema: PlainValue | undefined): ObjectShape {
  const parts = partsOf(schema);
  const properties = [...propertiesOf(parts)].map(([name, all]) => [name, fieldOf(...all)] as const);
  return { required: [...requiredOf(parts)], properties: new Map(properties) };
}

export function requiredOf(parts: readonly PlainObject[]): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => elements(own(part, "required")).map(String)));
}

/** What each of the parts of one schema says of a property, by its name. */
export function propertiesOf(parts: readonly PlainObject[]): ReadonlyMap<string, readonly PlainValue[]> {
  const named = parts.flatMap((part) => members(own(part, "properties")));
  const all = [...Map.groupBy(named, ([name]) => name)];
  return new Map(all.map(([name, some]) => [name, some.map(([, property]) => property)]));
}

/** What all of these schemas together say of one value. */
export function fieldOf(...schemas: readonly (PlainValue | undefined)[]): FieldSchema {
  const parts = new Set(schemas.flatMap((schema) => partsOf(schema)));
  return [...parts].map(fieldOfPart).reduce(both, anything);
}

/** The schema objects that must all hold: the schema, what it refers to, and its `allOf`. */
export function partsOf(schema: PlainValue | undefined): readonly PlainObject[] {
  if (!isPlainObject(schema)) return [];
  return own(schema, "allOf") === undefined ? [schema] : joinedParts(schema);
}

// What was found is kept by schema: many operations refer to one, and it may refer to another in many places.

const joinedParts = derivedFrom((schema: PlainObject): readonly PlainObject[] => {
  const found = new Set([schema]);
  // A set goes on to what is added while it is walked.
  for (const one of found)
    for (const part of elements(own(one, "allOf"))) if (isPlainObject(part)) found.add(part);
  return [...found];
});

const fieldOfPart = derivedFrom((part: PlainObject): FieldSchema => {
  const type = own(part, "type");
  const named = type === undefined ? undefined : (Array.isArray(type) ? type : [type]).map(String);
  const values = own(part, "const") === undefined ? own(part, "enum") : [own(part, "const") ?? null];
  const allowed = values === undefined ? undefined : elements(values).filter(isScalar);
  const step = named?.includes("integer") === true ? 1 : 0;
  const field: FieldSchema = {
    types: named?.filter((name) => name !== "null"),
    nullable: (named?.includes("null") ?? true) && (allowed?.includes(null) ?? true),
    format: text(own(part, "format")),
    enum: allowed?.filter((value) => value !== null),
    minimum: larger(number(own(part, "minimum")), plus(number(own(part, "exclusiveMinimum")), step)),
    maximum: smaller(number(own(part, "maximum")), plus(number(own(part, "exclusiveMaximum")), -step)),
    minLength: count(own(part, "minLength")),
    maxLength: count(own(part, "maxLength")),
    pattern: text(own(part, "pattern")),
    default: [own(part, "default")].find(isScalar),
  };
  const nullableChoice = otherThanNull(part);
  return nullableChoice === undefined ? field : both(field, { ...fieldOf(nullableChoice), nullable: true });
});

/** The schema in `anyOf: [schema, {type: "null"}]`, the usual way to let a referenced schema be null. */
export function otherThanNull(part: PlainObject): PlainValue | undefined {
  const choices = elements(own(part, "anyOf") ?? own(part, "oneOf"));
  const others = choices.filter((choice) => own(choice, "type") !== "null");
  return choices.length === 2 && others.length === 1 ? others[0] : undefined;
}

const anything = fieldOfPart({});

function both(a: FieldSchema, b: FieldSchema): FieldSchema {
  return {
    types: intersection(a.types, b.types),
    nullable: a.nullable && b.nullable,
    format: a.format ?? b.format,
    enum: intersection(a.enum, b.enum),
    minimum: larger(a.minimum, b.minimum),
    maximum: smaller(a.maximum, b.maximum),
    minLength: larger(a.minLength, b.minLength),
    maxLength: smaller(a.maxLength, b.maxLength),
    pattern: a.pattern ?? b.pattern,
    default: a.default ?? b.default,
  };
}

function intersection<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((item) => b.includes(item));
}

type Bound = number | bigint | undefined;

function larger<T extends Bound>(a: T, b: T): T {
  return a === undefined || (b !== undefined && b > a) ? b : a;
}

function smaller<T extends Bound>(a: T, b: T): T {
  return a === undefined || (b !== undefined && b < a) ? b : a;
}

function plus(bound: Bound, step: number): Bound {
  return typeof bound === "bigint" ? bound + BigInt(step) : bound === undefined ? undefined : bound + step;
}

function number(value: PlainValue | undefined): Bound {
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

function count(value: PlainValue | undefined): number | undefined {
  const found = number(value);
  return found === undefined ? undefined : Number(found);
}

function text(value: PlainValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isScalar(value: PlainValue | undefined): value is JsonScalar {
  return value === null || ["boolean", "number", "bigint", "string"].includes(typeof value);
}
