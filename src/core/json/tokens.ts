import type { JsonSyntaxProblem } from "./json.ts";

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
export function scanString(
  text: string,
  start: number,
): Scanned<{ readonly value: string; readonly end: number }> {
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
export function scanNumber(text: string, start: number): Scanned<{ readonly end: number }> {
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

export function problem(message: string, offset: number): { readonly problem: JsonSyntaxProblem } {
  return { problem: { kind: "syntax", message, offset } };
}
