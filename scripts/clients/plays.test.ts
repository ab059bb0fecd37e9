import { expect, test } from "vitest";
import type { Verdict, VerdictKind } from "../../src/core/check/verdict.ts";
import { foldPlays } from "./plays.ts";

const verdict = (kind: VerdictKind): Verdict => ({
  id: "CLIENT-7",
  slug: "pause-without-retry-after",
  area: "CLIENT",
  level: "must",
  verdict: kind,
  text: "",
  clause: "",
  rulings: [],
  reason: undefined,
  remedy: undefined,
  findings: [],
  cases: { promised: 1, held: 0, list: [] },
  judged: 1,
  exchanges: [],
});

test.each<[plays: VerdictKind[], shown: VerdictKind, failedIn: number]>([
  [["pass", "fail", "pass"], "pass", 1],
  [["fail", "untested", "fail"], "fail", 2],
  [["untested", "fail", "untested"], "untested", 1],
  [["untested", "pass", "untested"], "pass", 0],
  [["untested", "untested", "untested"], "untested", 0],
])("plays that came to %j are shown as %s", (plays, shown, failedIn) => {
  const folded = foldPlays(plays.map((kind) => [verdict(kind)]));
  expect(folded.map((one) => [one.verdict, one.failedIn])).toEqual([[shown, failedIn]]);
});
