import type { Relation, SchemaChange } from "#core/check/change.ts";
import type { FieldSchema, JsonScalar } from "#core/contract/contract.ts";
import { fieldOf, otherThanNull, partsOf, propertiesOf, requiredOf } from "#core/contract/schema-shape.ts";
import { shorten } from "#core/json/escape.ts";
import { own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { knownIn } from "#core/memory/derived-from.ts";
import type { CountChanges } from "./bound-of-changes.ts";
import { type Whole, wholesOf } from "./wholes.ts";

/** Schemas that hold together: `allOf` parts and references are put together as they are compared. */
type Schemas = readonly PlainValue[];

const maxDepth = 64;

/** How two schemas differ: themselves, and in what they lead to. */
interface Pair {
  own: readonly SchemaChange[];
  /** Of its items (`[]`) and members. */
  below: readonly (readonly [name: string, pair: Pair])[];
  /** Whether it differs, or anything that it leads to. */
  differs: boolean;
  /** The pairs that lead to it. */
  readonly holders: Pair[];
}

/**
 * Compares schemas of two revisions. Two schemas are compared once, however many operations or other schemas refer to them: a
 * difference is reported in each body at the first place that leads to it.
 */
export class SchemaComparison {
  readonly #ids = new Map<PlainValue, number>();
  readonly #pairs = new Map<string, Pair>();
  readonly #reported = new Map<Pair, readonly SchemaChange[]>();
  readonly #count: CountChanges;

  constructor(count: CountChanges) {
    this.#count = count;
  }

  /**
   * How the values that a schema allows changed; empty where both allow the same, however they are written.
   * @throws SpecError where comparing takes more than it may
   */
  changes(before: PlainValue, after: PlainValue): readonly SchemaChange[] {
    const pair = this.#pairOf([before], [after]);
    if (!pair.differs) return [];
    return knownIn(this.#reported, pair, () => differencesOf(pair));
  }

  /** Compares two schemas, and all that they lead to. */
  #pairOf(before: Schemas, after: Schemas): Pair {
    const fresh: [pair: Pair, was: Schemas, is: Schemas][] = [];
    const pairOf = (was: Schemas, is: Schemas): Pair => {
      const key = `${this.#keyOf(was)} ${this.#keyOf(is)}`;
      const known = this.#pairs.get(key);
      if (known !== undefined) return known;
      const pair = { own: [], below: [], differs: false, holders: [] };
      this.#pairs.set(key, pair);
      this.#count("schemas to compare", 1);
      fresh.push([pair, was, is]);
      return pair;
    };
    const found = pairOf(before, after);
    // An array goes on to what is added while it is walked.
    for (const [pair, was, is] of fresh) {
      compare(pair, normalOf(was), normalOf(is), pairOf);
      this.#count("differences of schemas", pair.own.length);
      for (const [, below] of pair.below) below.holders.push(pair);
      if (pair.own.length > 0 || pair.below.some(([, { differs }]) => differs)) markDiffering(pair);
    }
    return found;
  }

  /** The same for the same schemas. */
  #keyOf(schemas: Schemas): string {
    return [...new Set(schemas)].map((schema) => knownIn(this.#ids, schema, () => this.#ids.size)).join("+");
  }
}

/** With all that leads to it. */
function markDiffering(pair: Pair): void {
  const open = new Set([pair]);
  // A set goes on to what is added while it is walked.
  for (const one of open) {
    one.differs = true;
    for (const holder of one.holders) if (!holder.differs) open.add(holder);
  }
}

function compare(pair: Pair, was: Normal, is: Normal, pairOf: (was: Schemas, is: Schemas) => Pair): void {
  const below = ([name, a, b]: readonly [string, Schemas | undefined, Schemas | undefined]) => {
    if (a !== undefined && b !== undefined) return [name, pairOf(a, b)] as const;
    const own = presence("member", "described", a, b, ["narrower", "wider"]);
    return [name, { own, below: [], differs: true, holders: [] as Pair[] }] as const;
  };
  pair.own = [
    ...fieldChanges(was.field, is.field),
    ...setChanges("required", was.required, is.required),
    // A member that is read alone is never sent by a client, and one that is written alone by no service.
    ...presence("readOnly", "true", was.readOnly, is.readOnly, ["narrower", "wider"]),
    ...presence("writeOnly", "true", was.writeOnly, is.writeOnly, ["wider", "narrower"]),
    ...sizes.flatMap((name) => boundChange(name, was.sizes[name], is.sizes[name])),
    ...sideBySide(was.others, is.others).flatMap((one) => wholeChange(...one)),
  ];
  const items = was.items.length > 0 || is.items.length > 0 ? [["[]", was.items, is.items] as const] : [];
  pair.below = [...items, ...sideBySide(was.properties, is.properties)].map(below);
}

/** Each difference, at the first place that leads to it. */
function differencesOf(root: Pair): readonly SchemaChange[] {
  const found: SchemaChange[] = [];
  const seen = new Set<Pair>();
  const report = (pair: Pair, member: string, depth: number): void => {
    if (seen.has(pair)) return;
    seen.add(pair);
    for (const one of pair.own) found.push({ ...one, member });
    if (depth === maxDepth) return;
    for (const [name, below] of pair.below) {
      const within = name === "[]" ? `${member}[]` : member === "" ? name : `${member}.${name}`;
      if (below.differs) report(below, within, depth + 1);
    }
  };
  report(root, "", 0);
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
function partsWithChoice(schemas: Schemas): readonly PlainObject[] {
  const found = new Set(schemas.flatMap(partsOf));
  // A set goes on to what is added while it is walked.
  for (const part of found) for (const one of partsOf(otherThanNull(part))) found.add(one);
  return [...found];
}

const sizes = ["minItems", "maxItems", "minProperties", "maxProperties"];

function sizesOf(parts: readonly PlainObject[]): Readonly<Record<string, Bound>> {
  const sizeOf = (name: string) =>
    parts
      .map((part) => own(part, name))
      .find((value) => typeof value === "number" || typeof value === "bigint");
  return Object.fromEntries(sizes.map((name) => [name, sizeOf(name)]));
}

type Normal = ReturnType<typeof normalOf>;

function normalOf(schemas: Schemas) {
  const parts = partsWithChoice(schemas);
  return {
    field: fieldOf(...schemas),
    required: requiredOf(parts),
    properties: propertiesOf(parts),
    items: parts.flatMap((part) => own(part, "items") ?? []),
    sizes: sizesOf(parts),
    readOnly: parts.find((part) => own(part, "readOnly") === true),
    writeOnly: parts.find((part) => own(part, "writeOnly") === true),
    /** Keywords that are compared as a whole, with all that they lead to. */
    others: wholesOf(parts),
  };
}

const bounds = ["minimum", "maximum", "minLength", "maxLength"] as const;

function fieldChanges(was: FieldSchema, is: FieldSchema): SchemaChange[] {
  return [
    ...typeChange(was.types, is.types),
    ...change("null", nullIn(was), nullIn(is), is.nullable ? "wider" : "narrower"),
    ...change("format", was.format, is.format),
    ...change("pattern", was.pattern, is.pattern),
    ...setChanges("enum", was.enum && new Set(was.enum.map(String)), is.enum && new Set(is.enum.map(String))),
    ...bounds.flatMap((name) => boundChange(name, was[name], is[name])),
    ...(was.default === is.default ? [] : change("default", shown(was.default), shown(is.default), "other")),
  ];
}

const shownCharacters = 500;

/** None where both are the same. `relation`: by default, that of a keyword which allows less wherever it stands. */
export function change(
  keyword: string,
  was: string | undefined,
  is: string | undefined,
  relation: Relation = relationOf(is === undefined, was === undefined),
): SchemaChange[] {
  if (was === is) return [];
  const shown = (text: string | undefined) => text && shorten(text, shownCharacters);
  return [{ member: "", keyword, was: shown(was), is: shown(is), relation }];
}

/** `word` for what is there; the relation where it came, and where it is gone. */
export function presence(
  keyword: string,
  word: string,
  was: unknown,
  is: unknown,
  [came, gone]: readonly [Relation, Relation],
): SchemaChange[] {
  const shown = (one: unknown) => (one === undefined ? undefined : word);
  return change(keyword, shown(was), shown(is), is === undefined ? gone : came);
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

type Bound = number | bigint | undefined;

/** A larger minimum allows less. */
function boundChange(name: string, was: Bound, is: Bound): SchemaChange[] {
  if (was === is) return [];
  const isNarrower = was === undefined || (is !== undefined && is > was === name.startsWith("min"));
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

function shown(value: JsonScalar | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Of what is compared as a whole: two that differ may begin alike. */
export function wholeChange(keyword: string, was: Whole | undefined, is: Whole | undefined): SchemaChange[] {
  if (was?.same === is?.same) return [];
  const relation = relationOf(is === undefined, was === undefined);
  return [{ member: "", keyword, was: was?.shown, is: is?.shown, relation }];
}
