import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { main } from "#cli/main.ts";
import { ran, sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import * as run from "../run/run.ts";
import * as judge from "./judge.ts";

const files = join(import.meta.dirname, "../../../../testing/traffic/files");
const folder = temporaryFolder();

function judged(...argv: readonly string[]) {
  return ran((io) => perform(judge, argv, io), { folder: files, columns: 200 });
}

test.each([
  ["chromium.har", 24],
  ["chromium-sanitized.har", 21],
  ["firefox.har", 24],
  ["playwright.har", 24],
  // Its exchanges lie so near each other that their order is not known: RATE-8 is not judged.
  ["mitmproxy.har", 23],
])("the traffic of a correct service breaks nothing, whatever %s lacks", async (file, passed) => {
  const { code, out } = await judged(file);
  const counts = [/ of \d+ musts tested: (\d+) passed;/, /^should {2}(\d+) passed/m].map(
    (pattern) => pattern.exec(out)?.[1],
  );
  expect(counts.map(Number).reduce((sum, count) => sum + count)).toBe(passed);
  expect(out).toContain("of the service at http://127.0.0.1:1809");
  expect(code).toBe(0);
});

test.each([
  ["ids that are texts", "chromium.har", "/broken", ["LIST-1"], 1],
  ["a redirect", "playwright.har", "/redirect", ["HTTP-2"], 1],
  ["a body that broke off", "firefox.har", "/cut", [], 0],
  ["no answer", "firefox.har", "/reset", [], 3],
])("%s in %s", async (_, file, below, broken, code) => {
  const report = join(folder, "verdicts.json");
  const base = `http://127.0.0.1:18099${below}/v1`;
  const found = await judged(file, "--base-url", base, "--rate-limit", "off", "--report", `json=${report}`);
  const { verdicts, ...head } = JSON.parse(readFileSync(report, "utf8"));
  const failed = verdicts.filter(
    (verdict: { verdict: string; level: string }) => verdict.verdict === "fail" && verdict.level === "must",
  );
  expect(failed.map(({ id }: { id: string }) => id)).toEqual(broken);
  expect(found.code).toBe(code);
  expect(head).toMatchObject({
    complete: true,
    exitCode: code,
    files: [{ baseUrl: base, baseUrlIsGuessed: false }],
  });
});

test("several files of traffic are judged together, and the client's requests are counted apart", async () => {
  const { out } = await judged("mitmproxy.har", "firefox.har", "--quiet");
  expect(out).toContain("13 exchanges\n");
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    "the client: 2 requests that the interface does not allow; the first is POST /pets: body /name",
  );
});

test("a file of others' traffic alone shows nothing, and says how to name the service", async () => {
  const { code, out } = await judged("firefox.har", "--base-url", "https://pets.example/v1");
  expect([code, out.includes("left out: 14 exchanges to other addresses")]).toEqual([3, true]);
  const path = join(folder, "others.ndjson");
  writeFileSync(path, '{"request":{"method":"GET","url":"/cats"},"response":{"status":200}}\n');
  expect((await judged(path)).out).toMatch(/name\s+the service with --base-url/);
});

const things = `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
servers: [{ url: /v1 }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /things/{thing}:
    parameters: [{ name: thing, in: path, required: true, schema: { type: integer } }]
    put:
      operationId: replaceThing
      responses: { "204": { description: replaced } }
    delete:
      operationId: dropThing
      responses: { "204": { description: gone } }
    head:
      operationId: askForThing
      responses:
        "200": { description: there, content: { application/json: { schema: { type: object } } } }
`;

test("every operation of the document is judged, whatever its method", async () => {
  writeFileSync(join(folder, "things.yaml"), things);
  const headers = [["Authorization", "Bearer a-key-57"]];
  const lines = Object.entries({ PUT: 204, DELETE: 200, HEAD: 200, PATCH: 200 }).map(([method, status]) => {
    const request = { method, url: "/v1/things/7", headers, body: null };
    return `${JSON.stringify({ request, response: { status, headers: [], body: null } })}\n`;
  });
  writeFileSync(join(folder, "things.ndjson"), lines.join(""));
  const report = join(folder, "things.json");
  const { code, out } = await judged(
    join(folder, "things.ndjson"),
    ...["--spec", join(folder, "things.yaml"), "--report", `json=${report}`],
  );
  const { verdicts } = JSON.parse(readFileSync(report, "utf8"));
  const status = (id: string) => verdicts.find((one: { id: string }) => one.id === `${id}/status`)?.verdict;
  expect([status("OP:replaceThing"), status("OP:dropThing"), status("OP:askForThing")]).toEqual([
    "pass",
    "fail",
    "pass",
  ]);
  expect(out).toContain("4 exchanges, 1 of them to no operation of the interface");
  expect(code).toBe(1);
});

test("several recordings get a line each, and the worst exit code; one that lacks its end is judged up to there", async () => {
  await perform(run, ["--self", "--quiet", "--record", "whole.ndjson"], sampleIo({ folder }).io);
  const lines = readFileSync(join(folder, "whole.ndjson"), "utf8").split(/(?<=\n)/);
  writeFileSync(join(folder, "half.ndjson"), lines.slice(0, lines.length / 2).join(""));
  const files = ["whole.ndjson", "half.ndjson"];
  const { code, out } = await ran((io) => perform(judge, files, io), { folder });
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^whole\.ndjson: conforming/),
    expect.stringMatching(/^half\.ndjson: inconclusive.*; the file is truncated/),
    "",
  ]);
  expect(code).toBe(3);
});

describe("judge exam", () => {
  const formats = ["html", "json", "junit", "markdown"];
  const reportsTo = (place: string) =>
    formats.flatMap((format) => ["--report", `${format}=${place}.${format}`]);
  const written = (place: string) =>
    formats.map((format) => readFileSync(join(folder, `${place}.${format}`), "utf8"));

  // Prints the key and a secret of the user, and breaks two musts.
  const client = `
const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key, OWN } = process.env;
console.log("I use " + key + " and " + OWN);
await fetch(url + "/pets?limit=500&key=" + key, { headers: { Authorization: "Bearer " + key } });
`;
  const env = { PATH: process.env.PATH, OWN: "mine", PETSTORE_API_KEY: "a-secret-of-the-user-1234" };

  const run = (line: string, ...more: readonly string[]) =>
    ran((io) => main([...line.split(" "), ...more], io), { folder, env });
  const recorded = () => gunzipSync(readFileSync(join(folder, "exam.ndjson.gz"))).toString();

  beforeAll(async () => {
    writeFileSync(join(folder, "client.mjs"), client);
    await run("certify --new-key k.pem");
    const exec = `'${process.execPath}' client.mjs {url}`;
    const line = "exam --situation no-status --record exam.ndjson.gz --exec";
    const { code } = await run(line, exec, ...reportsTo("then"));
    expect(code).toBe(1);
  });

  test("the recording of an exam gives every report again, to the byte", async () => {
    const judged = await run("judge exam.ndjson.gz --quiet", ...reportsTo("now"));
    expect(judged).toMatchObject({ code: 1, err: "" });
    expect(written("now")).toEqual(written("then"));
  });

  test("a verdict that was another then is named", async () => {
    const other = recorded().replace(
      '{"id":"CLIENT-2","verdict":"fail"',
      '{"id":"CLIENT-2","verdict":"pass"',
    );
    writeFileSync(join(folder, "other.ndjson.gz"), gzipSync(other));
    const { err } = await run("judge other.ndjson.gz --quiet");
    expect(err).toContain("note: one verdict differs from the exam's:\n  CLIENT-2: pass then, fail now");
  });

  test("a recording that lost its end is judged up to there", async () => {
    const text = recorded();
    writeFileSync(join(folder, "cut.ndjson"), text.slice(0, text.lastIndexOf('{"kind":"verdicts"') + 9));
    expect(await run("judge cut.ndjson --quiet")).toMatchObject({
      code: 1,
      err: "note: cut.ndjson is truncated: it was read up to its last whole line\n",
    });
  });

  test.each([
    [
      "requests without header lines",
      '"headers":[["',
      '"headers":5,"h":[["',
      /line 2 .*: \/session\/exchanges\/0\/headers must be array/,
    ],
    ["another kind of line", '"kind":"verdicts"', '"kind":7', /line \d+ is of another kind, 7/],
    ["a line that is a number", '{"kind":"session"', '7\n{"kind":"session"', /line 2 is not an object/],
    ["damage", '{"kind":"session"', '{"kind":', /the recording of the exam cannot be read: /],
  ])("a recording with %s is refused, and it is said why", async (_, then, now, why) => {
    writeFileSync(join(folder, "other.ndjson"), recorded().replace(then, now));
    const { code, err } = await run("judge other.ndjson");
    expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringMatching(why)]);
  });

  const certificate = '{\n  "payloadType": "application/vnd.in-toto+json",\n  "payload": ""\n}\n';
  const runLine = '{"kind":"start","form":"petstore-conformance recording","version":1}\n';

  test.each<[string, string | undefined, command: string, asked: string]>([
    ["a certificate", certificate, "judge", "a recording, or traffic, is asked for"],
    ["a JSON report", '{\n"schemaVersion": 2}', "judge", "a recording, or traffic, is asked for"],
    ["a certificate", certificate, "exam --evidence", "traffic is asked for"],
    ["the recording of a run", runLine, "exam --evidence", "traffic is asked for"],
    [
      "traffic",
      '{"log":{"entries":[]}}',
      "certify --signing-key k.pem --name x --evidence",
      "the recording of a run or of an exam is asked for",
    ],
    ["the recording of an exam", undefined, "exam --evidence", "traffic is asked for"],
  ])("%s where something else is asked for is named in a sentence", async (what, text, command, asked) => {
    const file = text === undefined ? "exam.ndjson.gz" : "other.json";
    if (text !== undefined) writeFileSync(join(folder, file), text);
    const { code, err } = await run(`${command} ${file}`);
    expect([code, err]).toEqual([2, expect.stringContaining(`the file is ${what}, and ${asked}`)]);
  });

  test("what judges a run says nothing of a client", async () => {
    const { code, err } = await run("judge exam.ndjson.gz --plan pro");
    expect([code, err]).toEqual([2, expect.stringContaining("not judged with --plan")]);
  });
});
