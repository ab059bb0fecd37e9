import { expect, test } from "vitest";
import { caseRef } from "#core/check/case.ts";
import type { HeldObservation } from "#core/check/results/verdict.ts";
import { sampleVerdict } from "#testing/report/sample-run.ts";
import { expects200, playScene, requirement, step } from "#testing/run/sample-suites.ts";
import type { RunEvent } from "../result.ts";
import { fewestAnswers, missedFault } from "./missed-fault.ts";

const [a, b, c] = [step("a"), step("b"), step("c")];
const failing = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === "settled" && event.label !== "list" ? [event.failing] : []));
const broken = { status: 500 };

test("each must is counted once, as soon as an answer breaks it", async () => {
  const { events, run } = await playScene({
    checks: [expects200("A-1", a, b), expects200("A-2", c)],
    replies: { a: broken, b: { ...broken, takesMs: 10 }, c: { ...broken, takesMs: 20 } },
    input: { countFailures: true },
  });
  expect(failing(events)).toEqual([1, 1, 2, 2]);
  expect(run.counts.must.fail).toBe(2);
});

test("a should, and what --only leaves out, is not counted", async () => {
  const { events } = await playScene({
    checks: [expects200("A-1", a), expects200("B-1", b)],
    requirements: [requirement("A-1", { level: "should" }), requirement("B-1")],
    options: { skip: ["B"] },
    replies: { a: broken, b: broken },
    input: { countFailures: true },
  });
  expect(failing(events)).toEqual([0, 0, 0]);
});

test("nothing is counted where nobody watches", async () => {
  const { events } = await playScene({ checks: [expects200("A-1", a)], replies: { a: broken } });
  expect(failing(events)).toEqual([undefined, undefined]);
});

const held = (label: string, ...subjects: readonly number[]): HeldObservation => ({
  requirement: "A-1",
  case: caseRef(label),
  kind: "held",
  subjects,
});

test("the case that was judged on the fewest answers counts", () => {
  const rounds = [[held("a", 1), held("b", 2)], [held("a", 3)]];
  expect(fewestAnswers([caseRef("a"), caseRef("b")], rounds, [])).toBe(1);
  expect(fewestAnswers([caseRef("a")], rounds, [])).toBe(2);
  expect(fewestAnswers([caseRef("a"), caseRef("c")], rounds, [])).toBe(0);
  expect(fewestAnswers([], rounds, [])).toBe(0);
});

test("what an answer was compared with is no answer more, but for what looks at the whole run", () => {
  expect(fewestAnswers([caseRef("a")], [[held("a", 1, 2, 3)]], [])).toBe(1);
  expect(fewestAnswers([caseRef("a")], [[]], [held("a", 1, 2, 3), held("a", 3)])).toBe(3);
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
