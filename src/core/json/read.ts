import type { JsonNode, JsonNumber } from "./json.ts";
import { isInteger } from "./number.ts";

/** How many repeated member names are reported; a hostile body may hold millions. */
const maxDuplicates = 20;

/** The member of that name: the last one, as `JSON.parse` takes it. Undefined when there is none, or no object. */
export function member(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  return node.members.findLast((m) => m.name === name)?.value;
}

/** JSON pointers (RFC 6901) of members whose name occurs more than once in its object, anywhere; at most 20. */
export function duplicateMembers(root: JsonNode): string[] {
  const found: string[] = [];
  const waiting: { readonly node: JsonNode; readonly path: Path | undefined }[] = [
    { node: root, path: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, path } = next;
    if (node.kind === "object") {
      const seen = new Map<string, number>();
      for (const m of node.members) {
        const times = (seen.get(m.name) ?? 0) + 1;
        seen.set(m.name, times);
        if (times === 2) found.push(pointerOf({ parent: path, token: m.name }));
        if (found.length === maxDuplicates) return found;
      }
    }
    // Pushed last to first, so that they are taken in the order of the text.
    for (const child of childrenOf(node).reverse()) {
      if (child.node.kind === "array" || child.node.kind === "object") {
        waiting.push({ node: child.node, path: { parent: path, token: child.token } });
      }
    }
  }
  return found;
}

/** How many values a text has: each scalar, array and object is one. */
export function valueCount(root: JsonNode): number {
  let count = 0;
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    count += 1;
    if (node.kind === "array") for (const item of node.items) waiting.push(item);
    if (node.kind === "object") for (const { value } of node.members) waiting.push(value);
  }
  return count;
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

/** One token of a JSON pointer, escaped. */
export function pointerToken(name: string | number): string {
  const text = String(name);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** Where the UTF-16 `offset` of `text` stands in its UTF-8 form, in bytes. */
export function byteOffset(text: string, offset: number): number {
  return new TextEncoder().encode(text.slice(0, offset)).length;
}

/** Plain JavaScript data, as a validator takes it. */
export type PlainJson = null | boolean | number | string | PlainJson[] | { [name: string]: PlainJson };

/**
 * Plain data for a schema validator. Of repeated members the last counts, as with `JSON.parse`.
 * A number is integral exactly when the JSON number is: integers may be rounded (compare by
 * `exactInteger`), and a fraction that a double would round to an integer becomes some fraction.
 * Objects have no prototype to reach: a member `__proto__` is an own property like any other.
 * Recursive: for nodes of `parseJson` under its default depth.
 */
export function toPlain(node: JsonNode): PlainJson {
  switch (node.kind) {
    case "literal":
    case "string":
      return node.value;
    case "number":
      return plainNumber(node);
    case "array":
      return node.items.map(toPlain);
    case "object": {
      const object: { [name: string]: PlainJson } = {};
      for (const m of node.members) {
        const value = toPlain(m.value);
        if (m.name === "__proto__") Object.defineProperty(object, m.name, { value, ...plainMember });
        else object[m.name] = value;
      }
      return object;
    }
  }
}

const plainMember = { configurable: true, enumerable: true, writable: true };

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

/** A path as a chain to the root, so that deep nesting costs no copies. */
interface Path {
  readonly parent: Path | undefined;
  readonly token: string;
}

function pointerOf(path: Path): string {
  const tokens: string[] = [];
  for (let step: Path | undefined = path; step !== undefined; step = step.parent) tokens.push(step.token);
  return tokens
    .reverse()
    .map((token) => `/${pointerToken(token)}`)
    .join("");
}

function childrenOf(node: JsonNode): { token: string; node: JsonNode }[] {
  if (node.kind === "array") return node.items.map((item, index) => ({ token: String(index), node: item }));
  if (node.kind === "object") return node.members.map((m) => ({ token: m.name, node: m.value }));
  return [];
}

/** The names on the way of a JSON pointer. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
