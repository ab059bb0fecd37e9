import { truncated } from "../../json/escape.ts";
import type { FieldSchema, JsonScalar } from "../contract.ts";
import { elements, members } from "../operations.ts";
import { fieldOf, otherThanNull, partsOf, propertiesOf, requiredOf } from "../schema-shape.ts";
import { isReference, type Spec } from "../spec.ts";
import { own, type SpecObject, type SpecValue } from "../spec-file.ts";

/** Which values a schema allows, beside those that it allowed before. */
export type Relation = "narrower" | "wider" | "other";

/** One keyword of a schema, or one member of an object, that differs between two revisions. */
export interface SchemaChange {
  /** From the body or parameter down: `[].ownerId`; empty for the whole. */
  readonly member: string;
  /** A JSON Schema keyword, or `member` for one that came or went. */
  readonly keyword: string;
  /** In a few words; undefined where there is none. */
  readonly was: string | undefined;
  readonly is: string | undefined;
  readonly relation: Relation;
}

/** A schema of one revision, `allOf` parts and references put together as it is compared. */
interface Side {
  readonly spec: Spec;
  readonly schemas: readonly SpecValue[];
}

/** A schema that holds itself is compared as deep as this. */
const maxDepth = 8;

/** How the values that a schema allows changed; empty where both allow the same, however they are written. */
export function schemaChanges(before: Side, after: Side, member = "", depth = 0): SchemaChange[] {
  const [was, is] = [normal(before), normal(after)];
  const found = [
    ...fieldChanges(was.field, is.field),
    ...setChanges("required", was.required, is.required),
    ...otherChanges(was.others, is.others),
  ].map((one) => ({ ...one, member }));
  if (depth === maxDepth) return found;
  const below = (name: string, a: readonly SpecValue[] | undefined, b: readonly SpecValue[] | undefined) => {
    const path = name === "[]" ? `${member}[]` : member === "" ? name : `${member}.${name}`;
    if (a !== undefined && b !== undefined)
      return schemaChanges({ ...before, schemas: a }, { ...after, schemas: b }, path, depth + 1);
    const relation: Relation = a === undefined ? "narrower" : "wider";
    return [{ member: path, keyword: "member", was: a && "described", is: b && "described", relation }];
  };
  if (was.items.length > 0 || is.items.length > 0) found.push(...below("[]", was.items, is.items));
  for (const [name, a, b] of sideBySide(was.properties, is.properties)) found.push(...below(name, a, b));
  return found;
}

/** What two maps hold under each key of either. */
export function sideBySide<T>(
  was: ReadonlyMap<string, T>,
  is: ReadonlyMap<string, T>,
): readonly (readonly [key: string, was: T | undefined, is: T | undefined])[] {
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => [key, was.get(key), is.get(key)] as const);
}

/** With those of the one schema that is not null in `anyOf: [schema, {type: "null"}]`. */
function partsWithChoice(spec: Spec, schema: SpecValue): SpecObject[] {
  return partsOf(spec, schema).flatMap((part) => {
    const choice = otherThanNull(spec, part);
    return choice === undefined ? [part] : [part, ...partsWithChoice(spec, choice)];
  });
}

const comparedAsWhole = [
  ...["oneOf", "anyOf", "not", "if", "then", "else"],
  ...["additionalProperties", "patternProperties", "minItems", "maxItems", "uniqueItems", "multipleOf"],
];

function normal({ spec, schemas }: Side) {
  const parts = schemas.flatMap((schema) => partsWithChoice(spec, schema));
  return {
    field: fieldOf(spec, ...schemas),
    required: requiredOf(parts),
    properties: propertiesOf(parts),
    items: parts.flatMap((part) => own(part, "items") ?? []),
    /** Keywords that are compared as a whole, each as the text of all that it leads to. */
    others: wholesOf(spec, parts),
  };
}

function wholesOf(spec: Spec, parts: readonly SpecObject[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const keyword of comparedAsWhole) {
    const isChoice = keyword === "anyOf" || keyword === "oneOf";
    const values = parts
      .filter((part) => !isChoice || otherThanNull(spec, part) === undefined)
      .flatMap((part) => own(part, keyword) ?? []);
    // As if it were not there: what is neither named nor forbidden is allowed.
    if (
      values.length === 0 ||
      (keyword === "additionalProperties" && values.every((value) => value === true))
    )
      continue;
    const spelled = values.map((value) => spelledOut(spec, value, 0));
    found.set(keyword, JSON.stringify(spelled.length === 1 ? spelled[0] : spelled));
  }
  return found;
}

const silent = new Set(["description", "title", "example", "examples", "deprecated"]);

/** A value with its references replaced, without what only people read. */
function spelledOut(spec: Spec, value: SpecValue | undefined, depth: number): unknown {
  if (depth > maxDepth) return "…";
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (isReference(value)) return spelledOut(spec, spec.target(value), depth + 1);
  const list = elements(value);
  if (list.length > 0) return list.map((item) => spelledOut(spec, item, depth + 1));
  return Object.fromEntries(
    members(value)
      .filter(([name]) => !silent.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, child]) => [name, spelledOut(spec, child, depth + 1)]),
  );
}

function fieldChanges(was: FieldSchema, is: FieldSchema): SchemaChange[] {
  return [
    ...typeChange(was.types, is.types),
    ...change("null", nullIn(was), nullIn(is), is.nullable ? "wider" : "narrower"),
    ...textChange("format", was.format, is.format),
    ...textChange("pattern", was.pattern, is.pattern),
    ...setChanges("enum", scalars(was.enum), scalars(is.enum)),
    ...boundChange("minimum", was.minimum, is.minimum, 1),
    ...boundChange("maximum", was.maximum, is.maximum, -1),
    ...boundChange("minLength", was.minLength, is.minLength, 1),
    ...boundChange("maxLength", was.maxLength, is.maxLength, -1),
    ...(was.default === is.default ? [] : change("default", shown(was.default), shown(is.default), "other")),
  ];
}

/** None where both are the same. */
export function change(
  keyword: string,
  was: string | undefined,
  is: string | undefined,
  relation: Relation,
): SchemaChange[] {
  return was === is ? [] : [{ member: "", keyword, was, is, relation }];
}

function typeChange(was: readonly string[] | undefined, is: readonly string[] | undefined): SchemaChange[] {
  const holds = (wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean =>
    wide === undefined ||
    (narrow?.every((type) => wide.includes(type) || (type === "integer" && wide.includes("number"))) ??
      false);
  const [isWider, isNarrower] = [holds(is, was), holds(was, is)];
  if (isWider && isNarrower) return [];
  return change("type", was?.join(" or "), is?.join(" or "), relationOf(isWider, isNarrower));
}

function relationOf(isWider: boolean, isNarrower: boolean): Relation {
  return isWider ? "wider" : isNarrower ? "narrower" : "other";
}

function nullIn({ nullable, types }: FieldSchema): string {
  return nullable && types !== undefined ? "allowed" : "not allowed";
}

function textChange(name: string, was: string | undefined, is: string | undefined): SchemaChange[] {
  return change(name, was, is, relationOf(is === undefined, was === undefined));
}

type Bound = number | bigint | undefined;

/** `towards` is 1 where a larger bound allows less. */
function boundChange(name: string, was: Bound, is: Bound, towards: 1 | -1): SchemaChange[] {
  if (was === is) return [];
  const isNarrower = was === undefined || (is !== undefined && (is > was ? 1 : -1) === towards);
  return change(name, shown(was), shown(is), isNarrower ? "narrower" : "wider");
}

/** `required` asks for more with each name, `enum` allows more with each value. */
function setChanges(
  name: "required" | "enum",
  was: ReadonlySet<string> | undefined,
  is: ReadonlySet<string> | undefined,
): SchemaChange[] {
  const allowsMore: Relation = name === "enum" ? "wider" : "narrower";
  const allowsLess: Relation = name === "enum" ? "narrower" : "wider";
  if (was === undefined || is === undefined)
    return change(name, list(was), list(is), is === undefined ? allowsMore : allowsLess);
  return [
    ...change(name, undefined, list(is.difference(was)) || undefined, allowsMore),
    ...change(name, list(was.difference(is)) || undefined, undefined, allowsLess),
  ];
}

function list(values: ReadonlySet<string> | undefined): string | undefined {
  return values && [...values].join(", ");
}

function scalars(values: readonly JsonScalar[] | undefined): ReadonlySet<string> | undefined {
  return values && new Set(values.map(String));
}

function shown(value: JsonScalar | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function otherChanges(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): SchemaChange[] {
  return sideBySide(was, is).flatMap(([keyword, before, after]) =>
    before === after
      ? []
      : {
          ...{ member: "", keyword, was: before && truncated(before, 60), is: after && truncated(after, 60) },
          relation: relationOf(after === undefined, before === undefined),
        },
  );
}
