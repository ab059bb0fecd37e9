import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { type Check, type Control, invariant, refusal, scenario } from "#core/check/check.ts";
import { refused, served } from "#core/check/expectation.ts";
import { answeredWith } from "#core/check/facts.ts";
import { inStatus, type Observation, type VerdictKind } from "#core/check/results/verdict.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { said, saidUntested, sampleFinding } from "#testing/report/sample-run.ts";
import { expects200, playScene, type Reply, requirement, step } from "#testing/run/sample-suites.ts";
import { type FoldInput, fold } from "./fold.ts";

const a = step("a");
const good = step("good");
const control: Control = {
  step: stepRef("good"),
  held: (e) => e.outcome.answer.status === 200,
  words: "answered 200",
};
const refusedA = refusal("A-1", () => [{ step: a, control, expect: refused("4xx") }]);
const play = (
  replies: Readonly<Record<string, Reply>>,
  checks: readonly Check[] = [refusedA],
  steps = [good],
) => playScene({ checks, steps, replies });

describe("a refusal and its control", () => {
  test.each<[string, Reply, Reply, RegExp]>([
    ["failed", { status: 400 }, { status: 400, body: "" }, /^400 without a body$/],
    ["got no answer", { status: 400 }, { failure: "timeout" }, /^no complete answer: ./],
    ["failed as what should be refused did not", {}, { status: 500 }, /^500/],
  ])("is inconclusive, with what the control got, where that %s", async (_, a, good, got) => {
    const { verdict } = await play({ a, good });
    expect(verdict("A-1")).toMatchObject({
      verdict: "inconclusive",
      reason: {
        ...{ kind: "control-failed", step: "good", expected: "answered 200" },
        got: expect.stringMatching(got),
      },
    });
  });

  test("is untested where the target's state left no control to send, with what would", async () => {
    const remedy = { options: [{ option: "max-creates", value: 5 }] };
    const request = () => ({ ...saidUntested("the store is empty"), remedy });
    const { verdict } = await play({ a: { status: 400 } }, [refusedA], [step("good", { request })]);
    expect(verdict("A-1")).toMatchObject({
      ...{ verdict: "untested", reason: said("the store is empty") },
      remedy,
    });
  });
});

test.each([
  // It is asked for twice more when it can lag no more, and then stands too.
  ["fail", 4, true],
  ["pass", 3, undefined],
] as const)(
  "a case is a %s with a wrong early answer, %i of them judged, where lag cannot break it: %s",
  async (due, judged, keptByLag) => {
    const retryUntil = (exchange: Exchange) => answeredWith(exchange, 200);
    const c = { step: step("a", { retryUntil }), expect: served(200), ...(keptByLag && { keptByLag }) };
    const { verdict } = await playScene({
      checks: [scenario("A-1", () => [c])],
      replies: { a: [{ status: 404 }, { status: 200 }] },
    });
    expect(verdict("A-1")).toMatchObject({ verdict: due, judged });
  },
);

const no500 = invariant(
  "A-1",
  caseRef("every answer"),
  { profile: "quick", from: [stepRef("a")] },
  (exchange, _, observe) => {
    if (exchange.outcome.kind === "failure") return undefined;
    return exchange.outcome.answer.status === 500
      ? observe.broken(exchange, "no 500", { seen: "500", place: inStatus })
      : observe.held(exchange);
  },
);

test("an invariant looks at every exchange, whoever sent it", async () => {
  const { verdict } = await play({ b: { status: 500 } }, [no500], [a, step("b"), good]);
  expect(verdict("A-1").judged).toBe(2);
  // What fails is sent once more (ruling 25).
  const more = await playScene({
    checks: [no500, expects200("B-1", step("b"))],
    steps: [a],
    replies: { b: { status: 500 } },
  });
  expect(more.verdict("A-1").findings).toMatchObject([{ broken: 2, of: 4 }]);
});

const unresolved = ["inconclusive", "untested", "not-applicable"] as const;
type Seen = "held" | "broken" | (typeof unresolved)[number];

function observed(what: Seen, label = "one", exchange = 1): Observation {
  const observed = { requirement: "A-1", case: caseRef(label) };
  switch (what) {
    case "held":
      return { ...observed, kind: "held", subjects: [exchange] };
    case "broken": {
      const finding = sampleFinding({ case: observed.case, exchange });
      return { ...observed, kind: "broken", finding };
    }
    default:
      return {
        ...observed,
        kind: "unresolved",
        unresolved: { kind: what, reason: said(`${what} of ${label}`) },
        subjects: [exchange],
      };
  }
}

function folded(observations: readonly Observation[], given: Partial<FoldInput> = {}) {
  return fold({
    requirement: requirement("A-1"),
    rounds: [observations],
    run: [],
    promised: [caseRef("one")],
    takenOut: undefined,
    missingControl: undefined,
    missing: () => ({ reason: said("nothing was sent"), kind: "inconclusive" }),
    ...given,
  });
}

describe("one promised case", () => {
  const table: readonly [seen: readonly Seen[], verdict: VerdictKind][] = [
    [["held"], "pass"],
    [["held", "held"], "pass"],
    [["broken"], "fail"],
    [["held", "broken"], "fail"],
    [["inconclusive", "broken"], "fail"],
    [["untested", "broken"], "fail"],
    [["not-applicable", "broken"], "fail"],
    [["inconclusive"], "inconclusive"],
    [["held", "inconclusive"], "inconclusive"],
    [["untested", "inconclusive"], "inconclusive"],
    [["not-applicable", "inconclusive"], "inconclusive"],
    [["untested"], "untested"],
    [["held", "untested"], "pass"],
    [["not-applicable", "untested"], "untested"],
    [["not-applicable"], "not-applicable"],
    [["held", "not-applicable"], "pass"],
    [[], "inconclusive"],
  ];
  test.each(table)("of which is seen %j is a %s", (seen, verdict) => {
    expect(folded(seen.map((what) => observed(what))).verdict).toBe(verdict);
    expect(folded(seen.map((what) => observed(what)).reverse()).verdict).toBe(verdict);
  });
});

describe("two promised cases", () => {
  const table: readonly [one: Seen | undefined, two: Seen | undefined, verdict: VerdictKind, held: number][] =
    [
      ["held", "held", "pass", 2],
      ["held", "broken", "fail", 1],
      ["held", "inconclusive", "inconclusive", 1],
      ["held", "untested", "untested", 1],
      ["held", "not-applicable", "pass", 1],
      ["held", undefined, "inconclusive", 1],
      ["untested", "inconclusive", "inconclusive", 0],
      ["untested", "not-applicable", "untested", 0],
      ["untested", undefined, "inconclusive", 0],
      ["inconclusive", "not-applicable", "inconclusive", 0],
      ["not-applicable", "not-applicable", "not-applicable", 0],
      ["not-applicable", undefined, "inconclusive", 0],
    ];
  test.each(table)("of %s and %s are a %s, %i of 2 held", (one, two, verdict, held) => {
    const observations = [...(one ? [observed(one, "one")] : []), ...(two ? [observed(two, "two")] : [])];
    const result = folded(observations, { promised: [caseRef("one"), caseRef("two")] });
    expect(result).toMatchObject({ verdict, cases: { promised: 2, held } });
  });

  test("one that held and was broken is not counted as held", () => {
    const observations = [observed("held", "one"), observed("broken", "one"), observed("held", "two")];
    const result = folded(observations, { promised: [caseRef("one"), caseRef("two")] });
    expect(result).toMatchObject({ verdict: "fail", cases: { promised: 2, held: 1 } });
  });
});
