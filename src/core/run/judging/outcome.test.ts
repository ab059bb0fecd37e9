import { describe, expect, test } from "vitest";
import { sampleVerdict } from "../../../../testing/report/sample-run.ts";
import type { Level } from "../../check/requirement.ts";
import type { Verdict, VerdictKind } from "../../check/verdict.ts";
import type { Outcome } from "../result.ts";
import { countVerdicts, decideOutcome, type OutcomeInput } from "./outcome.ts";

const verdict = (id: string, level: Level, kind: VerdictKind) => sampleVerdict(id, kind, { level });

const decide = (verdicts: readonly Verdict[], given: Partial<OutcomeInput> = {}) =>
  decideOutcome({ verdicts, cutShort: undefined, required: [], strict: false, suiteFailed: false, ...given });

const passed = verdict("LIST-1", "must", "pass");

describe("beside a must that passed", () => {
  const table: readonly [level: Level, kind: VerdictKind, outcome: Outcome, exitCode: number][] = [
    ["must", "pass", "conforming", 0],
    ["must", "fail", "non-conforming", 1],
    ["must", "inconclusive", "inconclusive", 3],
    ["must", "untested", "conforming", 0],
    ["must", "not-applicable", "conforming", 0],
    ["must", "skipped", "conforming", 0],
    ["should", "pass", "conforming", 0],
    ["should", "fail", "conforming", 0],
    ["should", "inconclusive", "conforming", 0],
    ["should", "untested", "conforming", 0],
    ["open", "not-applicable", "conforming", 0],
  ];
  test.each(table)("a %s that comes to %s makes the run %s, exit %i", (level, kind, outcome, exitCode) => {
    expect(decide([passed, verdict("GET-1", level, kind)])).toMatchObject({ outcome, exitCode });
  });
});

describe("a failed must", () => {
  const failed = verdict("GET-1", "must", "fail");

  test("outweighs everything that is inconclusive", () => {
    expect(decide([failed, verdict("GET-2", "must", "inconclusive")]).exitCode).toBe(1);
  });

  test("keeps exit 1 when the run was cut short, and the reason is reported", () => {
    const decided = decide([failed], { cutShort: "interrupted" });
    expect(decided).toEqual({ outcome: "non-conforming", exitCode: 1, reason: "interrupted" });
  });
});

test("a run cut short without a failure is inconclusive, whatever passed", () => {
  expect(decide([passed], { cutShort: "budget" })).toEqual({
    outcome: "inconclusive",
    exitCode: 3,
    reason: "budget",
  });
});

test("nothing judged is inconclusive", () => {
  const decided = decide([verdict("GET-1", "must", "untested"), verdict("GET-2", "must", "skipped")]);
  expect(decided).toEqual({ outcome: "inconclusive", exitCode: 3, reason: "nothing-judged" });
  expect(decide([]).reason).toBe("nothing-judged");
});

describe("--require and --only", () => {
  test.each([
    ["GET-1", "must", "untested"],
    ["GET-1", "should", "untested"],
    ["GET-1", "should", "inconclusive"],
    ["GET", "must", "untested"],
  ] as const)("name %s: a %s that is %s is exit 3", (named, level, kind) => {
    const decided = decide([passed, verdict("GET-1", level, kind)], { required: [named] });
    expect(decided).toEqual({ outcome: "inconclusive", exitCode: 3, reason: "required-untested" });
  });

  test("ask nothing of what does not apply", () => {
    const decided = decide([passed, verdict("GET-1", "must", "not-applicable")], { required: ["GET-1"] });
    expect(decided.exitCode).toBe(0);
  });

  test("are not met by a requirement that the profile has no case of", () => {
    const decided = decide([passed, verdict("GET-1", "must", "skipped")], { required: ["GET-1"] });
    expect(decided.exitCode).toBe(3);
  });
});

describe("--strict", () => {
  const warned = verdict("GET-1", "should", "fail");

  test("makes a run non-conforming where a should failed, and says that this is why", () => {
    const decided = decide([passed, warned], { strict: true });
    expect(decided).toEqual({ outcome: "non-conforming", exitCode: 1, reason: "should-failed" });
  });

  test("makes a failed should outweigh what is inconclusive, as a failed must does", () => {
    const lost = verdict("GET-2", "must", "inconclusive");
    expect(decide([lost, warned], { strict: true }).outcome).toBe("non-conforming");
    const decided = decide([passed, warned], { strict: true, cutShort: "interrupted" });
    expect(decided).toEqual({ outcome: "non-conforming", exitCode: 1, reason: "interrupted" });
  });

  test("gives no reason beside a failed must, which needs none", () => {
    const failed = verdict("GET-2", "must", "fail");
    expect(decide([failed, warned], { strict: true })).toMatchObject({ exitCode: 1, reason: undefined });
  });

  test("asks nothing of a should that is inconclusive or untested", () => {
    const verdicts = [
      passed,
      verdict("GET-1", "should", "inconclusive"),
      verdict("GET-2", "should", "untested"),
    ];
    expect(decide(verdicts, { strict: true }).exitCode).toBe(0);
  });
});

test.each([
  ["pass", "inconclusive"],
  ["fail", "non-conforming"],
  ["inconclusive", "inconclusive"],
] as const)("a fault of the suite is exit 70 where the musts %s, and never conforming", (kind, outcome) => {
  expect(decide([verdict("GET-1", "must", kind)], { suiteFailed: true })).toMatchObject({
    outcome,
    exitCode: 70,
  });
});

test("verdicts are counted by level, the open ones not at all", () => {
  const counts = countVerdicts([
    passed,
    verdict("GET-1", "should", "fail"),
    verdict("X-1", "open", "not-applicable"),
  ]);
  expect(counts.must).toMatchObject({ pass: 1, fail: 0, "not-applicable": 0 });
  expect(counts.should).toMatchObject({ pass: 0, fail: 1, "not-applicable": 0 });
});
