import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import type { JsonNode } from "#core/json/json.ts";
import { parseJson } from "#core/json/parse.ts";
import { pointerToken } from "#core/json/read.ts";

export interface BodyLine {
  readonly text: string;
  /** True if it belongs to the requested place. */
  readonly marked: boolean;
}

/** Deeper values, longer strings and further lines are truncated, not formatted. */
const deepest = 12;
const longestText = 300;
const mostLines = 20_000;

const largestJson = 256 * 1024;

/**
 * A body in lines. JSON is indented, with every digit of its numbers, and the value at `pointer` (RFC 6901) is marked,
 * or the nearest enclosing value if that is missing. Other text stays as it is. Every line is safe to display.
 */
export function bodyLines(text: string, pointer: string | undefined): BodyLine[] {
  if (text === "") return [];
  const parsed = text.length > largestJson ? undefined : parseJson(text, { maxValues: mostLines });
  if (parsed?.ok !== true) return plainLines(text, pointer !== undefined);
  const target = pointer === undefined ? undefined : nearestPointer(parsed.value, pointer);
  const lines: BodyLine[] = [];
  const add = (depth: number, text: string, marked: boolean): void => {
    lines.push({ text: "  ".repeat(depth) + text, marked });
  };

  const write = (node: JsonNode, place: Place): void => {
    const { depth, before, after, path } = place;
    const marked = place.marked || path === target;
    if (node.kind !== "array" && node.kind !== "object") {
      add(depth, before + inBrief(text.slice(node.start, node.end)) + after, marked);
      return;
    }
    const [open, close] = node.kind === "array" ? "[]" : "{}";
    const children = childrenOf(node);
    if (children.length === 0 || depth >= deepest) {
      add(depth, before + shorten(escapeForTerminal(text.slice(node.start, node.end)), 80) + after, marked);
      return;
    }
    add(depth, `${before}${open}`, marked);
    for (const [index, { name, token, value }] of children.entries()) {
      write(value, {
        depth: depth + 1,
        before: name === undefined ? "" : `${inBrief(JSON.stringify(name))}: `,
        after: index < children.length - 1 ? "," : "",
        path: `${path}/${token}`,
        // Marking the whole body says no more than marking its first line.
        marked: marked && path !== "",
      });
    }
    add(depth, `${close}${after}`, marked);
  };
  write(parsed.value, { depth: 0, before: "", after: "", path: "", marked: false });
  return lines;
}

interface Place {
  readonly depth: number;
  /** The field's name, and the comma after it. */
  readonly before: string;
  readonly after: string;
  readonly path: string;
  readonly marked: boolean;
}

function plainLines(text: string, marked: boolean): BodyLine[] {
  return text
    .slice(0, largestJson)
    .split(/\r?\n/u)
    .slice(0, mostLines)
    .map((line) => ({ text: inBrief(line), marked }));
}

function inBrief(text: string): string {
  return shorten(escapeForTerminal(text), longestText);
}

/** The values in an array or an object, each with its name, if it has one, and the token that leads to it. */
function childrenOf(node: JsonNode): { name: string | undefined; token: string; value: JsonNode }[] {
  if (node.kind === "array")
    return node.items.map((value, index) => ({ name: undefined, token: String(index), value }));
  if (node.kind !== "object") return [];
  return node.members.map(({ name, value }) => ({ name, token: pointerToken(name), value }));
}

/** The longest part of the pointer that leads to a value. */
function nearestPointer(root: JsonNode, pointer: string): string {
  let node = root;
  let path = "";
  for (const token of pointer.split("/").slice(1)) {
    const child = childrenOf(node).findLast((one) => one.token === token);
    if (child === undefined) return path;
    node = child.value;
    path += `/${token}`;
  }
  return path;
}
