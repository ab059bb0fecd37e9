import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";

const folder = temporaryFolder();

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

beforeAll(async () => {
  writeFileSync(join(folder, "client.mjs"), client);
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
  writeFileSync(join(folder, "k.pem"), pem, { mode: 0o600 });
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
  const text = gunzipSync(readFileSync(join(folder, "exam.ndjson.gz"))).toString();
  const other = text.replace('{"id":"CLIENT-2","verdict":"fail"', '{"id":"CLIENT-2","verdict":"pass"');
  writeFileSync(join(folder, "other.ndjson.gz"), gzipSync(other));
  const { err } = await run("judge other.ndjson.gz --quiet");
  expect(err).toContain("note: one verdict is not the exam's own:\n  CLIENT-2: pass then, fail now");
});

test("a recording that lost its end is judged up to there, and one that was damaged is refused", async () => {
  const text = gunzipSync(readFileSync(join(folder, "exam.ndjson.gz"))).toString();
  writeFileSync(join(folder, "cut.ndjson"), text.slice(0, text.lastIndexOf('{"kind":"verdicts"') + 9));
  expect(await run("judge cut.ndjson --quiet")).toMatchObject({
    code: 1,
    err: "note: cut.ndjson is truncated: it was read up to its last whole line\n",
  });
  writeFileSync(join(folder, "bad.ndjson"), text.replace('{"kind":"session"', '{"kind":'));
  const { code, err } = await run("judge bad.ndjson");
  expect([code, err]).toEqual([2, expect.stringContaining("the recording of the exam cannot be read")]);
});

test.each([
  [
    "requests without header lines",
    '"headers":[["',
    '"headers":5,"h":[["',
    /line 2 .*: \/session\/exchanges\/0\/headers must be array/,
  ],
  ["no key", '"key":"', '"k":"', /line 1 .*: \/exam must have required property 'key'/],
  [
    "an unknown end",
    '"end":{"kind":"exited"',
    '"end":{"kind":1',
    /line 2 .*: \/session\/end\/kind must be equal/,
  ],
  ["another kind of line", '"kind":"verdicts"', '"kind":7', /line \d+ is of another kind, 7/],
  ["a line that is a number", '{"kind":"session"', '7\n{"kind":"session"', /line 2 is not an object/],
])("a recording with %s is refused, and the line named", async (_, then, now, why) => {
  const text = gunzipSync(readFileSync(join(folder, "exam.ndjson.gz"))).toString();
  writeFileSync(join(folder, "other.ndjson"), text.replace(then, now));
  const { code, err } = await run("judge other.ndjson");
  expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringMatching(why)]);
});

const certificate = '{\n  "payloadType": "application/vnd.in-toto+json",\n  "payload": ""\n}\n';
const runLine = '{"kind":"start","form":"petstore-conformance recording","version":1}\n';

test.each<[string, string | undefined, command: string, asked: string]>([
  ["a certificate", certificate, "judge", "a recording, or traffic, is asked for"],
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
