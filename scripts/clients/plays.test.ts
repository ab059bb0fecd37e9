import { expect, test } from "vitest";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import { sampleVerdict } from "#testing/report/sample-run.ts";
import { foldPlays } from "./page.ts";

test.each<[plays: VerdictKind[], shown: VerdictKind, failedIn: number]>([
  [["pass", "fail", "pass"], "pass", 1],
  [["fail", "untested", "fail"], "fail", 2],
  [["untested", "fail", "untested"], "untested", 1],
  [["untested", "pass", "untested"], "pass", 0],
  [["untested", "untested", "untested"], "untested", 0],
])("plays that came to %j are shown as %s", (plays, shown, failedIn) => {
  const folded = foldPlays(plays.map((kind) => [sampleVerdict("CLIENT-7", kind)]));
  expect(folded.map((one) => [one.verdict, one.failedIn])).toEqual([[shown, failedIn]]);
});
