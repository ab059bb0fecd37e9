import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "#testing/cli/process-bed.ts";
import { createListing } from "./folder-files.ts";

const folder = testFolder();
const pem = (kind: string) => `-----BEGIN ${kind} KEY-----\n`;
const begin = '{"kind":"start","form":"petstore-conformance recording"';
const start = `${begin}}\n`;

test("what the folder holds is listed by what it is, and nothing of what lies outside or is hidden", async () => {
  mkdirSync(join(folder.path, "here/reports"), { recursive: true });
  mkdirSync(join(folder.path, "here/.hidden"));
  const files = {
    "outside.ndjson": start,
    "here/reports/run.ndjson": start,
    "here/.hidden/run.ndjson": start,
    "here/signing.pem": pem("PRIVATE"),
    "here/signing.pub.pem": pem("PUBLIC"),
    "here/certificate.json": '{"payloadType":"x"}',
    "here/package.json": "{}",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder.path, path), text);
  symlinkSync("../outside.ndjson", join(folder.path, "here/link.ndjson"));
  symlinkSync("..", join(folder.path, "here/up"));
  const found = await createListing(join(folder.path, "here"))();
  expect(found.map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual([
    "certificate certificate.json",
    "recording reports/run.ndjson",
    "trust signing.pub.pem",
  ]);
});

test("a recording is listed with its run, unless it does not say when", async () => {
  const ofRun = (startedAtMs: string) =>
    `${begin},"start":{"startedAtMs":${startedAtMs},"options":{"profile":"quick"},"target":"https://a/v1"}}\n{`;
  mkdirSync(join(folder.path, "runs"));
  writeFileSync(join(folder.path, "runs/a.ndjson"), ofRun("1767323045000.5"));
  for (const [index, when] of ["1e99", '"now"', "]"].entries())
    writeFileSync(join(folder.path, `runs/b${index}.ndjson`), ofRun(when));
  const found = await createListing(join(folder.path, "runs"))();
  expect(Object.fromEntries(found.map(({ path, run }) => [path, run]))).toEqual({
    "a.ndjson": { target: "https://a/v1", profile: "quick", startedAtMs: 1_767_323_045_000 },
    ...{ "b0.ndjson": undefined, "b1.ndjson": undefined, "b2.ndjson": undefined },
  });
});
