import { expect, test } from "vitest";
import { caseRef } from "./case.ts";
import { smallestFailing } from "./smallest-failing.ts";
import { stepRef } from "./step.ts";
import type { Finding } from "./verdict.ts";

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

test("stands for the first, the smallest input that was made from it", () => {
  expect(shown(finding(1, [3]), finding(2, [3, 0]), finding(3, [3, 0, 0]))).toBe(3);
});

test("is the first where nothing was made from it", () => {
  expect(shown(finding(1, [3]), finding(2, [4, 0]))).toBe(1);
  expect(shown(finding(1), finding(2))).toBe(1);
});

test("is never of another case", () => {
  expect(shown(finding(1, [3]), finding(2, [3, 0], "generated bodies"))).toBe(1);
});
