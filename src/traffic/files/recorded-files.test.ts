import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { ReadState } from "#files/read-lines.ts";
import { withPlainBodies } from "../credentials.ts";
import { exchangesInHar } from "./har.ts";

const lines = [
  { name: ":status", value: "200" },
  { name: "Content-Type", value: "application/json" },
];
const host = { name: "Host", value: "pets.example" };
const request = { method: "GET", url: "https://pets.example/v1/pets", headers: [host] };
const content = { size: 2, text: "[]" };
const response = { status: 200, headers: lines, content, bodySize: 2 };
const entry = { startedDateTime: "2026-03-04T05:06:07.000Z", time: 12, request, response };

async function read(text: string, chunk = 7) {
  const state: ReadState = { isCut: false, tooLong: 0 };
  const bytes = Buffer.from(text);
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  })();
  const found = await Array.fromAsync(exchangesInHar(chunks, state));
  return { found, isCut: state.isCut };
}

const harOf = (...entries: readonly unknown[]) =>
  JSON.stringify({ log: { version: "1.2", creator: { name: "A", version: "1" }, pages: [{}], entries } });
const answered = async (given: object) => {
  const { found } = await read(harOf({ ...entry, response: { ...response, ...given } }));
  return found.at(-1);
};

test("an entry is an exchange, without the pseudo fields of HTTP/2, in whatever pieces it comes", async () => {
  const { found, isCut } = await read(harOf(entry, entry));
  const at = Date.parse(entry.startedDateTime);
  const exchange = {
    ...{ method: "GET", target: request.url, headers: [["Host", "pets.example"]], body: new Uint8Array() },
    unrecorded: "authorization",
    ...{ sentAtMs: at, endedAtMs: at + 12 },
    outcome: {
      ...{ kind: "answer", status: 200, headers: [["Content-Type", "application/json"]] },
      ...{ body: Buffer.from("[]"), isDecoded: true },
    },
  };
  expect(found).toEqual([
    { kind: "source", text: "HAR of A 1" },
    { kind: "exchange", exchange, line: 1 },
    { kind: "exchange", exchange, line: 2 },
  ]);
  expect(isCut).toBe(false);
});

test("a file that is cut anywhere has every whole entry before the cut", async () => {
  const whole = harOf(entry, entry, entry);
  for (let cut = 30; cut < whole.length - 1; cut += 41) {
    const { found, isCut } = await read(whole.slice(0, cut), 64);
    expect(isCut).toBe(true);
    const kept = found.filter(({ kind }) => kind === "exchange").length;
    expect(kept).toBe(whole.slice(0, cut).split('"bodySize":2}}').length - 1);
  }
});

test("what follows that is no JSON, or is nested too deep, ends the file there", async () => {
  const [begun] = harOf(entry, entry).split("]}}").slice(0, 1);
  for (const rest of [",<", `,{"a":${"[".repeat(100)}`]) {
    const { found, isCut } = await read(`${begun}${rest}`, 1 << 16);
    expect(isCut).toBe(true);
    expect(found.at(-1)?.kind).toBe("unreadable");
    expect(found.filter(({ kind }) => kind === "exchange")).toHaveLength(2);
  }
});

test("an entry that is none is named, and the others are read", async () => {
  const { found } = await read(
    harOf(7, { request: {}, response: 7 }, { ...entry, response: { status: "x" } }, entry),
  );
  const unreadable = Array(3).fill("unreadable");
  expect(found.map(({ kind }) => kind)).toEqual(["source", ...unreadable, "exchange"]);
  expect(found[2]).toEqual({ kind: "unreadable", why: "entry 2: response is not an object" });
});

/** What Content-Length announces, and what was kept. */
const announced = (length: string, text: string) => ({
  headers: [{ name: "content-length", value: length }],
  content: { text },
});

test.each([
  ["an empty text, which may not have been kept", { content: { size: 0, text: "" } }, undefined],
  ["an empty text and a length of 0", announced("0", ""), ""],
  ["no text", { content: { size: 40 } }, undefined],
  ["base64", { content: { text: "W10=", encoding: "base64" } }, "[]"],
  ["BASE64 in capitals", { content: { text: "W10=", encoding: "BASE64" } }, "[]"],
  ["base64 that is none", { content: { text: "%%", encoding: "base64" } }, undefined],
  ["another encoding", { content: { text: "W10=", encoding: "rot13" } }, undefined],
  ["less than its length", announced("9", "[1"), undefined],
  ["an array without an end", { content: { text: "[1,2" } }, undefined],
  ["a status without a body", { status: 204, content: {} }, ""],
])("a body with %s", async (_, given, body) => {
  const found = await answered(given);
  const outcome = found?.kind === "exchange" && found.exchange.outcome;
  const came = outcome && outcome.kind === "answer" ? outcome.body : new Uint8Array([0]);
  expect(came && Buffer.from(came).toString()).toBe(body);
});

test.each([
  ["status 0", { status: 0 }, "aborted"],
  ["Playwright's status", { status: -1, _failureText: "net::ERR_CONTENT_LENGTH_MISMATCH" }, "truncated"],
  ["an error after a status", { _error: "net::ERR_CONTENT_LENGTH_MISMATCH" }, "truncated"],
])("no whole answer: %s", async (_, given, kind) => {
  expect(await answered(given)).toMatchObject({
    exchange: { outcome: { kind: "failure", failure: { kind } } },
  });
});

test.each([
  ["a WebSocket", { ...entry, _resourceType: "websocket" }],
  ["Chromium's cache", { ...entry, _fromCache: "disk" }],
  ["Playwright's cache", { ...entry, response: { ...response, bodySize: -134 } }],
  ["Firefox's cache", { ...entry, _securityState: "secure" }],
  ["a service worker", { ...entry, _fetchedViaServiceWorker: true }],
  [
    "the browser's own redirect",
    { ...entry, response: { ...response, headers: [{ name: "Non-Authoritative-Reason", value: "HSTS" }] } },
  ],
])("what comes from %s is not the service's", async (_, one) => {
  expect((await read(harOf(one))).found.at(-1)?.kind).toBe("left-out");
});

test.each([
  ["an empty list", []],
  ["null", null],
  ["nothing", undefined],
])("header lines of which %s was kept are not recorded", async (_, headers) => {
  const { found } = await read(
    harOf({ ...entry, request: { ...request, headers }, response: { ...response, status: "200", headers } }),
  );
  expect(found.at(-1)).toMatchObject({
    exchange: { unrecorded: "headers", outcome: { status: 200, headers: [], recordedFields: [] } },
  });
});

test("a POST without its body is one whose body nobody knows", async () => {
  const posted = async (given: object) => {
    const { found } = await read(harOf({ ...entry, request: { ...request, method: "POST", ...given } }));
    const last = found.at(-1);
    return last?.kind === "exchange" ? last.exchange.body : "none";
  };
  expect(await posted({ bodySize: 20 })).toBeUndefined();
  expect(await posted({ bodySize: 20, postData: { text: "{}" } })).toEqual(Buffer.from("{}"));
  expect(await posted({ bodySize: 0 })).toEqual(new Uint8Array());
});

/** What came of a POST whose body, and whose answer's, are so coded. */
function plainBodies(coding: string, body: Uint8Array, isDecoded = false) {
  const headers: readonly HeaderLine[] = [["Content-Encoding", coding]];
  const exchange = withPlainBodies({
    ...{ method: "POST", target: "/pets", headers, body, sentAtMs: 0, endedAtMs: 1 },
    outcome: { kind: "answer", status: 201, headers, body, ...(isDecoded && { isDecoded }) },
  });
  const answer = exchange.outcome.kind === "answer" ? exchange.outcome.body : undefined;
  return [exchange.body, answer].map((bytes) => bytes && Buffer.from(bytes).toString());
}

test.each([
  ["as its receiver reads it", "gzip", gzipSync("[1]"), false, "[1]"],
  ["not recorded, if it is not what its coding says", "gzip", Buffer.from("[1]"), false, undefined],
  ["not recorded, if it is cut short", "gzip", gzipSync("[1,2,3]").subarray(0, -9), false, undefined],
  ["not recorded in a coding that is not known", "zstd", Buffer.from("[1]"), false, undefined],
  ["left as it is in a file, which holds it decoded", "gzip", Buffer.from("[1]"), true, "[1]"],
])("a body is %s", (_, coding, body, isDecoded, plain) => {
  expect(plainBodies(coding, body, isDecoded)).toEqual([plain, plain]);
});
