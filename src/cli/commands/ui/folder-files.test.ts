import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "#testing/cli/process-bed.ts";
import { createListing } from "./folder-files.ts";

const folder = testFolder();
const pem = (kind: string) => `-----BEGIN ${kind} KEY-----\n`;
const start = '{"kind":"start","form":"petstore-conformance recording"}\n';

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
