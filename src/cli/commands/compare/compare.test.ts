import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import { openLines } from "#core/recording/recording-file.ts";
import { jsonReport } from "#report/formats/json.ts";
import { testFolder } from "#testing/cli/process-bed.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { correct } from "#testing/proof/bed.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { recordedPlay } from "#testing/run/recorded-play.ts";
import * as compare from "./compare.ts";

const folder = testFolder();

function write(path: string, verdict: VerdictKind, given: Parameters<typeof sampleRun>[0] = {}) {
  mkdirSync(join(folder.path, path, ".."), { recursive: true });
  const run = sampleRun({ verdicts: [sampleVerdict("LIST-5", verdict)], ...given });
  writeFileSync(join(folder.path, path), [...jsonReport(run)].join(""));
}

const compared = (...argv: readonly string[]) =>
  ran((io) => perform(compare, argv, io), { folder: folder.path });

test("the folders of two fleets are compared by the names of their targets, beside each other", async () => {
  for (const [day, verdict] of (["pass", "fail"] as const).entries())
    for (const name of ["go", "rust"]) {
      const startedAtMs = 86_400_000 * day;
      write(`day-${day}/reports/${name}.json`, name === "go" ? verdict : "pass", { startedAtMs });
      mkdirSync(join(folder.path, `day-${day}/results`), { recursive: true });
      const result = { name, reports: [`reports/${name}.json`] };
      writeFileSync(join(folder.path, `day-${day}/results/${name}.json`), JSON.stringify(result));
    }
  // Of a target that was not run again there is an old report, and no result that names it.
  write("day-1/reports/old.json", "fail");
  writeFileSync(join(folder.path, "day-1/results/old.json"), JSON.stringify({ name: "old", reports: [] }));
  const { code, out } = await compared("day-1", "day-0");
  expect(code).toBe(0);
  const names = [...out.matchAll(/^ {2}(\w+ \(1970-01-0\d)/gm)].map(([, name]) => name);
  expect(names).toEqual(["go (1970-01-02", "rust (1970-01-02", "go (1970-01-01", "rust (1970-01-01"]);
  expect(out.match(/failed: LIST-5/g)).toHaveLength(1);
  expect((await compared("day-1")).out).toMatch(/\n {2}go {2}.*\n {2}rust {2}.*\n\n/);
});

test("of another folder each report is one, named after its file", async () => {
  write("runs/a.json", "pass");
  write("runs/b.json", "fail");
  expect((await compared("runs")).out).toMatch(/\n {2}a {2}.*\n {2}b {2}.*\n/);
});

test("a recording is judged again, beside reports", async () => {
  const { lines } = await recordedPlay(correct, { profile: "quick" });
  const file = openLines(join(folder.path, "live.ndjson.zst"));
  for (const line of lines) file.write(line);
  file.close();
  write("a.json", "fail");
  const { out, err } = await compared("a.json", "Live=live.ndjson.zst", "b=a.json");
  expect(out).toMatch(/\n {2}a {2}.*\n {2}b {2}.*\n\nconforming \(1\)\n {2}Live {2}/);
  // Its last line, the verdicts of the run, is missing.
  expect(err).toBe("note: of 1 recording, 1 ends before its run did\n");
});

test.each([
  [["Go=runs"], "a folder has many runs, and one name is given for them"],
  [["runs"], "the folder has neither a JSON report nor a recording"],
  [[], "compare takes at least one report, recording or folder"],
  [["a.json"], "the file is a certificate, and a JSON report or the recording of a run is asked for"],
])("%j is refused: %s", async (argv, message) => {
  mkdirSync(join(folder.path, "runs"));
  writeFileSync(join(folder.path, "a.json"), '{"payloadType":"application/vnd.in-toto+json"}');
  await expect(compared(...argv)).rejects.toThrow(message);
});

test("of two runs, what changed between them, and whether a must got worse", async () => {
  write("before.json", "untested");
  write("after.json", "pass");
  write("worse.json", "fail");
  expect(await compared("before.json", "after.json")).toMatchObject({
    ...{ code: 0, out: expect.stringContaining("LIST-5 do-list-5  must  ○ untested → ✓ passed") },
  });
  expect(await compared("after.json", "worse.json")).toMatchObject({
    ...{ code: 1, out: expect.stringContaining("✓ passed → ✗ failed") },
  });
  write("lost.json", "inconclusive", { outcome: "inconclusive" });
  expect(await compared("after.json", "lost.json")).toMatchObject({ code: 3 });
});
