import { describe, expect, test } from "vitest";
import { stepTable } from "#core/run/plan/plan.ts";
import { expects200, playScene, sampleContract, sampleSuite, step } from "#testing/run/sample-suites.ts";
import { stepRef } from "../case.ts";
import { hexDigits, integerBetween, seededRandom } from "./random.ts";

const numbers = (seed: number, label: string, count = 5) => {
  const next = seededRandom(seed, label);
  return Array.from({ length: count }, () => next());
};

describe("seeded numbers", () => {
  test("are the same for the same seed and label", () =>
    expect(numbers(7, "create")).toEqual(numbers(7, "create")));

  test.each([
    [8, "create"],
    [7, "create "],
    [0, ""],
  ])("are others for the seed %i and the label %j", (seed, label) => {
    expect(numbers(seed, label)).not.toEqual(numbers(7, "create"));
  });

  test("stay what they were: a recorded run depends on them", () => {
    expect(hexDigits(seededRandom(1, "wrong key, listPets"), 32)).toMatchInlineSnapshot(
      `"0767cd49d64d815e260625b641005769"`,
    );
  });

  test("lie from 0 to below 1, evenly enough", () => {
    const many = numbers(3, "even", 10_000);
    expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...many)).toBeLessThan(1);
    expect(many.reduce((a, b) => a + b) / many.length).toBeCloseTo(0.5, 1);
  });
});

test("whole numbers reach both bounds and nothing beyond", () => {
  const next = seededRandom(1, "dice");
  expect(new Set(Array.from({ length: 600 }, () => integerBetween(next, 1, 6)))).toEqual(
    new Set([1, 2, 3, 4, 5, 6]),
  );
});

test("hex digits are as many as asked for", () =>
  expect(hexDigits(seededRandom(1, "x"), 20)).toMatch(/^[0-9a-f]{20}$/));

test("a run whose steps are all called the same comes to what it comes to where each has its own label", async () => {
  const steps = [step("a"), step("b", { requires: [stepRef("a")] }), step("c", { waitsFor: [stepRef("b")] })];
  const play = (relabel: Partial<{ readonly label: string }>) =>
    playScene({
      checks: steps.map((one, nth) => expects200(`R-${nth}`, { ...one, ...relabel })),
      replies: { a: { takesMs: 70 }, b: { status: 500, body: "" } },
    });
  const [own, alike] = await Promise.all([play({}), play({ label: "the same" })]);
  const verdicts = ({ run }: typeof own) =>
    run.verdicts.map(({ id, verdict, exchanges }) => [id, verdict, exchanges]);
  expect(verdicts(own)).toContainEqual(["R-1", "fail", expect.anything()]);
  expect(verdicts(alike)).toEqual(verdicts(own));
  expect(alike.received).toEqual(own.received);
});

test("by type, nothing is found by a label", () => {
  const table = stepTable({ ...sampleSuite, steps: () => [step("a")] }, sampleContract);
  const { id, label } = stepRef("a", "what people read");
  expect(table.get(id)?.id).toBe(id);
  // @ts-expect-error A label is no id.
  expect(table.get(label)).toBeUndefined();
});
