import { expect, test } from "vitest";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { restAfter } from "./rest.ts";

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
