import { expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { step } from "#testing/run/sample-suites.ts";
import { withinBudget } from "./plan-budget.ts";

const limits = { maxCreates: 100, maxRequests: 10 };

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
    expect(withinBudget(all, limits, () => 0).kept).toHaveLength(limits.maxRequests);
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
