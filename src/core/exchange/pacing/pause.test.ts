import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import type { HeaderLine } from "../exchange.ts";
import { restAfter } from "./pause.ts";
import { budgetOf, laterBudget, waitableBudgetOf } from "./rate-headers.ts";

const date: HeaderLine = ["Date", "Thu, 01 Jan 1970 00:00:10 GMT"];

const limited = (...headers: HeaderLine[]) =>
  sampleExchange({ status: 429, headers: [date, ...headers], endedAtMs: 10_000 });
const announcing = (remaining: number, resetAtSeconds: number) =>
  sampleExchange({
    headers: [
      date,
      ["X-RateLimit-Limit", "60"],
      ["X-RateLimit-Remaining", String(remaining)],
      ["X-RateLimit-Reset", String(resetAtSeconds)],
    ],
    endedAtMs: 10_000,
  });

test("the next run waits until every Retry-After of the last one has passed, whatever was answered after it", () => {
  const exchanges = [limited(["Retry-After", "30"]), sampleExchange({ endedAtMs: 11_000 })];
  expect(restAfter(exchanges, 50, 20_000)?.untilMs).toBe(40_000);
  expect(restAfter(exchanges, 50, 40_000)).toBeUndefined();
});

test("a 429 that names no time holds the next run back for a minute, unless another answer came after it", () => {
  expect(restAfter([limited()], 50, 10_000)?.untilMs).toBe(70_000);
  expect(restAfter([limited(["Retry-After", "0"])], 50, 10_000)?.untilMs).toBe(70_000);
  expect(restAfter([limited(), sampleExchange({ endedAtMs: 11_000 })], 50, 20_000)).toBeUndefined();
});

test("the next run waits for the reset where less is left than it sends", () => {
  expect(restAfter([announcing(20, 40)], 50, 10_000)).toEqual({
    untilMs: 41_000,
    reason: "20 of 60 requests are left until the rate limit resets, and a run sends about 50",
  });
  expect(restAfter([announcing(50, 40)], 50, 10_000)).toBeUndefined();
});

test("a run that sends more than a whole limit starts with a whole one", () => {
  expect(restAfter([announcing(60, 40)], 200, 10_000)).toBeUndefined();
  expect(restAfter([announcing(59, 40)], 200, 10_000)?.untilMs).toBe(41_000);
});

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
