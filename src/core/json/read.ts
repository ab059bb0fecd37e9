import { canonicalNumber, exactInteger, isInteger } from "./number.ts";
import type { WritableJson } from "./write.ts";

/**
 * A JSON text (RFC 8259) kept without loss: numbers as their digits, members in order with repeated names, and where each
 * value stands in the text. Offsets count UTF-16 units.
 */
export type JsonNode = JsonLiteral | JsonNumber | JsonString | JsonArray | JsonObject;

interface Placed {
  /** Where the value begins (inclusive) and ends (exclusive) in the text. */
  readonly start: number;
  readonly end: number;
}

interface JsonLiteral extends Placed {
  readonly kind: "literal";
  readonly value: null | true | false;
}

interface JsonNumber extends Placed {
  readonly kind: "number";
  /**
   * The characters as they stood, for example `9007199254740993` or `1.0`. Of more than 4096 the first, and `…`, which
   * ends no number: it is exact to nobody, and its text stays JSON.
   */
  readonly raw: string;
}

interface JsonString extends Placed {
  readonly kind: "string";
  readonly value: string;
}

interface JsonArray extends Placed {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
}

export interface JsonObject extends Placed {
  readonly kind: "object";
  /** In the order of the text; a name may occur more than once. */
  readonly members: readonly JsonMember[];
}

/** Why a text is not JSON, or is more than is read. */
export interface JsonSyntaxProblem {
  readonly kind: "syntax" | "too-deep" | "too-many-values";
  /** One sentence, without any of the text itself. */
  readonly message: string;
  readonly offset: number;
}

/** `values`: how many values the text has, those inside others included. */
export type JsonParseResult =
  | { readonly ok: true; readonly value: JsonNode; readonly values: number }
  | { readonly ok: false; readonly problem: JsonSyntaxProblem };

/** How many repeated member names are reported; a hostile body may hold millions. */
const maxDuplicates = 20;

/** The member of that name: the last one, as `JSON.parse` takes it. Undefined when there is none, or no object. */
export function member(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  return node.members.findLast((m) => m.name === name)?.value;
}

export function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}

/** The integer that a number is, to the digit; undefined for anything else. */
export function integerOf(node: JsonNode | undefined): bigint | undefined {
  return node?.kind === "number" ? exactInteger(node.raw) : undefined;
}

/**
 * JSON pointers (RFC 6901) of members whose name occurs more than once in its object, anywhere; at most 20. Recursive: for
 * nodes of `parseJson` under its default depth.
 */
export function duplicateMembers(root: JsonNode): string[] {
  const found: string[] = [];
  const visit = (node: JsonNode, pointer: string): void => {
    if (found.length === maxDuplicates) return;
    if (node.kind === "array")
      for (const [index, item] of node.items.entries()) visit(item, `${pointer}/${index}`);
    if (node.kind !== "object") return;
    const times = new Map<string, number>();
    for (const { name } of node.members) {
      times.set(name, (times.get(name) ?? 0) + 1);
      if (times.get(name) === 2 && found.length < maxDuplicates)
        found.push(`${pointer}/${pointerToken(name)}`);
    }
    for (const { name, value } of node.members) visit(value, `${pointer}/${pointerToken(name)}`);
  };
  visit(root, "");
  return found;
}

/** Every value of a text: each scalar, array and object is one. In no order that says anything. */
export function* valuesIn(root: JsonNode): Generator<JsonNode, void> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if (node.kind === "array") for (const item of node.items) waiting.push(item);
    if (node.kind === "object") for (const { value } of node.members) waiting.push(value);
  }
}

/** The value that a JSON pointer (RFC 6901) leads to; undefined when it leads nowhere. */
export function resolvePointer(root: JsonNode, pointer: string): JsonNode | undefined {
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  let node: JsonNode | undefined = root;
  for (const token of pointerTokens(pointer)) {
    if (node?.kind === "array")
      node = /^(0|[1-9][0-9]*)$/.test(token) ? node.items[Number(token)] : undefined;
    else node = member(node, token);
  }
  return node;
}

export function pointerToken(name: string | number): string {
  const text = String(name);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/**
 * Plain data for a schema validator. Of repeated members the last counts, as with `JSON.parse`.
 * A number is integral exactly when the JSON number is: integers may be rounded (compare by
 * `exactInteger`), and a fraction that a double would round to an integer becomes some fraction.
 * Objects have no prototype to reach: a member `__proto__` is an own property like any other.
 * Recursive: for nodes of `parseJson` under its default depth.
 */
export function toPlain(node: JsonNode): WritableJson {
  switch (node.kind) {
    case "literal":
    case "string":
      return node.value;
    case "number":
      return plainNumber(node);
    case "array":
      return node.items.map(toPlain);
    case "object":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, toPlain(value)]));
  }
}

function plainNumber({ raw }: JsonNumber): number {
  const rounded = Number(raw.replace("…", ""));
  if (isInteger(raw) || /^-?[0-9]+…$/.test(raw)) {
    // Infinity is no integer to a validator; the largest double is, and lies on the same side of every bound.
    return Number.isFinite(rounded) ? rounded : Math.sign(rounded) * Number.MAX_VALUE;
  }
  if (!Number.isInteger(rounded) && Number.isFinite(rounded)) return rounded;
  return fractionNear(rounded);
}

/** A fraction beside `rounded`: near enough for a message, and never integral. */
function fractionNear(rounded: number): number {
  const largest = 2 ** 51 + 0.5; // beyond it doubles have no halves
  if (Math.abs(rounded) >= largest) return Math.sign(rounded) * largest;
  return rounded < 0 ? rounded - 0.5 : rounded + 0.5;
}

export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * The same text for the same value, as JSON Schema compares them: numbers by what they denote, members in any order, the
 * last of those of one name.
 */
export function canonicalText(node: JsonNode): string {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return canonicalNumber(node.raw);
    case "string":
      return JSON.stringify(node.value);
    case "array":
      return `[${node.items.map(canonicalText).join()}]`;
    case "object": {
      const last = new Map(node.members.map(({ name, value }) => [name, canonicalText(value)]));
      const members = [...last].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
      return `{${members.sort().join()}}`;
    }
  }
}
