import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleRun, sampleVerdict } from "../../../testing/report/sample-run.ts";
import { asVersion1 } from "../../../testing/report/version-1.ts";
import { jsonReport } from "../formats/json.ts";
import { readSavedRuns } from "./saved-run.ts";

const run = sampleRun({
  // It named no causes.
  causes: [],
  verdicts: [sampleVerdict("A-1", "untested"), sampleVerdict("A-2", "fail")],
  reason: "required-untested",
});
const report = [...jsonReport(run)].join("");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "version-1-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function read(text: string) {
  await writeFile(join(folder, "run.json"), text);
  const [saved] = await readSavedRuns([join(folder, "run.json")]);
  return saved;
}

test("a report of version 1 is read as the same report of version 2", async () => {
  const old = asVersion1(report);
  expect(old).toContain('"verdict":"not-shown"');
  expect(old).not.toContain("untested");
  const { spec, verdicts = [], ...others } = (await read(report)) ?? {};
  // It named no operation that nothing tests.
  const { untestedOperations: _, ...specThen } = spec ?? {};
  // Requirements had no slugs.
  const verdictsThen = verdicts.map(({ slug: _, ...verdict }) => verdict);
  expect(await read(old)).toEqual({ ...others, spec: specThen, verdicts: verdictsThen });
});

test("an incomplete report of version 1 is rejected, as one of version 2 is", async () => {
  await expect(read('{"schemaVersion": 1, "verdicts": 1}')).rejects.toThrow("must have required property");
});

test("an unknown version is rejected", async () => {
  await expect(read(report.replace('"schemaVersion": 2', '"schemaVersion": 3'))).rejects.toThrow(
    "/schemaVersion must be equal to constant",
  );
});
