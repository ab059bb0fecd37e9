import { createHash } from "node:crypto";

const digest = (n: number) => createHash("sha512").update(String(n)).digest("base64url");

/** Keys that are nobody's word: no form of them may be in anything that is written. */
export const strangeKeys: Readonly<Record<string, string>> = {
  "base64url characters": "sk_live-7aB9xQ2zT5rW8pLmK4vN",
  "hex digits": "5f2c9a7d41e80b36a1c4f7d2e9b05c83",
  "a UUID": "6b1f0e97-3c5d-4a82-9e10-7f2b8c64d5a3",
  "regex characters": "a.*+?^x(k){2}[e]|y\\d-key",
  dollars: "$&k$1$$e$'y$`$<a>-29xz7",
  "percent signs": "%41b%25c-k%zz%e9y%7Bq2",
  "base64 of a text": "c2stbGl2ZS03YUI5eFEyelQ1clc4cExt",
  quotes: `'q"u'o"t'e"d-k'e"y-47`,
  backslashes: String.raw`k\n\u0041\\e\"y\x-5812`,
  markup: "<k>&amp;e&#121;</k>&lt;61z",
  "a number": "41234567890123",
  "a number beyond 64 bits": "9641753086429753197",
  "a negative decimal": "-73519284.61503e7",
  "a JSON object": '{"a":["bcdefgh",true,12345678]}',
  "a JSON array": '["k7x2","q9w4",null,[61,82]]',
  "one letter": "q".repeat(127),
  "two letters by turns": "xq".repeat(60),
  "a token of three parts": `${digest(1).slice(0, 36)}.${digest(2).slice(0, 60)}.${digest(3).slice(0, 43)}`,
  "a thousand characters": Array.from({ length: 12 }, (_, n) => digest(n))
    .join("")
    .slice(0, 1000),
  "a user and a password": "me:p4ss-w0rd:z8",
  "a scheme before it": "Bearer:Bearer:k7x2q9",
  "a placeholder of ours": "k7x2[redacted]q9w4z8",
  "the same backwards": "k7x2q9w44w9q2x7k",
  "8 characters": "k7-x2_q9",
  "15 characters": "k7x2q9w4z8v1p5m",
  "16 characters": "k7x2q9w4z8v1p5m3",
  "control pictures": "k|7~x`2^q{9}w;4,z",
};

/** Keys that are words which a correct service writes, or which our own files hold. */
export const ordinaryKeys: readonly string[] = [
  ...["conformance", "available", "application", "application/json", "categoryId", "127.0.0.1"],
  ...["Content-Type", "X-RateLimit-Remaining", "CREATE-10", "interrupted", "non-conforming", "exchange"],
  ...["reference.localhost", "base64", "status", "true", "200", "null", "limit"],
];
