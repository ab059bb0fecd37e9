import { expect, test } from "vitest";
import { caseRef, stepRef } from "./case.ts";
import { exchangeLabel, generatedSteps, isMadeFrom, isSamePart, smallestFailing } from "./inputs/step.ts";
import type { Finding } from "./results/verdict.ts";

const { id: step, label } = stepRef("generated limits");
const drawn = { step, label, part: { input: [3, 0], request: 1 } };
const second = { ...drawn, part: { input: [3, 0], request: 2 } };
const other = { step: stepRef("limit/100").id, label: "limit 100" };

test("an exchange is shown by its step, and by which of a series it is", () => {
  expect([drawn, second, other].map(exchangeLabel)).toEqual([
    "generated limits #3:0",
    "generated limits #3:0/2",
    "limit 100",
  ]);
});

test("the steps that sent generated inputs are those of a series", () => {
  expect(generatedSteps([drawn, other, drawn])).toEqual([step]);
});

test("an input is made from those on the way to it, and from no other", () => {
  const made = [[3], [3, 0], [3, 0, 1], [30], [3, 1], [0]].map((input) => isMadeFrom(input, [3, 0, 1]));
  expect(made).toEqual([true, true, true, false, false, false]);
});

test("a part is the same request of the same input, whoever read it", () => {
  const part = { input: [3, 0], request: 1 };
  expect(isSamePart(drawn.part, part)).toBe(true);
  expect(isSamePart(undefined, undefined)).toBe(true);
  for (const one of [second.part, { input: [3], request: 1 }, { input: [3, 0, 0], request: 1 }, undefined])
    expect(isSamePart(one, part)).toBe(false);
});

function finding(exchange: number, input?: readonly number[], label = "generated limits"): Finding {
  const of = caseRef(label);
  return {
    ...{ case: of, expected: "400", seen: "200", got: { status: 200, at: undefined } },
    ...{ place: undefined, exchange, related: [] },
    ...(input && { generated: { step: stepRef(label).id, input } }),
  };
}

const shown = (first: Finding, ...others: readonly Finding[]) =>
  smallestFailing([first, ...others], (one) => one).exchange;

test("the smallest input that was made from the first stands for it, in the same case, and else itself", () => {
  expect(shown(finding(1, [3]), finding(2, [3, 0]), finding(3, [3, 0, 0]))).toBe(3);
  expect(shown(finding(1, [3]), finding(2, [4, 0]))).toBe(1);
  expect(shown(finding(1), finding(2))).toBe(1);
  expect(shown(finding(1, [3]), finding(2, [3, 0], "generated bodies"))).toBe(1);
});
