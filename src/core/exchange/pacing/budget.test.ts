import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import type { HeaderLine } from "../exchange.ts";
import { budgetOf, laterBudget, waitableBudgetOf } from "./rate-headers.ts";

const remaining: HeaderLine = ["X-RateLimit-Remaining", "9"];
const reset = (seconds: number): HeaderLine => ["X-RateLimit-Reset", String(seconds)];
const answer = (...headers: HeaderLine[]) => sampleExchange({ headers, endedAtMs: 5_000 });

describe("what is left", () => {
  test("needs a Remaining alone", () => {
    const left = { remaining: 9, limit: undefined, resetAtSeconds: undefined };
    expect(budgetOf(answer(remaining))).toEqual(left);
    expect(budgetOf(answer(reset(60)))).toBeUndefined();
  });

  test("is the key's: an answer without the key says nothing of it", () => {
    const without = sampleExchange({ headers: [remaining], request: { credential: { kind: "none" } } });
    expect(budgetOf(without)).toBeUndefined();
  });

  test("can be waited for until a Reset that lies ahead, by a day and five minutes at most", () => {
    const furthest = 5 + 24 * 3600 + 300;
    expect(waitableBudgetOf(answer(remaining, reset(60)))?.resetAtMs).toBe(60_000);
    expect(waitableBudgetOf(answer(remaining, reset(5)))).toBeUndefined();
    expect(waitableBudgetOf(answer(remaining, reset(furthest)))?.resetAtMs).toBe(furthest * 1000);
    expect(waitableBudgetOf(answer(remaining, reset(furthest + 1)))).toBeUndefined();
  });

  test("is the lowest within one Reset, and the newest otherwise", () => {
    const left = (count: number, resetAtSeconds?: number) => ({
      remaining: count,
      limit: 60,
      resetAtSeconds,
    });
    expect(laterBudget(left(3, 60), left(4, 60)).remaining).toBe(3);
    expect(laterBudget(left(3, 60), left(4, 61)).remaining).toBe(4);
    expect(laterBudget(left(3), left(4)).remaining).toBe(4);
    expect(laterBudget(undefined, left(4, 60)).remaining).toBe(4);
  });
});
