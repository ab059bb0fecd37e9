import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import type { RunOptions } from "#core/run/options.ts";
import { jsonReport } from "#report/formats/json.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { withReplay, withRerun } from "./repeat.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

async function rerun(kinds: readonly VerdictKind[], { seedGiven = false } = {}) {
  const verdicts = kinds.map((kind, index) => sampleVerdict(`LIST-${index + 1}`, kind));
  await writeFile(join(folder, "run.json"), [...jsonReport(sampleRun({ verdicts }))].join(""));
  return withRerun(sampleOptions(), "run.json", { folder, seedGiven });
}

test("what failed or was inconclusive is repeated, with the report's seed unless another is given", async () => {
  expect(await rerun(["pass", "untested", "fail", "inconclusive"])).toMatchObject({
    only: ["LIST-3", "LIST-4"],
    seed: 7,
  });
  expect(await rerun(["fail"], { seedGiven: true })).toMatchObject({ seed: 1 });
});

test("as many rounds are played as the report had, unless others are asked for", async () => {
  const round = { round: 1, seed: 7, startedAtMs: 0, endedAtMs: 1, requests: 9, createsLeftOut: 0 };
  const rounds = { asked: 3, played: [round, round], endedBy: "max-requests", missed: undefined } as const;
  const verdicts = [sampleVerdict("LIST-1", "fail")];
  await writeFile(join(folder, "run.json"), [...jsonReport(sampleRun({ verdicts, rounds }))].join(""));
  const roundsOf = async (given: Partial<RunOptions>) =>
    (await withRerun(sampleOptions(given), "run.json", { folder, seedGiven: false }))?.rounds;
  expect([await roundsOf({}), await roundsOf({ rounds: 5 }), await roundsOf({ forMs: 1000 })]).toEqual([
    2,
    5,
    undefined,
  ]);
});

test("of a report in which nothing failed there is nothing to repeat", async () => {
  expect(await rerun(["pass"])).toBeUndefined();
});

const prepared = await prepare();
const replay = (input: string, seedGiven = true, only: readonly string[] = []) =>
  withReplay(sampleOptions({ only }), input, prepared, seedGiven);

test("a generated input is judged by the requirements that it shows, in the profile that generates", () => {
  expect(replay("generated limits #3:0:1")).toMatchObject({
    profile: "thorough",
    only: ["LIST-3", "LIST-4"],
    replay: { step: "generated limits", input: [3, 0, 1] },
  });
});

test("of an input with several requests the whole is meant", () => {
  expect(replay("generated walks #1/3").replay).toEqual({ step: "generated walks", input: [1] });
});

test("--only narrows what it is judged by", () => {
  expect(replay("generated limits #0", true, ["LIST-4"]).only).toEqual(["LIST-4"]);
});

test("a name that no step has is refused with one that some step has", () => {
  expect(() => replay("generated limit #3")).toThrow(/names no generated input.*generated limits/s);
  for (const wrong of ["limit 100", "generated limits", "generated limits #x", "limit 100 #1"]) {
    expect(() => replay(wrong)).toThrow(/names no generated input/);
  }
});

test("it takes the seed that drew it", () => {
  expect(() => replay("generated limits #3", false)).toThrow(/--replay is given without --seed/);
});
