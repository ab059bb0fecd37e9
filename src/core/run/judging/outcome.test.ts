import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant, scenario, traceCheck } from "#core/check/check.ts";
import type { Level } from "#core/check/requirement.ts";
import type { Observation, VerdictKind } from "#core/check/results/verdict.ts";
import type { Suite } from "#core/check/suite.ts";
import { sampleVerdict } from "#testing/report/sample-run.ts";
import { expects200, playScene, requirement, type Scene, step } from "#testing/run/sample-suites.ts";
import type { Outcome } from "../result.ts";
import { fewestAnswers, missedFault } from "./fold.ts";
import { decideOutcome, type OutcomeInput } from "./outcome.ts";

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

const held = (label: string, ...subjects: readonly number[]): Observation => ({
  requirement: "A-1",
  case: caseRef(label),
  kind: "held",
  subjects,
});

// What an answer was compared with is no answer more, but for what looks at the whole run.
test.each([
  [["a", "b"], [[held("a", 1), held("b", 2)], [held("a", 3)]], [], 1],
  [["a"], [[held("a", 1), held("b", 2)], [held("a", 3)]], [], 2],
  [["a", "c"], [[held("a", 1)]], [], 0],
  [["a"], [[held("a", 1, 2, 3)]], [], 1],
  [["a"], [[]], [held("a", 1, 2, 3), held("a", 3)], 3],
])("of the cases %j the one that was judged on the fewest answers counts", (cases, rounds, run, fewest) => {
  const promised = cases.map((label) => caseRef(label));
  expect(fewestAnswers({ promised, rounds, run })).toBe(fewest);
});

test("the chance falls by a third with each answer; the weakest must and the one in the middle are named", () => {
  const passed = (id: string, answers: number) => sampleVerdict(id, "pass", { answers });
  const verdicts = [
    passed("A-1", 14),
    passed("A-2", 5),
    passed("A-3", 40),
    passed("A-4", 1),
    passed("A-5", 0),
    sampleVerdict("A-6", "fail", { answers: 2 }),
  ];
  const missed = missedFault(verdicts, ["A-4"]);
  expect(missed?.weakest).toEqual({ id: "A-2", answers: 5, chance: expect.closeTo(0.1317, 4) });
  expect(missed?.median).toEqual({ id: "A-1", answers: 14, chance: expect.closeTo(0.0034, 4) });
  expect(missedFault([sampleVerdict("A-6", "fail", { answers: 2 })], [])).toBeUndefined();
});

// The suite's own mistakes are its own: exit 70, never a verdict, and the other checks go on.

const broken = (): never => {
  throw new Error("a mistake of ours");
};
const sound = expects200("B-1", step("b"));
const play = (scene: Scene) => playScene({ ...scene, checks: [...(scene.checks ?? []), sound] });

describe("an exception", () => {
  const promised = () => [{ profile: "quick" as const, from: [stepRef("list")] }];
  const mismatching = scenario("A-1", () => [
    { step: step("a"), expect: { kind: "served", words: "it", mismatch: broken } },
  ]);
  test.each([
    ["in a step", expects200("A-1", step("a", { request: broken }))],
    ["in a step's reading of a lagging answer", expects200("A-1", step("a", { retryUntil: broken }))],
    ["in an expectation", mismatching],
    ["in an invariant", invariant("A-1", caseRef("every"), promised, broken)],
    ["in a trace check", traceCheck("A-1", caseRef("every"), promised, broken)],
  ])("%s is exit 70 and no verdict on the target, and the others are judged", async (_, check) => {
    const { run, verdicts } = await play({ checks: [check], replies: { a: { status: 500 } } });
    expect(run.exitCode).toBe(70);
    expect(run.suiteErrors).toMatchObject([{ message: "a mistake of ours" }]);
    expect(verdicts("A-1", "B-1")).toEqual(["inconclusive", "pass"]);
  });

  test("of the transport while a step is sent is the suite's, and is reported where", async () => {
    const onRequest = (label: string) => void (label === "a" && broken());
    const { run, verdict } = await play({ checks: [expects200("A-1", step("a"))], onRequest });
    expect(run.suiteErrors).toEqual([{ where: 'the step "a"', message: "a mistake of ours" }]);
    expect(verdict("A-1").verdict).toBe("inconclusive");
  });

  const outside: readonly [string, Partial<Suite>][] = [
    ["in the search for one cause", { rootCause: broken }],
    ["in a positive control", { positiveControls: { listPets: { steps: [], missing: broken } } }],
  ];
  test.each(outside)("%s still gives a report", async (_, suite) => {
    const requirements = [requirement("B-1", { operations: ["listPets"] })];
    const { run } = await play({ suite, requirements });
    expect(run.exitCode).toBe(70);
  });
});

test.each([
  ["valid", [["limit", "a"]], /should be valid: query limit is not /],
  ["invalid", [], /should be invalid: the contract allows it/],
] as const)(
  "a request meant to be %s that is not is never sent, and is the suite's error",
  async (meant, query, message) => {
    const wrong = step("a", { expectedValidity: meant, spec: { path: "/pets", query } });
    const played = await play({ checks: [expects200("A-1", wrong)] });
    expect(played.labels).not.toContain("pets");
    expect(played.run.suiteErrors).toMatchObject([
      { where: 'the step "a"', message: expect.stringMatching(message) },
    ]);
    expect(played.verdict("A-1").verdict).toBe("inconclusive");
  },
);
