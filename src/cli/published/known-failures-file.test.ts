import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { noSecrets, sampleRun } from "../../../testing/report/sample-run.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import type { Requirement } from "../../core/check/requirement.ts";
import { excuse } from "../../report/compare/known-failures.ts";
import { entriesFor, readKnownFailures, unsaidEntries, writeKnownFailures } from "./known-failures-file.ts";

const requirements = [
  { id: "LIST-4", slug: "respect-limit", area: "LIST" },
] as unknown as readonly Requirement[];
const file = "known.yaml";
let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const read = (mayBeAbsent = false) => readKnownFailures(file, folder, requirements, mayBeAbsent);
const policy = { required: [], strict: false, redact: noSecrets.redact };

test("new failures as they are printed are accepted once a person has completed them", async () => {
  expect(await read(true)).toEqual([]);
  const { newFailures } = excuse(sampleRun(), [], policy);
  const text = await unsaidEntries(newFailures);
  await writeFile(join(folder, file), text);
  await expect(read()).rejects.toThrow(/a known failure has no until \(known\.yaml, entry 1\)/);
  const said = text
    .replace(/reason: .*/, "reason: the old gateway")
    .replace(/until: .*/, "until: 2026-06-30");
  await writeFile(join(folder, file), said);
  const { run } = excuse(sampleRun(), await read(), policy);
  expect([run.outcome, run.exitCode]).toEqual(["conforming", 0]);
});

test("entries are read as they were written", async () => {
  const said = { reason: 'the old gateway: "limit" is cut', until: "2026-06-30" };
  const written = entriesFor(excuse(sampleRun(), [], policy).newFailures, said);
  await writeKnownFailures(file, folder, written);
  expect(await read()).toEqual(written);
  expect(excuse(sampleRun(), written, policy).run.exitCode).toBe(0);
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
  ["what is no YAML", "- {", "is not YAML"],
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

test("a list that cannot be written is a sentence with the reason", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(writeKnownFailures("file/known.yaml", folder, [])).rejects.toThrow(
    "the list of known failures was not changed: ENOTDIR (file/known.yaml)",
  );
});
