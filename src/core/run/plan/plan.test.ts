import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Suite } from "#core/check/suite.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { saidUntested } from "#testing/report/sample-run.ts";
import {
  expects200,
  playScene,
  requirement,
  sampleContract,
  sampleOptions,
  sampleSuite,
  step,
} from "#testing/run/sample-suites.ts";
import type { RunEvent } from "../result.ts";
import { makePlan, type PlanOptions } from "./plan.ts";
import { withinBudget } from "./plan-budget.ts";

const suitesOf = (...checked: readonly Step[]): Suite => ({
  ...sampleSuite,
  checks: [expects200("A-1", ...checked)],
});
const sent = [requirement("A-1", { operations: ["listPets"] })];
const plan = (suite: Suite, given: Partial<PlanOptions> = {}) => {
  const scope = { suite, contract: sampleContract, requirements: sent, sent, options: sampleOptions() };
  return makePlan(scope, { maxRequests: 100, maxCreates: 100, ...given });
};
const labels = (steps: readonly Step[]) => steps.map((s) => s.label);

test("a plan holds the positive controls of the operations that it judges", () => {
  const listPets = { steps: [stepRef("d")], missing: () => undefined };
  const steps = () => [step("c"), step("d")];
  const { steps: planned } = plan({ ...suitesOf(step("a")), steps, positiveControls: { listPets } });
  expect(labels(planned)).toEqual(["d", "a"]);
});

describe("a budget", () => {
  const stores = ["s 1", "s 2", "s 3"].map((label) => step(label, { effect: "create" }));

  test.each([
    ["max-creates", { maxCreates: 1 }, [...stores, step("a", { profile: "standard" })], 3],
    ["max-requests", { maxRequests: 2 }, [step("a"), ...stores], 4],
  ] as const)(
    "of %s leaves out the last turns that count, and names what would hold them",
    (option, cap, all, value) => {
      const { steps, leftOut } = plan(suitesOf(...all), cap);
      expect(labels(steps).toSorted()).toEqual(["a", "s 1"]);
      expect([...leftOut.keys()]).toEqual(["s 3", "s 2"]);
      expect(leftOut.get(stepRef("s 3").id)).toMatchObject({
        kind: "untested",
        remedy: { options: [{ option, value }] },
      });
    },
  );

  const wrong = (["w 1", "w 2"] as const).map((label) =>
    step(label, { effect: "write", requires: [stepRef("s 1")] }),
  );

  test.each([0, 1])("of %i creates sends no wrong body where none could wait for it", (maxCreates) => {
    const { steps, leftOut } = plan(suitesOf(...wrong, ...stores), { maxCreates });
    expect(labels(steps)).toEqual(maxCreates === 0 ? [] : ["s 1"]);
    expect(leftOut.get(stepRef("w 1").id)).toMatchObject({ kind: "untested" });
  });
});

const caps = { maxCreates: 100, maxRequests: 10 };

/** So many reads, each of which may require the one before. @param seen called whenever one is looked at */
function reads(count: number, isChain: boolean, seen: () => void): Step[] {
  return Array.from({ length: count }, (_, n) => {
    const requires = isChain && n > 0 ? { requires: [stepRef(`read ${n - 1}`)] } : {};
    const one = { ...step(`read ${n}`), ...requires };
    const { id } = one;
    const get = () => {
      seen();
      return id;
    };
    return Object.defineProperty(one, "id", { enumerable: true, get });
  });
}

test.each([
  ["apart", false],
  ["each of which requires the one before", true],
])("to leave steps out, %s, twice as many are looked at twice as often", (_, isChain) => {
  const looks = (steps: number): number => {
    let count = 0;
    const all = reads(steps, isChain, () => {
      count += 1;
    });
    expect(withinBudget(all, caps, () => 0).kept).toHaveLength(caps.maxRequests);
    return count;
  };
  expect(looks(400)).toBeLessThan(2.1 * looks(200));
});

test.each([
  [25, 24, 5],
  [8, 8, 2],
  [25, 19, 0],
])(
  "of a cap of %i, %i creates leave a quarter, and six at most, to wrong bodies that are accepted: %i wait for these",
  (maxCreates, count, waiting) => {
    const creates = Array.from(
      { length: count },
      (_, n): Step => ({ ...step(`create ${n}`), effect: "create" }),
    );
    const isEarly = ({ label }: Step) => label.endsWith("1");
    const turnOf = (one: Step) => (isEarly(one) ? 0 : 1);
    const wrong = [1, 2].map((n): Step => ({ ...step(`wrong ${n}`), effect: "write" }));
    const { kept } = withinBudget([...creates, ...wrong], { maxCreates, maxRequests: 100 }, turnOf);
    const late = kept.filter(({ waitsFor = [] }) =>
      wrong.every(({ id }) => waitsFor.some((w) => w.id === id)),
    );
    expect([late.length, late.filter(isEarly)]).toEqual([waiting, []]);
    expect(kept).toHaveLength(count + wrong.length);
  },
);

const kinds = <Kind extends RunEvent["kind"]>(events: readonly RunEvent[], kind: Kind) =>
  events.filter((event): event is Extract<RunEvent, { kind: Kind }> => event.kind === kind);

const area = (name: string, cases: number, settled: number) => ({ area: name, cases, settled });

const [a, b, c] = [step("a"), step("b"), step("c", { requires: [stepRef("a")] })];
const checks = [expects200("A-1", a, b), expects200("B-1", c)];

describe("those who watch a run learn", () => {
  test("what is planned for each area before anything is sent, and with each step how far the areas are", async () => {
    const { events } = await playScene({ checks, replies: { b: { takesMs: 50 } } });
    expect(events[0]).toMatchObject({ kind: "planned", areas: [area("A", 2, 0), area("B", 1, 0)] });
    expect(kinds(events, "settled").map(({ label, areas }) => [label, areas])).toEqual([
      ["list", [area("A", 2, 0), area("B", 1, 0)]],
      ["a", [area("A", 2, 1), area("B", 1, 0)]],
      ["c", [area("A", 2, 1), area("B", 1, 1)]],
      ["b", [area("A", 2, 2), area("B", 1, 1)]],
      ["probe", [area("A", 2, 2), area("B", 1, 1)]],
    ]);
  });

  test("that a case is settled which the first list shows to be unnecessary", async () => {
    const shown = step("a", { alreadyShown: (facts) => facts.answer(stepRef("list")) !== undefined });
    const { events } = await playScene({ checks: [expects200("A-1", shown, b)] });
    const [first, ...others] = kinds(events, "settled").map(({ areas }) => areas);
    expect([first, others.at(0)]).toEqual([[area("A", 2, 0)], [area("A", 2, 2)]]);
  });

  test("that a step is settled which is not sent", async () => {
    const omitted = step("a", { request: () => saidUntested("it would show nothing") });
    const { events } = await playScene({ checks: [expects200("A-1", omitted)] });
    expect(kinds(events, "settled").find(({ label }) => label === "a")?.areas).toEqual([area("A", 1, 1)]);
  });

  test("nothing of cases whose requests a cap left out", async () => {
    const { events } = await playScene({ checks: [expects200("A-1", a, b)], options: { maxRequests: 1 } });
    expect(kinds(events, "planned")[0]?.areas).toEqual([area("A", 1, 0)]);
  });

  test("that what the over-limit probe shows waits for it", async () => {
    const probe = { ...sampleSuite.probe, about: ["R-1"] };
    const { events } = await playScene({ checks: [expects200("R-1", a)], suite: { probe } });
    const settled = kinds(events, "settled").map(({ label, areas }) => `${label} ${areas[0]?.settled}`);
    expect(settled).toEqual(["list 0", "a 0", "probe 1"]);
  });

  test("once of each step whose answer may lag, and until when", async () => {
    const lagging = step("a", { retryUntil: (exchange) => timesOf(exchange).sentAtMs >= 1000 });
    const { events } = await playScene({ checks: [expects200("A-1", lagging)] });
    expect(kinds(events, "waiting")).toEqual([
      {
        kind: "waiting",
        cause: "consistency",
        step: "a",
        label: "a",
        reason: 'the answer to "a" may not show yet what was created or changed',
        untilMs: 2000,
      },
    ]);
  });
});
