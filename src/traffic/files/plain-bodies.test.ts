import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { withPlainBodies } from "../credentials.ts";

const coded = (coding: string): readonly HeaderLine[] => [["Content-Encoding", coding]];

function wire(coding: string, body: Uint8Array, isDecoded?: true): WireExchange {
  return {
    ...{ method: "POST", target: "/pets", headers: coded(coding), body, sentAtMs: 0, endedAtMs: 1 },
    outcome: { kind: "answer", status: 201, headers: coded(coding), body, ...(isDecoded && { isDecoded }) },
  };
}

const bodiesOf = ({ body, outcome }: WireExchange) =>
  [body, outcome.kind === "answer" ? outcome.body : undefined].map(
    (bytes) => bytes && Buffer.from(bytes).toString(),
  );

test("bodies are as their receivers read them, whichever side sent them", () => {
  expect(bodiesOf(withPlainBodies(wire("gzip", gzipSync("[1]"))))).toEqual(["[1]", "[1]"]);
});

test.each([
  ["is not what its coding says", "gzip", Buffer.from("[1]")],
  ["is cut short", "gzip", gzipSync("[1,2,3]").subarray(0, -9)],
  ["is in a coding that is not known", "zstd", Buffer.from("[1]")],
])("a body that %s counts as not recorded", (_, coding, body) => {
  expect(bodiesOf(withPlainBodies(wire(coding, body)))).toEqual([undefined, undefined]);
});

test("what a file holds is decoded already", () => {
  expect(bodiesOf(withPlainBodies(wire("gzip", Buffer.from("[1]"), true)))).toEqual(["[1]", "[1]"]);
});
