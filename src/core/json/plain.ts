import { derivedFrom } from "../memory/derived-from.ts";

/** Plain data of a YAML or JSON document. Integers are bigints, so that no digit of a bound is lost. */
export type PlainValue = null | boolean | number | bigint | string | readonly PlainValue[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: PlainValue | undefined;
}

/** Much behind the readers goes by recursion. */
export const maxDepth = 100;

// With at most so much, reading and comparing stay within 500 MB.

/** Words and signs of YAML. */
export const mostInDocument = 1_000_000;
/** In two documents that are held beside each other. */
export const mostInTwoDocuments = 1_500_000;
/** What is kept of a value takes as much memory as so many of them do. */
export const wordsOfValue = 4;
/** Values, an alias counted as often as it stands for something. */
export const mostValues = mostInDocument / wordsOfValue;

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

export interface Read {
  readonly value: PlainValue;
  readonly mark: Mark;
}

/** `size`: how much the text holds, in words and signs of YAML. */
export interface SizedRead extends Read {
  readonly size: number;
}

export interface YamlBounds {
  /** A text with more is not read on: what it holds takes memory and time in proportion to it. Default `mostInDocument`. */
  readonly most?: number | undefined;
  /** Of YAML: with `failsafe`, every plain value stays text. */
  readonly schema?: "core" | "failsafe";
}

export class YamlFault extends Error {
  readonly offset: number;
  /** Whether nothing is wrong but that it is too much. */
  readonly isTooMuch: boolean;

  constructor(problem: string, offset: number, { isTooMuch = false } = {}) {
    super(problem);
    this.offset = offset;
    this.isTooMuch = isTooMuch;
  }
}

/** Of the member or item that these names lead to; of its nearest ancestor where nothing is there. */
export function offsetOf(root: Mark, names: readonly string[]): number {
  let mark = root;
  for (const name of names) {
    if (typeof mark === "number") return mark;
    const place = mark.names === undefined ? Number(name) : placesOf(mark.names).get(name);
    mark = mark.parts[place ?? -1] ?? mark.start;
  }
  return typeof mark === "number" ? mark : mark.start;
}

/** Of thousands of names, each is looked up once. */
const placesOf = derivedFrom((names: readonly string[]) => new Map(names.map((name, at) => [name, at])));

export function isPlainObject(value: PlainValue | undefined): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isPlainArray(value: PlainValue | undefined): value is readonly PlainValue[] {
  return Array.isArray(value);
}

/** An own member; a document may name its members `constructor` or `__proto__`. */
export function own(value: PlainValue | undefined, name: string): PlainValue | undefined {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** What these names lead to, each an own member of what the one before leads to. */
export function memberAt(value: PlainValue | undefined, ...names: readonly string[]): PlainValue | undefined {
  return names.reduce((holder, name) => own(holder, name), value);
}

/** Turns an offset of a text into its line and column, both from 1. */
export function linesOf(
  text: string,
): (offset: number) => { readonly line: number; readonly column: number } {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    const line = lineAt(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The line of an offset, from 0. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The same for documents, or parts of them, that say the same. */
export function textWithBigInts(said: unknown): string {
  return JSON.stringify(said, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}
