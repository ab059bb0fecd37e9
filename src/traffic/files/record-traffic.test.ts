import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { createNumberedSecrets } from "#core/secrets/numbered-secrets.ts";
import schema from "../traffic.schema.json" with { type: "json" };
import { recordedLine } from "./record-traffic.ts";
import { readExchange } from "./traffic-line.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isOfSchema = ajv.compile(schema);

const key = "a-key-of-the-traffic-1";
const base = new URL("https://pets.example/v1");
const bytes = new Uint8Array([0x5b, 0xff, 0x5d]);
const exchange: WireExchange = {
  ...{ method: "POST", target: "/pets?limit=1", headers: [["Authorization", `Bearer ${key}`]], body: bytes },
  ...{ sentAtMs: 1000, endedAtMs: 1020 },
  outcome: {
    kind: "answer",
    status: 200,
    headers: [
      ["X-A", "1"],
      ["x-a", "é"],
    ],
    body: Buffer.from('[{"id":9007199254740993}]'),
  },
};

function lineOf(given: Partial<WireExchange>): string {
  const line = recordedLine({ ...exchange, ...given }, base, createNumberedSecrets(), new Set());
  expect(isOfSchema(JSON.parse(line)), JSON.stringify(isOfSchema.errors)).toBe(true);
  return line;
}

test("what was recorded is read again as it was, but for the key", () => {
  const { target, ...others } = exchange;
  expect(readExchange(JSON.parse(lineOf({})))).toEqual({
    ...{
      ...others,
      url: `/v1${target}`,
      headers: [["Authorization", "Bearer {key 1}"]],
      body: Buffer.from(bytes),
    },
    outcome: { ...exchange.outcome, isDecoded: true },
  });
  const failure = { kind: "reset", phase: "headers", message: "m" } as const;
  const failed = { outcome: { kind: "failure", failure }, target: "https://pets.example/other" } as const;
  expect(readExchange(JSON.parse(lineOf(failed)))).toMatchObject({
    url: failed.target,
    outcome: failed.outcome,
  });
});

test("a secret is found behind a content coding, and a body whose coding cannot be undone is not kept", () => {
  const coded = (body: Uint8Array) =>
    lineOf({ outcome: { kind: "answer", status: 200, headers: [["Content-Encoding", "gzip"]], body } });
  expect(coded(gzipSync(`you sent ${key}`))).toContain('"body":{"utf8":"you sent {key 1}"}');
  expect(coded(Buffer.from(`you sent ${key}`))).not.toContain('"response":{"body"');
  expect(coded(Buffer.from(`you sent ${key}`))).not.toContain(key);
});

test("no credential is kept, wherever it was sent, and whatever the service makes of it", () => {
  const basic = Buffer.from(`me:${key}`).toString("base64");
  const outcome: WireExchange["outcome"] = {
    ...{ kind: "answer", status: 200, headers: [["Set-Cookie", `sid=${key}-cookie; Path=/`]] },
    body: Buffer.from(
      `${Buffer.from(key).toString("base64")} ${key.toUpperCase()} ${encodeURIComponent(key)}`,
    ),
  };
  const ways: readonly Partial<WireExchange>[] = [
    {},
    { headers: [["Authorization", key]] },
    { headers: [["authorization", `Basic ${basic}`]] },
    { headers: [["X-Api-Key", key]] },
    { headers: [["Cookie", `a=b; session=${key}`]] },
    { headers: [], target: `/pets?api_key=${key}` },
  ];
  for (const way of ways) {
    const line = lineOf({ ...way, outcome }).toLowerCase();
    for (const form of [key, basic, Buffer.from(key).toString("base64"), `${key}-cookie`])
      expect(line).not.toContain(form.toLowerCase());
  }
});
