import { gzipSync } from "node:zlib";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { WireResponse } from "#core/exchange/transport/transport.ts";

// From a string of bytes, a response: much of it nearly right, since what is wholly wrong is refused at the door.

const statuses = [200, 201, 400, 401, 404, 429, 500, 204, 302, 999];
const bodies = [
  "[]",
  '[{"id":9007199254740993,"name":"Rex","categoryId":1,"status":"sold"}]',
  '{"id":1,"name":"conformance-0123456789abcdef0123-a","categoryId":1}',
  '{"code":"x","message":"y","status":404}',
  "null",
  '"text"',
  "",
].map((text) => Buffer.from(text));
/** What stands in JSON text at the places where parsers go wrong. */
const snippets = [
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  '"',
  "\\",
  "\\u",
  "\\ud800",
  "0",
  "-",
  "1e9999999999",
  "-0",
  "1.0",
  "null",
  "\u0000",
  "\ufeff",
  '"__proto__":{}',
  '"id":',
  '"status":',
  "9223372036854775808",
  "[[[[[[[[[[[[[[[[",
].map((text) => Buffer.from(text));
const names = [
  "Content-Type",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Date",
  "Deprecation",
  "Sunset",
  "WWW-Authenticate",
  "Content-Encoding",
  "Location",
  "X-A",
];
const values = [
  "application/json",
  "application/json; charset=utf-8",
  "text/html",
  "0",
  "60",
  "-1",
  "1e3",
  "9".repeat(40),
  "Wed, 04 Mar 2026 05:06:07 GMT",
  "Wed, 04 Mar 2026 05:06:60 GMT",
  "@1767225600",
  "true",
  "gzip",
  "br, gzip",
  "",
  "\xff",
];

/** Reads choices from the bytes; zeros when they are used up. */
export interface Tape {
  /** From 0 (inclusive) to `below`. */
  pick(below: number): number;
  rest(): Uint8Array;
}

export function tapeOf(bytes: Uint8Array): Tape {
  let at = 0;
  return { pick: (below) => (bytes[at++] ?? 0) % below, rest: () => bytes.subarray(at) };
}

export function responseFrom(tape: Tape): WireResponse {
  const headers: HeaderLine[] = Array.from({ length: tape.pick(6) }, () => [
    names[tape.pick(names.length)] ?? "",
    values[tape.pick(values.length)] ?? "",
  ]);
  const status = statuses[tape.pick(statuses.length)] ?? 200;
  return { kind: "response", status, headers, body: bodyFrom(tape) };
}

function bodyFrom(tape: Tape): Uint8Array {
  let body = bodies[tape.pick(bodies.length)] ?? Buffer.alloc(0);
  for (let edits = tape.pick(4); edits > 0; edits -= 1) {
    const at = tape.pick(body.length + 1);
    const snippet = snippets[tape.pick(snippets.length)] ?? Buffer.alloc(0);
    const left = body.subarray(at + tape.pick(3));
    body = Buffer.concat([body.subarray(0, at), snippet, left]);
  }
  if (tape.pick(4) === 0) body = Buffer.concat([body, tape.rest()]);
  return tape.pick(32) === 1 ? gzipSync(body) : body;
}
