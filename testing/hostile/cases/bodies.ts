import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import type { Behaviours } from "../bed-server.ts";
import { always, edited, isList, json, petstore, plain, spoiled } from "../hostile-parts.ts";

/** 64 MiB of brackets; made only when a case needs it. */
const bomb = () => Buffer.alloc(64 * 1024 * 1024, "[");
const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const coded = (name: string, body: () => Uint8Array) => () =>
  always(json("200 OK", body(), [`Content-Encoding: ${name}`]));
/** The correct answers, their bodies in other bytes; `coding`: as their heads name them. */
const packed = (pack: (body: Uint8Array) => Uint8Array, coding?: string) =>
  spoiled(({ correct }) =>
    plain(correct, {
      headers: coding === undefined ? [] : [`Content-Encoding: ${coding}`],
      body: pack(correct.body),
    }),
  );

/** Content codings that lie or explode. */
const codings: Behaviours = {
  "gzip-bomb": coded("gzip", () => gzipSync(bomb())),
  "brotli-bomb": coded("br", () => brotli(bomb())),
  "gzip-in-gzip-bomb": coded("gzip, gzip", () => gzipSync(gzipSync(bomb()))),
  "fifty-codings": coded(Array.from({ length: 50 }, () => "gzip").join(", "), () => gzipSync("[]")),
  "gzip-in-name-only": packed((body) => body, "gzip"),
  "gzip-unsaid": packed((body) => gzipSync(body)),
  "gzip-cut-short": packed((body) => gzipSync(body).subarray(0, -10), "gzip"),
  "unknown-coding": packed((body) => body, "__proto__"),
  "raw-deflate": packed((body) => deflateRawSync(body), "deflate"),
};

/** The same body for everything. */
const body = (make: () => string | Uint8Array) => () => always(json("200 OK", make()));
const idsTo = (id: string) => edited((text) => text.replace(/"id":(\d+)/g, id));
/** Of the pets of others: a run's own bear its mark, but for the one of a digit and the one of emoji. */
const namesTo = (name: string) =>
  edited((text) => text.replace(/"name":"(?!=?conformance|🐕|\d")[^"]*"/g, () => `"name":${name}`));
/** Members in front of each pet's id. */
const beside = (members: string) => edited((text) => text.replaceAll('"id":', () => `${members}"id":`));

function pets(count: number): string {
  const pet = (n: number) =>
    `{"id":${n + 1},"name":"Rex ${n}","categoryId":1,"status":"available","x":"${n}"}`;
  return Array.from({ length: count }, (_, n) => pet(n)).join(",");
}

const manyMembers = Array.from({ length: 500 }, (_, n) => `"m${n}":${n},`).join("");

/** JSON that is wrong, or too much of it. */
const jsonBodies: Behaviours = {
  "million-levels": body(() => "[".repeat(1_000_000)),
  "million-levels-of-objects": body(() => `${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`),
  "hundred-megabytes": body(() => Buffer.alloc(100_000_000, "1,")),
  "million-values": body(() => `[${"1,".repeat(1_000_000)}1]`),
  "list-of-8-MB": body(() => `[${pets(90_000)}]`),
  "list-of-2-MB": body(() => `[${pets(24_000)}]`),
  "many-small-values": body(() => `[${"1,".repeat(30_000)}1]`),
  "long-number-beside": beside(`"weight":${"1".repeat(5000)},`),
  "deep-member-beside": beside(`"x":${"[".repeat(600)}${"]".repeat(600)},`),
  "created-names-of-a-megabyte": edited((text) =>
    text.replace(/"name":"(?=conformance)/g, () => `"name":"${"N".repeat(1_000_000)}`),
  ),
  "messages-of-a-megabyte": edited((text) =>
    text.replace(/"message":"/g, () => `"message":"${"\\u202e".repeat(160_000)}`),
  ),
  "pets-with-many-members": edited((text, exchanged) =>
    isList(exchanged) ? text.replaceAll('"id":', `${manyMembers}"id":`) : text,
  ),
  "one-long-string": body(() => `["${"a".repeat(4_000_000)}"]`),
  "hundred-thousand-names": body(() => `{${'"a":1,'.repeat(100_000)}"a":1}`),
  "hundred-thousand-digits": edited((text) => text.replace(/"id":\d+/, `"id":${"9".repeat(100_000)}`)),
  "huge-exponent": idsTo('"id":1e9999999999'),
  "huge-negative-exponent": idsTo('"id":1e-9999999999'),
  "duplicate-members": beside('"id":1,'),
  "proto-members": beside('"__proto__":{"id":1,"status":"sold"},"constructor":null,'),
  "only-proto": idsTo('"__proto__":{"id":$1}'),
  "lone-surrogates": namesTo('"\\ud800 and \\udfff"'),
  "nul-names": namesTo('"a\\u0000b"'),
  nan: idsTo('"id":NaN'),
  "byte-order-mark": edited((text) => `\uFEFF${text}`),
  "ids-around-2-53": () => petstore(undefined, { firstId: 2n ** 53n - 15n }),
  "ids-beyond-int64": idsTo('"id":9223372036854775808'),
  "raw-nul": edited((text) => `${text}\0`),
  "invalid-utf-8": spoiled((exchanged) => {
    if (!isList(exchanged)) return plain(exchanged.correct);
    const text = Buffer.from(exchanged.correct.body).toString("latin1");
    const spoilt = text.replace(/"name":"(?=[A-Z][a-z]+ \d+")/g, '"name":"\xe4\xff');
    return plain(exchanged.correct, { body: Buffer.from(spoilt, "latin1") });
  }),
  "utf-16": packed((body) => Buffer.from(`\uFEFF${Buffer.from(body)}`, "utf16le")),
};

export const bodies: Behaviours = { ...codings, ...jsonBodies };
