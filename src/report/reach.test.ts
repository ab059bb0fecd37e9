import { describe, expect, test } from "vitest";
import { caseRef } from "#core/check/case.ts";
import { untested } from "#core/check/results/core-reasons.ts";
import type { Run } from "#core/run/result.ts";
import { printed, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { githubAnnotations } from "./formats/github.ts";
import { decisiveShoulds, outcomeSentence } from "./reach.ts";
import { reportOfRun } from "./run-report.ts";

const passed = sampleVerdict("LIST-1", "pass");
const failed = sampleVerdict("LIST-4", "fail");
const warned = ["ERR-6", "AUTH-6"].map((id) => sampleVerdict(id, "fail", { level: "should" }));
const shouldFailed = { outcome: "non-conforming", exitCode: 1, reason: "should-failed" } as const;
const strict = sampleRun({ ...shouldFailed, verdicts: [passed, ...warned] });

const sentence = "non-conforming (--strict) – 2 shoulds failed: ERR-6, AUTH-6; 1 of 1 musts tested: 1 passed";

describe("a run that only --strict makes non-conforming", () => {
  test("says so in its outcome, with what failed", () => {
    expect(outcomeSentence(strict)).toBe(sentence);
    const lost = sampleVerdict("LIST-5", "untested");
    const run = sampleRun({ ...shouldFailed, verdicts: [passed, lost, ...warned.slice(0, 1)] });
    expect(outcomeSentence(run)).toBe(
      "non-conforming (--strict) – 1 should failed: ERR-6; 1 of 2 musts tested: 1 passed; 1 untested",
    );
  });

  test("says so on the console, and calls no failure a warning in its counts", () => {
    const text = printed(strict, { width: 200, quiet: true });
    expect(text).toContain(`${sentence}\n`);
    expect(text).toContain("should  0 passed, 2 failed\n");
  });

  test("annotates the shoulds as errors", () => {
    expect(githubAnnotations(reportOfRun(strict))).toMatch(
      /^::error title=ERR-6 do-err-6::.*\n::error title=AUTH-6 do-auth-6::/,
    );
  });
});

test.each<[string, Partial<Run>, readonly string[]]>([
  ["a failed must", { ...shouldFailed, verdicts: [failed, ...warned] }, []],
  ["a conforming run", { outcome: "conforming", exitCode: 0, verdicts: [passed, ...warned] }, []],
  [
    "a known failure",
    { ...shouldFailed, known: ["LIST-4"], verdicts: [failed, ...warned] },
    ["ERR-6", "AUTH-6"],
  ],
])("beside %s the shoulds that decide are counted", (_, given, expected) => {
  expect(decisiveShoulds(sampleRun(given))).toEqual(expected);
});

const { spec } = sampleRun();
const untestedOperations = ["GET /categories", "DELETE /pets/{petId}/photos"];

test.each<[string, Partial<Run>, string]>([
  [
    "known failures that are outdated",
    { exitCode: 1 },
    "An entry of the known failures is no longer needed, and --strict was given",
  ],
  [
    "operations of the document that nothing tests",
    { exitCode: 0, spec: { ...spec, untestedOperations } },
    "Not tested: GET /categories, DELETE /pets/{petId}/photos",
  ],
])("the outcome names %s", (_, given, says) => {
  const run = sampleRun({ outcome: "conforming", verdicts: [passed], ...given });
  expect(outcomeSentence(run)).toBe(`conforming – 1 of 1 musts tested: 1 passed. ${says}`);
});

test.each([
  [
    89,
    "conforming so far – 1 of 1 musts tested: 1 passed. 89 of 100 cases of this profile tested; 11 left out: no",
  ],
  [90, "conforming – 1 of 1 musts tested: 1 passed. 90 of 100 cases of this profile tested; 10 left out: no"],
])(
  "a run that tested %i of 100 cases says how far it conforms, and what would test the rest",
  (tested, says) => {
    const name = { requirement: "LIST-1", case: caseRef("limit/20") };
    const leftOut = [{ why: untested("no-room"), cases: Array.from({ length: 100 - tested }, () => name) }];
    const run = sampleRun({ verdicts: [passed], exitCode: 0, cases: { total: 100, tested, leftOut } });
    expect(outcomeSentence(sampleRun({ ...run, outcome: "conforming" }))).toMatch(new RegExp(`^${says}`));
    expect(outcomeSentence(sampleRun({ ...run, outcome: "inconclusive" }))).toMatch(/^inconclusive – /);
  },
);
