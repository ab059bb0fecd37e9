import { createHash } from "node:crypto";
import { truncated } from "#core/json/escape.ts";
import type { FieldSchema, JsonScalar } from "../contract.ts";
import { members } from "../operations.ts";
import { isSpecArray, own, type SpecObject, type SpecValue } from "../reading/spec-file.ts";
import { fieldOf, otherThanNull, partsOf, propertiesOf, requiredOf } from "../schema-shape.ts";

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

/** Schemas that hold together: `allOf` parts and references are put together as they are compared. */
type Schemas = readonly SpecValue[];

/** Members of members are compared as deep as this, and what is compared as a whole. */
const maxDepth = 64;
const wholeDepth = 8;

/**
 * Compares schemas of two revisions. Two schemas are compared once, however many operations or other schemas refer to them: a
 * difference is told in each body at the first place that leads to it.
 */
export class SchemaComparison {
  readonly #ids = new Map<SpecValue, number>();
  readonly #normals = new Map<string, Normal>();
  readonly #found = new Map<string, readonly SchemaChange[]>();

  /** How the values that a schema allows changed; empty where both allow the same, however they are written. */
  changes(before: SpecValue, after: SpecValue): readonly SchemaChange[] {
    const key = `${this.#keyOf([before])} ${this.#keyOf([after])}`;
    const found = this.#found.get(key) ?? this.#compared([before], [after], "", 0, new Set());
    this.#found.set(key, found);
    return found;
  }

  #compared(
    before: Schemas,
    after: Schemas,
    member: string,
    depth: number,
    seen: Set<string>,
  ): readonly SchemaChange[] {
    const key = `${this.#keyOf(before)} ${this.#keyOf(after)}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const [was, is] = [this.#normal(before), this.#normal(after)];
    const found = [
      ...fieldChanges(was.field, is.field),
      ...setChanges("required", was.required, is.required),
      ...otherChanges(was.others, is.others),
    ].map((one) => ({ ...one, member }));
    if (depth === maxDepth) return found;
    const below = (name: string, a: Schemas | undefined, b: Schemas | undefined) => {
      const path = name === "[]" ? `${member}[]` : member === "" ? name : `${member}.${name}`;
      if (a !== undefined && b !== undefined) return this.#compared(a, b, path, depth + 1, seen);
      const relation: Relation = a === undefined ? "narrower" : "wider";
      return [{ member: path, keyword: "member", was: a && "described", is: b && "described", relation }];
    };
    if (was.items.length > 0 || is.items.length > 0) found.push(...below("[]", was.items, is.items));
    for (const [name, a, b] of sideBySide(was.properties, is.properties)) found.push(...below(name, a, b));
    return found;
  }

  #normal(schemas: Schemas): Normal {
    const key = this.#keyOf(schemas);
    const normal = this.#normals.get(key) ?? normalOf(schemas);
    this.#normals.set(key, normal);
    return normal;
  }

  /** The same for the same schemas. */
  #keyOf(schemas: Schemas): string {
    return [...new Set(schemas)]
      .map((schema) => {
        const id = this.#ids.get(schema) ?? this.#ids.size;
        this.#ids.set(schema, id);
        return id;
      })
      .join("+");
  }
}

/** What two maps hold under each key of either. */
export function sideBySide<T>(
  was: ReadonlyMap<string, T>,
  is: ReadonlyMap<string, T>,
): readonly (readonly [key: string, was: T | undefined, is: T | undefined])[] {
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => [key, was.get(key), is.get(key)] as const);
}

/** With those of the one schema that is not null in `anyOf: [schema, {type: "null"}]`. */
function partsWithChoice(schemas: Schemas): readonly SpecObject[] {
  const found = new Set(schemas.flatMap(partsOf));
  // A set goes on to what is added while it is walked.
  for (const part of found) for (const one of partsOf(otherThanNull(part))) found.add(one);
  return [...found];
}

const comparedAsWhole = [
  ...["oneOf", "anyOf", "not", "if", "then", "else"],
  ...["additionalProperties", "patternProperties", "minItems", "maxItems", "uniqueItems", "multipleOf"],
];

type Normal = ReturnType<typeof normalOf>;

function normalOf(schemas: Schemas) {
  const parts = partsWithChoice(schemas);
  return {
    field: fieldOf(...schemas),
    required: requiredOf(parts),
    properties: propertiesOf(parts),
    items: parts.flatMap((part) => own(part, "items") ?? []),
    /** Keywords that are compared as a whole, with all that they lead to. */
    others: wholesOf(parts),
  };
}

/** A value with all that it leads to: the same text for the same, and its beginning for people. */
interface Whole {
  readonly same: string;
  readonly shown: string;
}

function wholesOf(parts: readonly SpecObject[]): Map<string, Whole> {
  const found = new Map<string, Whole>();
  for (const keyword of comparedAsWhole) {
    const isChoice = keyword === "anyOf" || keyword === "oneOf";
    const values = parts
      .filter((part) => !isChoice || otherThanNull(part) === undefined)
      .flatMap((part) => (own(part, keyword) === undefined ? [] : [own(part, keyword)]));
    // As if it were not there: what is neither named nor forbidden is allowed.
    if (
      values.length === 0 ||
      (keyword === "additionalProperties" && values.every((value) => value === true))
    )
      continue;
    const value: SpecValue | undefined = values.length === 1 ? values[0] : values.map((one) => one ?? null);
    found.set(keyword, {
      same: fingerprint(value, wholeDepth),
      shown: beginning(value, shownCharacters + 1),
    });
  }
  return found;
}

const silent = new Set(["description", "title", "example", "examples", "deprecated"]);
const shownCharacters = 60;

/** Without what only people read. */
function saying(value: SpecValue | undefined): [string, SpecValue][] {
  return members(value)
    .filter(([name]) => !silent.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const fingerprints = new WeakMap<object, (string | undefined)[]>();

/** Of each object and depth it is made once: written out, what is referred to often would fill the memory. */
function fingerprint(value: SpecValue | undefined, depth: number): string {
  if (depth < 0) return "…";
  if (typeof value !== "object" || value === null) return String(JSON.stringify(plain(value)));
  const known = fingerprints.get(value) ?? [];
  fingerprints.set(value, known);
  const text =
    known[depth] ??
    (isSpecArray(value)
      ? `[${value.map((item) => fingerprint(item, depth - 1)).join()}]`
      : `{${saying(value)
          .map(([name, part]) => `${JSON.stringify(name)}:${fingerprint(part, depth - 1)}`)
          .join()}}`);
  known[depth] = text.length > 100 ? createHash("sha256").update(text).digest("base64") : text;
  return known[depth];
}

/** As JSON, so many characters at most. */
function beginning(value: SpecValue | undefined, most: number): string {
  if (typeof value !== "object" || value === null) return String(JSON.stringify(plain(value))).slice(0, most);
  const parts = isSpecArray(value) ? value.map((item) => ["", item] as const) : saying(value);
  const [open, close] = isSpecArray(value) ? ["[", "]"] : ["{", "}"];
  let text = open ?? "";
  for (const [index, [name, part]] of parts.entries()) {
    if (text.length >= most) return text.slice(0, most);
    text += `${index === 0 ? "" : ","}${name === "" ? "" : `${JSON.stringify(name)}:`}`;
    text += beginning(part, Math.max(1, most - text.length));
  }
  return `${text}${close}`.slice(0, most);
}

function plain(value: SpecValue | undefined): unknown {
  return typeof value === "bigint" ? Number(value) : value;
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

function otherChanges(was: ReadonlyMap<string, Whole>, is: ReadonlyMap<string, Whole>): SchemaChange[] {
  const shownOf = (one: Whole | undefined) => one && truncated(one.shown, shownCharacters);
  return sideBySide(was, is).flatMap(([keyword, before, after]) =>
    before?.same === after?.same
      ? []
      : {
          ...{ member: "", keyword, was: shownOf(before), is: shownOf(after) },
          relation: relationOf(after === undefined, before === undefined),
        },
  );
}
