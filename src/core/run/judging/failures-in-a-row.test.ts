import { expect, test } from "vitest";
import { sampleExchange } from "../../../../testing/exchange/sample-exchange.ts";
import { createFailuresInARow, mostFailuresInARow } from "./root-cause.ts";

const whole = sampleExchange({});
const cutShort = sampleExchange({ failure: { kind: "truncated", phase: "body" } });
const lost = sampleExchange({ failure: { kind: "timeout", phase: "headers" } });

/** Whether the target is given up after the last of these. */
function isGivenUp(...made: (typeof whole)[]): boolean {
  const failedTooOften = createFailuresInARow();
  return made.map(failedTooOften).at(-1) ?? false;
}

const inARow = (made: typeof whole) => Array.from({ length: mostFailuresInARow }, () => made);

test("so many requests without an answer in a row end the run", () => {
  expect(isGivenUp(whole, ...inARow(lost))).toBe(true);
  expect(isGivenUp(...inARow(lost), whole)).toBe(false);
});

test("bodies that are cut short do not end it, where other requests are answered whole", () => {
  expect(isGivenUp(whole, ...inARow(cutShort))).toBe(false);
  expect(isGivenUp(...inARow(cutShort))).toBe(true);
});
