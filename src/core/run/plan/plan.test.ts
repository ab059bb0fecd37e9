import { describe, expect, test } from "vitest";
import { type StepRef, stepRef } from "#core/check/case.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import type { Suite } from "#core/check/suite.ts";
import { expects200, requirement, sampleContract, sampleSuite, step } from "#testing/run/sample-suites.ts";
import { casesOf, covers, makePlan, type PlanOptions, stepTable } from "./plan.ts";

const suitesOf = (
  checked: readonly Step[],
  beside: readonly Step[] = [],
  control: readonly StepRef[] = [],
): Suite => ({
  ...sampleSuite,
  checks: [expects200("A-1", ...checked)],
  steps: () => beside,
  positiveControls: { listPets: { steps: control, missing: () => undefined } },
});
const plan = (suite: Suite, given: Partial<PlanOptions> = {}) => {
  const options = {
    profile: "standard" as const,
    extendTo: undefined,
    maxRequests: 100,
    maxCreates: 100,
    facts: undefined,
  };
  return makePlan(suite, sampleContract, [requirement("A-1", { operations: ["listPets"] })], {
    ...options,
    ...given,
  });
};
const labels = (steps: readonly Step[]) => steps.map((s) => s.label);
const planned = (...given: Parameters<typeof plan>) => labels(plan(...given).steps);
/** After the preflight, whatever it found. */
const facts = { setting: {} } as NonNullable<PlanOptions["facts"]>;

test.each([
  ["quick", ["quick"]],
  ["standard", ["quick", "standard"]],
  ["thorough", ["quick", "standard", "thorough"]],
] as const)("the profile %s covers %j", (profile, covered) => {
  const all: readonly Profile[] = ["quick", "standard", "thorough"];
  expect(all.filter((smallest) => covers(profile, smallest))).toEqual(covered);
});

describe("a plan", () => {
  test("holds the promised cases' steps and no others", () => {
    const cases = (["quick", "standard", "thorough"] as const).map((profile) => step(profile, { profile }));
    expect(planned(suitesOf(cases))).toEqual(["quick", "standard"]);
  });

  test("holds wrong requests of all requirements in turn, each one's most important first", () => {
    const wrong = (label: string, priority: Step["priority"]) =>
      step(label, { effect: "write", priority, profile: "standard" });
    const suite: Suite = {
      ...suitesOf([]),
      checks: [
        expects200("A-1", wrong("rare of 1", "rare"), wrong("first of 1", "essential")),
        expects200("A-2", step("read of 2"), wrong("first of 2", "typical"), wrong("rare of 2", "last")),
      ],
    };
    const two = ["A-1", "A-2"].map((id) => requirement(id, { operations: ["listPets"] }));
    const options = { profile: "standard", extendTo: undefined, maxRequests: 9, maxCreates: 9 } as const;
    expect(labels(makePlan(suite, sampleContract, two, { ...options, facts: undefined }).steps)).toEqual([
      "first of 1",
      "first of 2",
      "read of 2",
      "rare of 1",
      "rare of 2",
    ]);
  });

  test("holds what a step needs, directly or not, and each once", () => {
    const beside = [step("first"), step("second", { requires: [stepRef("first")] })];
    const suite = suitesOf(
      [step("a", { requires: [stepRef("second")] }), step("b", { requires: [stepRef("second")] })],
      beside,
    );
    expect(planned(suite)).toEqual(["first", "second", "a", "b"]);
  });

  test("holds the positive controls of the operations that it judges", () => {
    expect(planned(suitesOf([step("a")], [step("c"), step("d")], [stepRef("d")]))).toEqual(["d", "a"]);
  });

  test("leaves out what the preflight already shows", () => {
    const suite = suitesOf([step("a")], [step("fill", { alreadyShown: () => true })], [stepRef("fill")]);
    expect(planned(suite)).toEqual(["fill", "a"]);
    expect(planned(suite, { facts })).toEqual(["a"]);
  });

  test("refuses a step that nobody defines, by its id", () => {
    expect(() => plan(suitesOf([step("a", { requires: [stepRef("nothing")] })]))).toThrow(
      'no step has the id "nothing"',
    );
  });

  test("knows each step where it is first named", () => {
    expect([...stepTable(suitesOf([step("a"), step("b")], [step("b")]), sampleContract).keys()]).toEqual([
      "b",
      "a",
    ]);
  });
});

describe("cases beyond the profile", () => {
  const extra = (["unusual", "essential", "frequent"] as const).map((priority) =>
    step(priority, { profile: "thorough", priority }),
  );
  const suite = suitesOf([step("a"), ...extra]);

  test("are added by priority, the highest first, up to the number", () => {
    expect(planned(suite, { extendTo: 3 })).toEqual(["a", "essential", "frequent"]);
  });

  test("are counted with all that they bring along", () => {
    const brings = step("typical", {
      profile: "thorough",
      priority: "typical",
      requires: [stepRef("one"), stepRef("two")],
    });
    const beside = [step("one"), step("two")];
    const longer = suitesOf([step("a"), brings, ...extra], beside);
    expect(planned(longer, { extendTo: 3 })).toEqual(["a", "essential", "frequent"]);
    expect(planned(longer, { extendTo: 5 })).toEqual(["one", "two", "a", "typical", "essential"]);
  });

  test("never exceed the cap on creates, which the promised ones use first", () => {
    const stores = (["typical", "common"] as const).map((priority) =>
      step(`s ${priority}`, { profile: "thorough", priority, effect: "create" }),
    );
    const promised = step("s", { effect: "create" });
    const storing = suitesOf([promised, ...stores, ...extra]);
    const { steps, leftOut } = plan(storing, { extendTo: 100, maxCreates: 2 });
    expect(labels(steps)).toEqual(["s", "s typical", "unusual", "essential", "frequent"]);
    expect(leftOut.size).toBe(0);
  });

  test("are not counted where the preflight already shows them", () => {
    const alreadyShown = step("fill", {
      profile: "thorough",
      priority: "essential",
      alreadyShown: () => true,
    });
    const known = suitesOf([step("a"), alreadyShown, ...extra]);
    expect(planned(known, { extendTo: 3, facts })).toEqual(["a", "essential", "frequent"]);
  });

  test("take the places of what only fills the store, the last first, where they are sure to be stored", () => {
    const fill = ["fill 1", "fill 2", "fill 3"].map((label) =>
      step(label, { effect: "create", isFiller: true }),
    );
    const create = (label: string, given: Partial<Step>) =>
      step(label, { profile: "thorough", priority: "common", effect: "create", ...given });
    const valid = create("valid", { expectedValidity: "valid" });
    const odd = create("odd", {});
    const filled = suitesOf([...fill, valid, odd]);
    expect(planned(filled, { extendTo: 100, maxCreates: 3 })).toEqual(["fill 1", "fill 2", "valid"]);
    expect(planned(filled, { extendTo: 100, maxCreates: 4 })).toEqual(["fill 1", "fill 2", "valid", "odd"]);
  });

  test("are extra cases, promised by nobody", () => {
    const { cases } = plan(suite, { extendTo: 2 });
    expect(cases.map((c) => [c.case.label, c.promised])).toEqual([
      ["a", true],
      ["essential", false],
    ]);
  });

  test("are listed by the catalogue all the same", () => {
    const all = casesOf(suite, sampleContract, [requirement("A-1")], "standard");
    expect(all.map((c) => c.promised)).toEqual([true, false, false, false]);
  });
});

describe("a budget", () => {
  const stores = (["last", "regular", "essential"] as const).map((priority) =>
    step(`s ${priority}`, { priority, effect: "create" }),
  );

  test("of creates leaves out those of the lowest priority that create", () => {
    const { steps, leftOut } = plan(suitesOf([...stores, step("a", { priority: "last" })]), {
      maxCreates: 1,
    });
    expect(labels(steps)).toEqual(["s essential", "a"]);
    expect([...leftOut.keys()]).toEqual(["s last", "s regular"]);
    expect(leftOut.get(stepRef("s last").id)).toMatchObject({
      kind: "untested",
      remedy: { options: [{ option: "max-creates", value: 3 }] },
    });
  });

  test("of requests leaves out the least valued, whatever they do", () => {
    const { steps, leftOut } = plan(suitesOf([...stores, step("a", { priority: "common" })]), {
      maxRequests: 2,
    });
    expect(labels(steps)).toEqual(["s essential", "a"]);
    expect(leftOut.get(stepRef("s last").id)).toMatchObject({
      kind: "inconclusive",
      remedy: { options: [{ option: "max-requests", value: 4 }] },
    });
  });

  test("leaves out the last of those that are worth the same: what fills a store counts up", () => {
    const fill = [1, 2, 3, 4].map((n) => step(`fill ${n}`, { effect: "create" }));
    const { steps, leftOut } = plan(suitesOf(fill), { maxCreates: 2 });
    expect(labels(steps)).toEqual(["fill 1", "fill 2"]);
    expect([...leftOut.keys()]).toEqual(["fill 4", "fill 3"]);
  });

  test("is not charged for what the preflight already shows", () => {
    const alreadyShown = step("s", { priority: "essential", effect: "create", alreadyShown: () => true });
    const { steps, leftOut } = plan(suitesOf([alreadyShown, ...stores]), { maxCreates: 3, facts });
    expect(labels(steps)).toEqual(["s last", "s regular", "s essential"]);
    expect(leftOut.size).toBe(0);
  });

  test("leaves out a step before the one that it waits for, even where it is worth more", () => {
    const suite = suitesOf([
      step("low", { priority: "last" }),
      step("high", { priority: "essential", requires: [stepRef("low")] }),
    ]);
    expect([...plan(suite, { maxRequests: 0 }).leftOut.keys()]).toEqual(["high", "low"]);
    expect(planned(suite, { maxRequests: 1 })).toEqual(["low"]);
  });

  test("of creates leaves out what rests on a pet that is not created", () => {
    const read = step("read", { requires: [stepRef("s last")], priority: "essential" });
    const { steps, leftOut } = plan(suitesOf([...stores, read]), { maxCreates: 0 });
    expect(labels(steps)).toEqual([]);
    expect(leftOut.get(stepRef("read").id)).toMatchObject({ kind: "untested" });
  });

  const wrong = (["w 1", "w 2"] as const).map((label) =>
    step(label, { effect: "write", requires: [stepRef("s essential")] }),
  );

  test("of creates has one of them wait for the wrong bodies where they take every place", () => {
    const { steps } = plan(suitesOf([...wrong, ...stores]), { maxCreates: 2 });
    const waiting = steps.filter(({ waitsFor = [] }) => waitsFor.some(({ label }) => label === "w 2"));
    expect(labels(waiting)).toEqual(["s regular"]);
    expect(labels(steps)).toEqual(["w 1", "w 2", "s regular", "s essential"]);
  });

  test("of creates leaves the order alone while there is a place for a wrong body", () => {
    const { steps } = plan(suitesOf([...wrong, ...stores]), { maxCreates: 4 });
    expect(steps.flatMap(({ waitsFor = [] }) => waitsFor)).toEqual([]);
  });

  test.each([0, 1])("of %i creates sends no wrong body where none could wait for it", (maxCreates) => {
    const { steps, leftOut } = plan(suitesOf([...wrong, ...stores]), { maxCreates });
    expect(labels(steps)).toEqual(maxCreates === 0 ? [] : ["s essential"]);
    expect(leftOut.get(stepRef("w 1").id)).toMatchObject({ kind: "untested" });
  });

  test("keeps the promise of a case that it leaves out, so that it does not pass in silence", () => {
    expect(plan(suitesOf(stores), { maxCreates: 0 }).cases).toHaveLength(3);
  });
});
