import { expect, test } from "vitest";
import type { Level } from "#core/check/requirement.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import { sampleVerdict } from "#testing/report/sample-run.ts";
import type { Outcome } from "../result.ts";
import { countVerdicts, decideOutcome, type OutcomeInput } from "./outcome.ts";

/** `must pass, should fail`: the verdicts on GET-1, GET-2 and so on. */
const verdictsOf = (text: string) =>
  text.split(", ").map((one, at) => {
    const [level, kind] = one.split(" ") as [Level, VerdictKind];
    return sampleVerdict(`GET-${at + 1}`, kind, { level });
  });

const decide = (verdicts: string, given: Partial<OutcomeInput> = {}) =>
  decideOutcome({
    ...{ verdicts: verdicts === "" ? [] : verdictsOf(verdicts), cutShort: undefined, required: [] },
    ...{ strict: false, suiteFailed: false },
    ...given,
  });

type Row = [string, Partial<OutcomeInput>, Outcome, exitCode: number, reason?: string];

const ofVerdicts: readonly Row[] = [
  ["must pass, must pass", {}, "conforming", 0],
  ["must pass, must fail", {}, "non-conforming", 1],
  ["must pass, must inconclusive", {}, "inconclusive", 3, "evidence-lost"],
  ["must pass, must untested", {}, "conforming", 0],
  ["must pass, must not-applicable", {}, "conforming", 0],
  ["must pass, must skipped", {}, "conforming", 0],
  ["must pass, should pass", {}, "conforming", 0],
  ["must pass, should fail", {}, "conforming", 0],
  ["must pass, should inconclusive", {}, "conforming", 0],
  ["must pass, should untested", {}, "conforming", 0],
  ["must pass, open not-applicable", {}, "conforming", 0],
  // A failure outweighs what is inconclusive.
  ["must fail, must inconclusive", {}, "non-conforming", 1],
  // Nothing was judged, or there is nothing.
  ["", {}, "inconclusive", 3, "nothing-judged"],
  ["must untested, must skipped", {}, "inconclusive", 3, "nothing-judged"],
  // A should that passes is not enough, unless only shoulds were asked for.
  ["must untested, should pass", {}, "inconclusive", 3, "nothing-judged"],
  ["must skipped, should pass", {}, "conforming", 0],
];

/** With a failure exit 1 stays, and the reason is reported. */
const cutShort: readonly Row[] = [
  ["must pass", { cutShort: "budget" }, "inconclusive", 3, "budget"],
  ["must fail", { cutShort: "interrupted" }, "non-conforming", 1, "interrupted"],
];

/** `--require` and `--only`: nothing is asked of what does not apply; what the profile has no case of is not tested. */
const required: readonly Row[] = [
  ["must untested, must pass", { required: ["GET-1"] }, "inconclusive", 3, "required-untested"],
  ["should untested, must pass", { required: ["GET-1"] }, "inconclusive", 3, "required-untested"],
  ["should inconclusive, must pass", { required: ["GET-1"] }, "inconclusive", 3, "required-untested"],
  ["must untested, must pass", { required: ["GET"] }, "inconclusive", 3, "required-untested"],
  ["must skipped, must pass", { required: ["GET-1"] }, "inconclusive", 3, "required-untested"],
  ["must not-applicable, must pass", { required: ["GET-1"] }, "conforming", 0],
];

/** A failed should counts as a must does, and is the reason where no must failed. */
const strict: readonly Row[] = [
  ["must pass, should fail", { strict: true }, "non-conforming", 1, "should-failed"],
  ["must inconclusive, should fail", { strict: true }, "non-conforming", 1, "should-failed"],
  ["must pass, should fail", { strict: true, cutShort: "interrupted" }, "non-conforming", 1, "interrupted"],
  ["must fail, should fail", { strict: true }, "non-conforming", 1],
  ["must pass, should inconclusive, should untested", { strict: true }, "conforming", 0],
];

test.each<Row>([...ofVerdicts, ...cutShort, ...required, ...strict])(
  "%s, with %j: %s, exit %i",
  (verdicts, given, outcome, exitCode, reason) => {
    expect(decide(verdicts, given)).toEqual({ outcome, exitCode, reason });
  },
);

test.each([
  ["must pass", "inconclusive"],
  ["must fail", "non-conforming"],
  ["must inconclusive", "inconclusive"],
] as const)("a fault of the suite is exit 70 with %s, and never conforming", (verdicts, outcome) => {
  expect(decide(verdicts, { suiteFailed: true })).toMatchObject({ outcome, exitCode: 70 });
});

test("verdicts are counted by level, the open ones not at all", () => {
  const counts = countVerdicts(verdictsOf("must pass, should fail, open not-applicable"));
  expect(counts.must).toMatchObject({ pass: 1, fail: 0, "not-applicable": 0 });
  expect(counts.should).toMatchObject({ pass: 0, fail: 1, "not-applicable": 0 });
});
