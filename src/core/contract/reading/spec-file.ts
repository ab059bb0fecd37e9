import { pointerTokens } from "#core/json/read.ts";
import type { SpecPlace } from "./spec-error.ts";

/** Plain data of a YAML or JSON document. Integers are bigints, so that no digit of a bound is lost. */
export type SpecValue = null | boolean | number | bigint | string | readonly SpecValue[] | SpecObject;
export interface SpecObject {
  readonly [name: string]: SpecValue | undefined;
}

/** One file of a document: its data, and where each part of it stands. */
export interface SpecFile {
  /** As people know it: a path or a URL. */
  readonly name: string;
  readonly url: URL;
  readonly value: SpecValue;
  /** How much it holds: its values, or the words and signs of YAML. */
  readonly size: number;
  /** The place of a JSON pointer; of its nearest ancestor when nothing is there. */
  place(pointer: string): SpecPlace;
}

/** Much behind the readers goes by recursion. */
export const maxDepth = 100;
/** Values, or words and signs of YAML: more take longer, and more memory, than any document that people wrote. */
export const mostInDocument = 1_000_000;

/**
 * Where a value begins in its text, or its name, as an offset, and where its parts do. It is kept in place of the tree of a parser,
 * which takes many times the memory. `names`: of an object's members.
 */
export type Mark =
  | number
  | {
      readonly start: number;
      readonly names: readonly string[] | undefined;
      readonly parts: readonly Mark[];
    };

/** How a text is read. */
export interface Bounds {
  /** A text with more is not read on: what it holds takes memory and time in proportion to it. */
  readonly most: number;
  /** Called now and then. */
  readonly onReading: () => void;
}

/** A value that was read, and where it stands. */
export interface Read {
  readonly value: SpecValue;
  readonly mark: Mark;
}

/** The same parts, in another place. */
export function movedTo(mark: Mark, start: number): Mark {
  return typeof mark === "number" ? start : { ...mark, start };
}

/** Of the value of a JSON pointer; of its nearest ancestor where nothing is there. */
export function offsetOf(root: Mark, pointer: string): number {
  let mark = root;
  for (const name of pointerTokens(pointer)) {
    if (typeof mark === "number") return mark;
    const part: Mark | undefined = mark.parts[indexOf(name, mark.names)];
    if (part === undefined) return mark.start;
    mark = part;
  }
  return typeof mark === "number" ? mark : mark.start;
}

/** Of thousands of names, each is looked up once. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function indexOf(name: string, names: readonly string[] | undefined): number {
  if (names === undefined) return Number(name);
  const known = indexes.get(names) ?? new Map(names.map((one, index) => [one, index]));
  indexes.set(names, known);
  return known.get(name) ?? -1;
}

export function isSpecObject(value: SpecValue | undefined): value is SpecObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSpecArray(value: SpecValue | undefined): value is readonly SpecValue[] {
  return Array.isArray(value);
}

/** An own member; a document may name its members `constructor` or `__proto__`. */
export function own(value: SpecValue | undefined, name: string): SpecValue | undefined {
  return isSpecObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The same for documents, or parts of them, that say the same. */
export function textWithBigInts(said: unknown): string {
  return JSON.stringify(said, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}
