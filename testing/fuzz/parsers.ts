import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { prepare } from "#assembly/assemble.ts";
import { readTarget, routeTo } from "#assembly/target.ts";
import { readPublicKey, readSigner } from "#certificate/trust/keys.ts";
import { readTrust } from "#certificate/trust/trust.ts";
import { judgeFile } from "#cli/commands/judge/judge-file.ts";
import { parseConfig } from "#cli/options/config.ts";
import { runOptionTable } from "#cli/options/options.ts";
import { printError } from "#cli/print-error.ts";
import { readKnownFailures } from "#cli/published/known-failures-file.ts";
import { loadSpec } from "#core/contract/reading/load.ts";
import { specUrl } from "#core/contract/reading/spec-source.ts";
import { parseYaml } from "#core/options/yaml-file.ts";
import { readTargets } from "#fleet/targets-file.ts";
import { readReport } from "#report/compare/saved-run.ts";
import { jsonReport } from "#report/formats/json.ts";
import { judgeFiles } from "#traffic/judge-files.ts";
import { recordedLines } from "../certificate/sample-certificate.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { loopbackCertificate, testKey } from "../exchange/test-certificates.ts";
import { hostileRun, sampleRun } from "../report/sample-run.ts";
import { root } from "../source-files.ts";

/** What stands in a text at the places where parsers go wrong. */
const tokens = [
  ...["%2f", "..%2f", "%00", "%", "\\", "\\u", "\\ud800", "'", '"', "#", "\n", "\t"],
  ...["[", "]", "{", "}", ",", ":", ": ", "{}", "[]", "[".repeat(16), '"__proto__":{}', '"id":', '"status":'],
  ...["&a ", "*a", "<<: *a", "!!js/function ", "? ", "- ", "|\n", "~", "null", "true"],
  ...["\0", "\ud800", "\u2028", "\ufeff", "\u202e", "__proto__", "constructor", "toString", "$ref"],
  ...["0", "-", "-0", "1.0", "1e999", "1e9999999999", "9".repeat(40), "9223372036854775808", "2030-02-31"],
  ...["file:", "http://[", "-----BEGIN", "-----END X-----"],
];

/** Made once: it goes over all of Unicode. */
const randomText = fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: "binary", maxLength: 6 }));

const edits = fc.array(
  fc.record({
    at: fc.nat(999),
    cut: fc.oneof(fc.constant(0), fc.nat(40)),
    put: randomText,
    twice: fc.nat(9),
  }),
  { maxLength: 4 },
);

/** One of these texts after up to four edits, each of which inserts, removes or repeats something; one in ten is random characters. */
export function nearlyRight(texts: readonly string[]): fc.Arbitrary<string> {
  const changed = fc.tuple(fc.constantFrom(...texts), edits).map(([right, all]) =>
    all.reduce((text, { at, cut, put, twice }) => {
      const from = Math.floor((at / 1000) * text.length);
      const rest = text.slice(twice === 0 ? Math.max(0, from - 20) : from + cut);
      return text.slice(0, from) + put + rest;
    }, right),
  );
  return fc.oneof(
    { arbitrary: changed, weight: 9 },
    { arbitrary: fc.array(randomText).map((all) => all.join("")), weight: 1 },
  );
}

/** Reads one input, which stands in a file, too. */
type Read = (text: string, path: string) => unknown;

interface Parser {
  /** What inputs are made of: these, changed in a few places. */
  readonly seeds: readonly string[];
  readonly read: Read;
}

const laughs = Array.from("bcd", (name, index) => {
  const before = String.fromCharCode(name.charCodeAt(0) - 1);
  return `${name}: &${name} [${Array.from({ length: 9 }, () => (index === 0 ? "lol" : `*${before}`)).join(", ")}]`;
}).join("\n");

const yamls = [
  "profile: quick\nonly: [LIST-1, STATUS]\nmax-requests: 100\nbase-url: https://a.example/v1\n",
  "header:\n  - 'X-A: b'\ninput: |\n  photoId=12\nnow: 2030-12-05\n",
  `${laughs}\nonly: *d\n`,
  "a: &a {b: *a}\n? [x, y]\n: !!binary aGk=\n",
];

const target =
  "targets:\n  - name: a\n    base-url: https://a.example/v1\n    api-key-file: a.txt\n    plan: free\n";
const known = "- id: LIST-1\n  until: 2030-01-01\n  reason: it is known\n  case: limit 101\n";

const operation = (id: string, more: string) =>
  `{operationId: ${id}, ${more}responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}`;
const document = [
  "openapi: 3.1.0",
  "info: {title: t, version: 1.0.0}",
  "paths:",
  `  /pets: {get: ${operation("listPets", "parameters: [{name: limit, in: query, schema: {type: integer, maximum: 100}}], ")}, post: ${operation("createPet", "requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string, pattern: '^a+$'}}}}}}, ")}}`,
  "components: {schemas: {A: {type: array, items: {type: object, allOf: [{$ref: '#/components/schemas/B'}]}}, B: {enum: [1, a]}}}",
  "",
].join("\n");

const inJson = JSON.stringify(parse(document));

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const pems = [
  publicKey.export({ type: "spki", format: "pem" }).toString(),
  privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  loopbackCertificate,
  testKey,
  `-----BEGIN CERTIFICATE-----\n${Buffer.alloc(200, "MIIB").toString()}\n-----END CERTIFICATE-----\n`,
];
const trust = JSON.stringify({
  keys: [
    {
      name: "a",
      publicKey: pems[0],
      roles: ["bronze", "revoke"],
      origins: ["https://a.example"],
      from: "2026-01-01",
    },
  ],
});

const at = (path: string) => readFileSync(join(root, path), "utf8");

/** Each parser of what users and others give, by its name. @param folder where inputs stand as files */
export async function parsersIn(folder: string): Promise<Readonly<Record<string, Parser>>> {
  const prepared = await prepare();
  const { requirements } = prepared;
  const connection = {
    baseUrl: new URL("https://a.example/v1"),
    key: "",
    allowInsecure: false,
    folder,
    env: {},
  };
  const route = (more: object) => routeTo({ ...connection, waitForReadyMs: 0, ...more });
  const lines = await recordedLines({ profile: "quick" });
  const short = [...lines.slice(0, 4), ...lines.slice(-1)].join("\n");
  return {
    YAML: { seeds: yamls, read: (text) => parseYaml(text, "a.yaml", "the file") },
    configuration: { seeds: yamls, read: (text) => parseConfig(text, "a.yaml", runOptionTable) },
    targets: {
      seeds: [target, `defaults: {profile: quick}\n${target}`, `${laughs}\n${target}`],
      read: (_, path) => readTargets(path, folder, runOptionTable),
    },
    "known failures": {
      seeds: [known, `${laughs}\n`, known + known],
      read: (_, path) => readKnownFailures(path, folder, requirements),
    },
    JSON: {
      seeds: [
        [...jsonReport(sampleRun())].join(""),
        [...jsonReport(hostileRun)].join(""),
        '{"runId":"a","verdicts":[{"id":"LIST-1","cases":{"list":[]}}]}',
      ],
      read: (_, path) => readReport(path, folder),
    },
    URL: {
      seeds: [
        "https://a.example/v1",
        "http://127.0.0.1:80/v1",
        "file:///a/..%2fb.yaml",
        "http://[::1]:9/v1",
        "https://a:b@c/?d#e",
      ],
      read: (text) => {
        try {
          readTarget(text, { allowInsecure: false });
        } finally {
          specUrl(text);
        }
      },
    },
    "PEM, public key": { seeds: pems, read: (_, path) => readPublicKey(path) },
    "PEM, signing key": { seeds: pems, read: (_, path) => readSigner(path) },
    "PEM, certificate": { seeds: pems, read: (_, path) => route({ ca: path, clientCert: path }) },
    "PEM, client key": { seeds: pems, read: (_, path) => route({ clientKey: path }) },
    trust: { seeds: [trust, ...pems], read: (text) => readTrust(Buffer.from(text), "trust.json") },
    HAR: {
      seeds: ["chromium.har", "firefox.har", "playwright.har", "mitmproxy.har"].map((name) =>
        at(`testing/traffic/files/${name}`).slice(0, 4000),
      ),
      read: (_, path) => judgeFiles({ files: [{ name: "a.har", path }] }, prepared),
    },
    recording: { seeds: [short, short.slice(0, 500)], read: (_, path) => judgeFile(path, folder) },
    document: {
      seeds: [
        document,
        document.replace("#/components/schemas/A", "..%2fsecret.yaml"),
        `${laughs}\n${document}`,
      ],
      read: (_, path) => loadSpec(path),
    },
    "document in JSON": {
      seeds: [inJson, inJson.replace("#/components/schemas/A", "..%2fsecret.yaml")],
      read: (_, path) => loadSpec(path),
    },
  };
}

/** Feeds generated inputs to a parser, and counts what the program would exit with. The same seed gives the same inputs. */
export async function fuzzParser({ seeds, read }: Parser, folder: string, inputs: number, seed: number) {
  const exits: Record<number, number> = {};
  /** The first inputs with which the program would have exited as by a fault of its own. */
  const faults: { input: string; error: string }[] = [];
  const path = join(folder, "input");
  for (const input of fc.sample(nearlyRight(seeds), { numRuns: inputs, seed })) {
    writeFileSync(path, input, { mode: 0o600 });
    let exit = 0;
    try {
      await read(input, path);
    } catch (thrown) {
      exit = printError(thrown, io);
      const error = String(thrown instanceof Error ? thrown.stack : thrown);
      if (exit === 70 && faults.length < 3) faults.push({ input, error });
    }
    exits[exit] = (exits[exit] ?? 0) + 1;
  }
  return { exits, faults };
}

const { io } = sampleIo();
