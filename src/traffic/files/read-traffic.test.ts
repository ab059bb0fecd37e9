import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import type { Operation } from "#core/contract/contract.ts";
import type { Spec } from "#core/contract/spec.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { NumberedSecrets } from "#core/secrets/numbered-secrets.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { temporaryFolder } from "#testing/machine.ts";
import schema from "../traffic.schema.json" with { type: "json" };
import { readTraffic } from "./read-traffic.ts";
import { recordedLine } from "./record-traffic.ts";
import { headLine, readExchange } from "./traffic-line.ts";

const folder = temporaryFolder();
const contract = await loadContract();

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isOfSchema = ajv.compile(schema);

async function read(lines: readonly (string | object)[], baseUrl?: string, described = contract) {
  const path = join(folder, "traffic.ndjson");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(path, texts.map((text) => `${text}\n`).join(""));
  const file = readTraffic(path, described, { baseUrl });
  return { exchanges: await Array.fromAsync(file.exchanges), notes: file.notes };
}

const request = {
  method: "GET",
  url: "https://pets.example/v1/pets?limit=1",
  headers: [["Accept", "*/*"]],
  body: null,
};
const response = {
  status: 200,
  headers: [["Content-Type", "application/json"]],
  body: { utf8: '[{"id":9007199254740993}]' },
};
const line = { startedAt: "2026-03-04T05:06:07.5Z", durationMs: 20, request, response };
const lineTo = (url: string, given: object = {}) => ({ ...line, request: { ...request, url }, ...given });

test("a line is an exchange, with its address below the base address and its bytes as they were", async () => {
  const { exchanges, notes } = await read([line]);
  expect(isOfSchema(line)).toBe(true);
  const sentAtMs = Date.parse(line.startedAt);
  expect(exchanges).toEqual([
    {
      ...{ method: "GET", target: "/pets?limit=1", headers: request.headers, body: new Uint8Array() },
      ...{ line: 1, sentAtMs, endedAtMs: sentAtMs + 20 },
      outcome: {
        ...{ kind: "answer", status: 200, headers: response.headers, isDecoded: true },
        body: Buffer.from(response.body.utf8),
      },
    },
  ]);
  expect(notes.base.text).toBe("https://pets.example/v1");
});

test("the base address stands before the paths of the document", async () => {
  const thing = { path: "/things/{id}", method: "GET" } as Operation;
  const described = { ...contract, operations: new Map(), others: new Map([["readThing", thing]]) };
  const { exchanges, notes } = await read([lineTo("/a/v1/v1/things/7")], undefined, described);
  expect(exchanges).toMatchObject([{ target: "/things/7" }]);
  expect(notes.base).toMatchObject({ text: "/a/v1/v1", isGuessed: true });
  const rootless = { ...described, document: { root: { value: {} } } as unknown as Spec };
  expect((await read([lineTo("/a/things/7")], undefined, rootless)).notes.base.text).toBe("/a");
});

test("what a line lacks is not recorded, and a body that is null was empty", async () => {
  const bare = { request: { method: "POST", url: "/v1/pets" }, response: { status: 201, body: null } };
  const { exchanges } = await read([bare]);
  expect(isOfSchema(bare)).toBe(true);
  expect(exchanges).toMatchObject([
    {
      ...{ target: "/pets", unrecorded: "headers", body: undefined, sentAtMs: undefined },
      outcome: { recordedFields: [], body: new Uint8Array() },
    },
  ]);
});

const guessed = undefined;
test.each([
  [
    "as it is given",
    "https://a.example/api/v1/",
    ["https://a.example/api/v1/pets", "https://b.example/v1/pets"],
    "https://a.example/api/v1",
    ["/pets"],
  ],
  [
    "given in lower case and without its port",
    "https://pets.example/v1",
    ["https://PETS.example:443/v1/pets/1%2f2"],
    "https://pets.example/v1",
    ["/pets/1%2f2"],
  ],
  [
    "the first that ends as a server of the document",
    guessed,
    ["https://b.example/pets", "https://a.example/x/v1/pets/7", "http://a.example/x/v1/pets"],
    "https://a.example/x/v1",
    ["/pets/7"],
  ],
  [
    "a path, where the file names no host",
    guessed,
    ["/health", "/api/v1/store/orders?a=1"],
    "/api/v1",
    ["/store/orders?a=1"],
  ],
  [
    "unknown, where nothing is an operation below such an end",
    guessed,
    ["https://b.example/v1/dogs", "https://b.example/v1/pets/1/photos", "https://b.example/v2/pets"],
    undefined,
    [],
  ],
])("the base address is %s", async (_, given, urls, base, targets) => {
  const { exchanges, notes } = await read(
    urls.map((url) => lineTo(url)),
    given,
  );
  expect(notes.base.text).toBe(base);
  expect(exchanges.map(({ target }) => target)).toEqual(targets);
  expect(notes.leftOut["to other addresses"] ?? 0).toBe(urls.length - targets.length);
});

test("a method that the operation does not have says nothing of the base address", async () => {
  const removal = { ...line, request: { ...request, url: "https://a.example/v1/pets", method: "DELETE" } };
  expect((await read([removal, line])).notes.base.text).toBe("https://pets.example/v1");
});

test("the base address is that of the document's servers, with the defaults of their variables", async () => {
  const lines = ["v1", "api/v3"].map((below) => lineTo(`https://a.example/${below}/pets`));
  const value = { servers: [{ url: "{at}/v3/", variables: { at: { default: "/api" } } }] };
  const document = { root: { value } } as unknown as Spec;
  const { exchanges, notes } = await read(lines, undefined, { ...contract, document });
  expect([notes.base.text, ...exchanges.map(({ target }) => target)]).toEqual([
    "https://a.example/api/v3",
    "/pets",
  ]);
});

test("the head names the base address, unless another is given", async () => {
  const head = headLine(new URL("https://a.example/v1"));
  expect(isOfSchema(JSON.parse(head))).toBe(true);
  const other = lineTo("https://a.example/v1/pets");
  expect((await read([head, line, other])).exchanges).toHaveLength(1);
  expect((await read([head, line, other], "https://pets.example/v1")).exchanges).toHaveLength(1);
});

test("what was recorded is read again as it was, but for the key", () => {
  const key = "a-key-of-the-traffic-1";
  const exchange: WireExchange = {
    ...{ method: "POST", target: "/pets?limit=1", headers: [["Authorization", `Bearer ${key}`]] },
    ...{ body: Buffer.from([0x5b, 0xff, 0x5d]), sentAtMs: 1000, endedAtMs: 1020 },
    outcome: {
      ...{ kind: "answer", status: 200, body: Buffer.from('[{"id":9007199254740993}]') },
      headers: [
        ["X-A", "1"],
        ["x-a", "é"],
      ],
    },
  };
  const readAgain = (given: Partial<WireExchange>) => {
    const base = new URL("https://pets.example/v1");
    const value = JSON.parse(recordedLine({ ...exchange, ...given }, base, new NumberedSecrets(), new Set()));
    expect(isOfSchema(value), JSON.stringify(isOfSchema.errors)).toBe(true);
    return readExchange(value);
  };
  const headers = [["Authorization", "Bearer {key 1}"]];
  const outcome = { ...exchange.outcome, isDecoded: true };
  expect(readAgain({})).toEqual({ ...exchange, target: `/v1${exchange.target}`, headers, outcome });
  const failure = { kind: "reset", phase: "headers", message: "m" } as const;
  const failed = { outcome: { kind: "failure", failure }, target: "https://pets.example/other" } as const;
  expect(readAgain(failed)).toMatchObject(failed);
});

test("a request without an answer has its failure; a kind that nobody knows shows nothing of the service", async () => {
  const failed = (kind: string) => ({ request, failure: { kind, phase: "body", message: "m" } });
  const { exchanges } = await read([failed("truncated"), failed("burnt")]);
  expect(exchanges.map(({ outcome }) => outcome)).toMatchObject([
    { kind: "failure", failure: { kind: "truncated", phase: "body" } },
    { kind: "failure", failure: { kind: "aborted" } },
  ]);
});

const rich = `{"request":[${"[1],".repeat(30_000)}0]}`;
const deep = `{"request":${"[".repeat(70_000)}`;

test.each([
  ["is no JSON", "{"],
  ["is no exchange", "[1]"],
  ["has no request", "{}"],
  ["has a status that is none", { request, response: { status: "abc" } }],
  ["has a header line that is none", { request: { ...request, headers: [["a"]] }, response }],
  ["is of an access log", { request_method: "GET", request_uri: "/v1/pets", status: "200" }],
  ["has header fields that are no lines", { request, response: { status: 200, headers: { Date: "-" } } }],
  ["has a body that is none", { request, response: { status: 200, body: "[]" } }],
  ["has more parts than an exchange may", rich],
  ["is nested too deep", deep],
])("a line that %s is counted and named, and the others are read", async (_, bad) => {
  const { exchanges, notes } = await read([line, bad, line]);
  expect(exchanges).toHaveLength(2);
  expect(notes.unreadable.count).toBe(1);
  expect(notes.unreadable.first).toMatch(/^line 2: /);
});

test("a file without any exchange is refused, with what is wrong with its first line", async () => {
  await expect(read(["hello"])).rejects.toThrow("line 1: it is not JSON");
  await expect(read([])).rejects.toThrow("there is no exchange in it");
  await expect(read([{ form: "petstore-conformance traffic", version: 9 }])).rejects.toThrow("form 9");
});
