import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Requirement } from "#core/check/requirement.ts";
import { excuse } from "#report/compare/known-failures.ts";
import { noSecrets, sampleRun } from "#testing/report/sample-run.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { readKnownFailures, unsaidEntries } from "./known-failures-file.ts";

const requirements = [
  { id: "LIST-4", slug: "respect-limit", area: "LIST" },
] as unknown as readonly Requirement[];
const file = "known.yaml";
let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const read = () => readKnownFailures(file, folder, requirements);
const policy = { required: [], strict: false, redact: noSecrets.redact };

test("new failures as they are printed are accepted once a person has completed them", async () => {
  const { newFailures } = excuse(sampleRun(), [], policy);
  const text = await unsaidEntries(newFailures);
  await writeFile(join(folder, file), text);
  await expect(read()).rejects.toThrow(/a known failure has no until \(known\.yaml:1\)/);
  const said = text
    .replace(/reason: .*/, "reason: the old gateway")
    .replace(/until: .*/, "until: 2026-06-30");
  await writeFile(join(folder, file), said);
  const { run } = excuse(sampleRun(), await read(), policy);
  expect([run.outcome, run.exitCode]).toEqual(["conforming", 0]);
});

test("an entry may name a requirement alone, by id or slug, and needs no link", async () => {
  await writeFile(join(folder, file), "- {requirement: respect-limit, reason: c, until: 2026-06-30}");
  const entries = await read();
  expect(entries).toEqual([{ requirement: "LIST-4", reason: "c", until: "2026-06-30" }]);
  expect(excuse(sampleRun(), entries, policy).run.exitCode).toBe(0);
});

test("an unknown requirement is an error with a suggestion", async () => {
  await writeFile(
    join(folder, file),
    "- {requirement: LITS-4, case: a, fingerprint: b, reason: c, link: d, until: 2030-01-01}",
  );
  await expect(read()).rejects.toThrow("Did you mean LIST-4?");
});

test.each([
  ["a file that is not there", undefined, "cannot be read"],
  ["what is no YAML", "- {", "cannot be read as YAML"],
  ["what is no list", "a: b", "are not a list"],
  ["an entry without a reason", "- {requirement: LIST-4, until: 2030-01-01}", "no reason"],
  [
    "a fingerprint without its case",
    "- {requirement: LIST-4, fingerprint: b, reason: c, until: 2030-01-01}",
    "no case",
  ],
  ["an unknown field", "- {requirement: LIST-4, note: x}", 'unknown field "note"'],
  [
    "a wrong day",
    "- {requirement: LIST-4, case: a, fingerprint: b, reason: c, link: d, until: soon}",
    'got "soon"',
  ],
])("%s is refused", async (_, text, message) => {
  if (text !== undefined) await writeFile(join(folder, file), text);
  await expect(read()).rejects.toThrow(message);
});
