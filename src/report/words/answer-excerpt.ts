import type { Place } from "#core/check/results/verdict.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import { textOf, type WireExchange } from "#core/exchange/wire-exchange.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { type JsonNode, pointerToken, resolvePointer } from "#core/json/read.ts";
import { placeInWords } from "./sentences.ts";

const shownLines = 3;

/** Characters of a body that is shown in one line. */
const longestBody = 500;

/** Characters shown before the place where a body stops being JSON. */
const shownBefore = 30;

/** A longer body is not parsed. */
const longestRead = 256 * 1024;

type Parsed = ReturnType<typeof parseJson> | undefined;

/** Line breaks in escaped text, with the indentation that follows them. */
const lineBreaks = /(?<!\\)(?:\\r)?\\n *\s*/g;

/** A few lines of an answer, safe to display, with the place marked. */
export function answerExcerpt({ outcome }: WireExchange, place: Place | undefined): readonly BodyLine[] {
  if (outcome.kind === "failure")
    return [{ text: escapeForTerminal(`no answer: ${outcome.failure.message}`), marked: true }];
  const { status, headers } = outcome;
  const text = textOf(outcome.body);
  if (place?.in === "header") {
    const name = escapeForTerminal(place.name);
    const lines = headerValues(headers, place.name).map((value) => `${name}: ${escapeForTerminal(value)}`);
    const shown = lines.length === 0 ? [`(no header ${name})`] : lines.slice(0, shownLines - 1);
    return [
      { text: `HTTP status ${status}`, marked: false },
      ...shown.map((line) => ({ text: line, marked: true })),
    ];
  }
  const parsed = text.length > longestRead ? undefined : parseJson(text);
  if (place?.in === "body" && place.pointer !== "")
    return missingField(text, parsed, place.pointer) ?? aroundTheMark(bodyLines(text, place.pointer));
  const broken = place?.in === "body" ? whereJsonBreaks(text, parsed) : undefined;
  if (broken !== undefined) return broken;
  const body = escapeForTerminal(text.slice(0, longestBody)).replace(lineBreaks, " ");
  const inOneLine = body === "" ? "(no body)" : `${itemCount(parsed)}${body}`;
  return [{ text: place?.in === "status" ? `${status} ${inOneLine}` : inOneLine, marked: true }];
}

/** The text around the place where a body that begins like JSON stops being JSON; undefined where the body needs no such excerpt. */
function whereJsonBreaks(text: string, body: Parsed): readonly BodyLine[] | undefined {
  if (!/^\s*[[{]/.test(text) || body?.ok !== false || body.problem.kind !== "syntax") return undefined;
  const { message, offset } = body.problem;
  const from = Math.max(0, offset - shownBefore);
  const shown = escapeForTerminal(text.slice(from, offset + longestBody)).replace(lineBreaks, " ");
  return [
    { text: `not JSON from character ${offset + 1} on: ${message}`, marked: false },
    { text: `${from === 0 ? "" : "…"}${shown}`, marked: true },
  ];
}

/** The object that has no such field, and what is missing in it; undefined where the pointer leads to a value. */
function missingField(text: string, body: Parsed, pointer: string): readonly BodyLine[] | undefined {
  if (body?.ok !== true || resolvePointer(body.value, pointer) !== undefined) return undefined;
  const parent = resolvePointer(body.value, pointer.slice(0, pointer.lastIndexOf("/")));
  if (parent?.kind !== "object") return undefined;
  const object = escapeForTerminal(text.slice(parent.start, parent.end).slice(0, longestBody));
  const name = placeInWords({ in: "body", pointer: pointer.slice(pointer.lastIndexOf("/")) });
  // A longer object is cut off, and the field with the other name may stand behind that.
  const names = object.length > longestFolded ? parent.members.map((one) => one.name) : [];
  const others = shorten(escapeForTerminal(names.join(", ")), longestFolded);
  return [
    { text: object.replace(lineBreaks, " "), marked: false },
    { text: `(no ${escapeForTerminal(name)}${others && `; it has ${others}`})`, marked: true },
  ];
}

/** How many items a list has: it may not fit in the line. */
function itemCount(body: Parsed): string {
  return body?.ok === true && body.value.kind === "array" && body.value.items.length > 1
    ? `(${body.value.items.length} items) `
    : "";
}

/** The marked line and one on either side; the first lines if several are marked. */
function aroundTheMark(lines: readonly BodyLine[]): readonly BodyLine[] {
  if (lines.length === 0) return [{ text: "(no body)", marked: true }];
  const marked = lines.findIndex((line) => line.marked);
  const before = lines[marked + 1]?.marked === true ? 0 : 1;
  const first = Math.max(0, Math.min(marked - before, lines.length - shownLines));
  return lines.slice(first, first + shownLines);
}

interface BodyLine {
  readonly text: string;
  /** True if it belongs to the requested place. */
  readonly marked: boolean;
}

/** Deeper values, longer strings and further lines are truncated, not formatted. */
const deepest = 12;
const longestText = 300;
const longestFolded = 80;
const mostLines = 20_000;

/**
 * A body in lines. JSON is indented, with every digit of its numbers, and the value at `pointer` (RFC 6901) is marked,
 * or the nearest enclosing value if that is missing. Other text stays as it is. Every line is safe to display.
 */
export function bodyLines(text: string, pointer: string | undefined): BodyLine[] {
  if (text === "") return [];
  const parsed = text.length > longestRead ? undefined : parseJson(text, { maxValues: mostLines });
  if (parsed?.ok !== true) return plainLines(text, pointer !== undefined);
  const target = pointer === undefined ? undefined : nearestPointer(parsed.value, pointer);
  const lines: BodyLine[] = [];
  const write = (node: JsonNode, place: LinePlace): void => {
    const { depth, before, after, path } = place;
    const marked = place.marked || path === target;
    const add = (line: string) => lines.push({ text: "  ".repeat(depth) + line, marked });
    const children = childrenOf(node);
    const isContainer = node.kind === "array" || node.kind === "object";
    if (children.length === 0 || depth >= deepest) {
      const whole = escapeForTerminal(text.slice(node.start, node.end));
      add(before + shorten(whole, isContainer ? longestFolded : longestText) + after);
      return;
    }
    const [open, close] = node.kind === "array" ? "[]" : "{}";
    add(`${before}${open}`);
    for (const [index, { name, value }] of children.entries()) {
      write(value, {
        depth: depth + 1,
        before: name === undefined ? "" : `${inBrief(JSON.stringify(name))}: `,
        after: index < children.length - 1 ? "," : "",
        path: `${path}/${pointerToken(name ?? index)}`,
        // Marking the whole body says no more than marking its first line.
        marked: marked && path !== "",
      });
    }
    add(`${close}${after}`);
  };
  write(parsed.value, { depth: 0, before: "", after: "", path: "", marked: false });
  return lines;
}

interface LinePlace {
  readonly depth: number;
  /** The field's name, and the comma after it. */
  readonly before: string;
  readonly after: string;
  readonly path: string;
  readonly marked: boolean;
}

function plainLines(text: string, marked: boolean): BodyLine[] {
  return text
    .slice(0, longestRead)
    .split(/\r?\n/u)
    .slice(0, mostLines)
    .map((line) => ({ text: inBrief(line), marked }));
}

function inBrief(text: string): string {
  return shorten(escapeForTerminal(text), longestText);
}

/** The values in an array or an object, each with its name, if it has one. */
function childrenOf(node: JsonNode): readonly { readonly name?: string; readonly value: JsonNode }[] {
  if (node.kind === "array") return node.items.map((value) => ({ value }));
  return node.kind === "object" ? node.members : [];
}

/** The longest part of the pointer that leads to a value. */
function nearestPointer(root: JsonNode, pointer: string): string {
  let path = pointer;
  while (resolvePointer(root, path) === undefined) path = path.slice(0, path.lastIndexOf("/"));
  return path;
}
