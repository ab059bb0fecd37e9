import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import * as judge from "./judge.ts";

const files = join(import.meta.dirname, "../../../../testing/traffic/files");
const folder = temporaryFolder();

function judged(...argv: readonly string[]) {
  return ran((io) => perform(judge, argv, io), { folder: files, columns: 200 });
}

test.each([
  ["chromium.har", 23],
  ["chromium-sanitized.har", 20],
  ["firefox.har", 23],
  ["playwright.har", 23],
  // Its exchanges lie so near each other that their order is not known: RATE-8 is not judged.
  ["mitmproxy.har", 22],
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

test("a terminal sees how far reading is, on a line that is gone at the end, and nobody else does", async () => {
  const path = join(folder, "long.ndjson");
  // Of few exchanges, each of 7,200 bytes: it is the bytes that count.
  const line = `{"request":{"method":"GET","url":"/v1/pets"},"response":{"status":200},"more":"${"-".repeat(7_118)}"}\n`;
  writeFileSync(path, line.repeat(120));
  const seen = async (errIsTerminal: boolean, ...argv: readonly string[]) => {
    const { err } = await ran((io) => perform(judge, [path, ...argv], io), { errIsTerminal });
    return err.split("\r");
  };
  const steps = ["", ...[30, 60, 91, 100].map((part) => `read ${part} % of 0.9 MB\u001b[K`), "\u001b[K"];
  expect(await seen(true)).toEqual(steps);
  expect([await seen(true, "--quiet"), await seen(false)]).toEqual([[""], [""]]);
});

test("what is neither a recording nor traffic is refused, and says what is wrong", async () => {
  const path = join(folder, "other.json");
  writeFileSync(path, "hello\n");
  await expect(judged(path)).rejects.toMatchObject({
    message: expect.stringContaining("line 1: it is not JSON"),
  });
  await expect(judged("absent.har")).rejects.toThrow("there is no such file (absent.har)");
});

test.each(["--shard", "--merge", "--concurrency"])("%s is gone, and what to use is said", async (option) => {
  await expect(judged("firefox.har", option, "1/2")).rejects.toThrow(
    `there is no ${option} any more (command line). \`judge FILE...\` reads all traffic in one pass`,
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
  const exchange = (method: string, status: number) =>
    JSON.stringify({
      request: { method, url: "/v1/things/7", headers: [["Authorization", "Bearer a-key-57"]], body: null },
      response: { status, headers: [], body: null },
    });
  const lines = [
    exchange("PUT", 204),
    exchange("DELETE", 200),
    exchange("HEAD", 200),
    exchange("PATCH", 200),
  ];
  writeFileSync(join(folder, "things.ndjson"), `${lines.join("\n")}\n`);
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
