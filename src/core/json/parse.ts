import type { JsonMember, JsonNode, JsonParseResult, JsonSyntaxProblem } from "./json.ts";

interface JsonBounds {
  /** How many arrays and objects may stand inside one another. Default 512. */
  readonly maxDepth?: number;
  /** How many values the whole text may have. Default 250,000: some 30 MB as nodes. */
  readonly maxValues?: number;
}

interface OpenArray {
  readonly kind: "array";
  readonly start: number;
  readonly items: JsonNode[];
}

interface OpenObject {
  readonly kind: "object";
  readonly start: number;
  readonly members: JsonMember[];
  /** The name whose value is being read. */
  name: string;
}

const literals = [
  ["null", null],
  ["true", true],
  ["false", false],
] as const;

/**
 * Reads a JSON text as RFC 8259 has it: no byte order mark, comments, trailing commas or single quotes.
 * Surrogate escapes without a partner are kept. Linear in the text, without recursion; never throws.
 */
export function parseJson(text: string, bounds: JsonBounds = {}): JsonParseResult {
  const maxDepth = bounds.maxDepth ?? 512;
  const maxValues = bounds.maxValues ?? 250_000;
  let values = 0;
  const open: (OpenArray | OpenObject)[] = [];
  let at = skipBlanks(text, 0);

  for (;;) {
    // A value begins at `at`.
    values += 1;
    if (values > maxValues)
      return failed("too-many-values", `the text has more than ${maxValues} values`, at);
    let value: JsonNode;
    const first = text[at];
    if (first === "[" || first === "{") {
      if (open.length >= maxDepth) {
        return failed("too-deep", `arrays and objects are nested more than ${maxDepth} levels deep`, at);
      }
      const start = at;
      at = skipBlanks(text, at + 1);
      if (first === "[") {
        if (text[at] !== "]") {
          open.push({ kind: "array", start, items: [] });
          continue;
        }
        at += 1;
        value = { kind: "array", items: [], start, end: at };
      } else if (text[at] !== "}") {
        const name = readName(text, at);
        if ("problem" in name) return { ok: false, problem: name.problem };
        open.push({ kind: "object", start, members: [], name: name.value });
        at = name.end;
        continue;
      } else {
        at += 1;
        value = { kind: "object", members: [], start, end: at };
      }
    } else {
      const scalar = readScalar(text, at);
      if ("problem" in scalar) return { ok: false, problem: scalar.problem };
      value = scalar;
      at = scalar.end;
    }

    // A value has ended: close what ends with it, then go to the next value.
    for (;;) {
      at = skipBlanks(text, at);
      const parent = open.at(-1);
      if (parent === undefined) {
        return at === text.length
          ? { ok: true, value, values }
          : failed("syntax", "there is text after the value", at);
      }
      const next = text[at];
      if (parent.kind === "array") parent.items.push(value);
      else parent.members.push({ name: parent.name, value });
      if (next === ",") {
        at = skipBlanks(text, at + 1);
        if (parent.kind === "object") {
          const name = readName(text, at);
          if ("problem" in name) return { ok: false, problem: name.problem };
          parent.name = name.value;
          at = name.end;
        }
        break;
      }
      if (next !== (parent.kind === "array" ? "]" : "}")) {
        const wanted = parent.kind === "array" ? "a comma or ] in an array" : "a comma or } in an object";
        return failed("syntax", `expected ${wanted}${atEnd(text, at)}`, at);
      }
      at += 1;
      open.pop();
      value =
        parent.kind === "array"
          ? { kind: "array", items: parent.items, start: parent.start, end: at }
          : { kind: "object", members: parent.members, start: parent.start, end: at };
    }
  }
}

function readName(
  text: string,
  at: number,
): { readonly value: string; readonly end: number } | { readonly problem: JsonSyntaxProblem } {
  if (text[at] !== '"') return problem(`expected a member name${atEnd(text, at)}`, at);
  const name = scanString(text, at);
  if ("problem" in name) return name;
  const colon = skipBlanks(text, name.end);
  if (text[colon] !== ":") return problem(`expected a colon after a member name${atEnd(text, colon)}`, colon);
  return { value: name.value, end: skipBlanks(text, colon + 1) };
}

/** Longer numbers are not reckoned with: time for each digit grows with their count. */
const maxNumberLength = 4096;

function rawNumber(text: string, from: number, to: number): string {
  return to - from > maxNumberLength ? `${text.slice(from, from + maxNumberLength)}…` : text.slice(from, to);
}

function readScalar(text: string, at: number): JsonNode | { readonly problem: JsonSyntaxProblem } {
  const first = text[at];
  if (first === '"') {
    const string = scanString(text, at);
    return "problem" in string ? string : { kind: "string", value: string.value, start: at, end: string.end };
  }
  if (first !== undefined && (first === "-" || (first >= "0" && first <= "9"))) {
    const number = scanNumber(text, at);
    return "problem" in number
      ? number
      : { kind: "number", raw: rawNumber(text, at, number.end), start: at, end: number.end };
  }
  for (const [word, value] of literals) {
    if (text.startsWith(word, at)) return { kind: "literal", value, start: at, end: at + word.length };
  }
  return problem(`expected a value${atEnd(text, at)}`, at);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

function atEnd(text: string, at: number): string {
  return at >= text.length ? "; the text ends here" : "";
}

function failed(kind: JsonSyntaxProblem["kind"], message: string, offset: number): JsonParseResult {
  return { ok: false, problem: { kind, message, offset } };
}

type Scanned<T> = T | { readonly problem: JsonSyntaxProblem };

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** The string whose opening quote stands at `start` (RFC 8259, section 7); `end` is after its closing quote. */
function scanString(text: string, start: number): Scanned<{ readonly value: string; readonly end: number }> {
  let at = start + 1;
  let plainFrom = at;
  const parts: string[] = [];
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return problem("a string is not closed", at);
    if (code < 0x20) return problem("a string holds an unescaped control character", at);
    if (code === 0x22) break;
    if (code !== 0x5c) {
      at += 1;
      continue;
    }
    if (at > plainFrom) parts.push(text.slice(plainFrom, at));
    const letter = text[at + 1] ?? "";
    const hex = letter === "u" ? text.slice(at + 2, at + 6) : "";
    const meant =
      letter === "u" ? hexUnit(hex) : Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (meant === undefined) return problem("an escape in a string is not one that JSON has", at);
    parts.push(meant);
    at += letter === "u" ? 6 : 2;
    plainFrom = at;
  }
  const last = text.slice(plainFrom, at);
  return { value: parts.length === 0 ? last : parts.join("") + last, end: at + 1 };
}

function hexUnit(hex: string): string | undefined {
  return /^[0-9a-fA-F]{4}$/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : undefined;
}

/** The number that begins at `start` (RFC 8259, section 6). */
function scanNumber(text: string, start: number): Scanned<{ readonly end: number }> {
  let at = text[start] === "-" ? start + 1 : start;
  const whole = digitsEnd(text, at);
  if (whole === at) return problem("expected a digit in a number", at);
  if (text[at] === "0" && whole > at + 1) return problem("a number has a leading zero", at);
  at = whole;
  if (text[at] === ".") {
    const fraction = digitsEnd(text, at + 1);
    if (fraction === at + 1) return problem("expected a digit after the decimal point", fraction);
    at = fraction;
  }
  if (text[at] === "e" || text[at] === "E") {
    const sign = text[at + 1];
    const from = sign === "+" || sign === "-" ? at + 2 : at + 1;
    const exponent = digitsEnd(text, from);
    if (exponent === from) return problem("expected a digit in an exponent", from);
    at = exponent;
  }
  return { end: at };
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!(code >= 0x30 && code <= 0x39)) return at;
    at += 1;
  }
}

function problem(message: string, offset: number): { readonly problem: JsonSyntaxProblem } {
  return { problem: { kind: "syntax", message, offset } };
}
