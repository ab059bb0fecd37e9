import { describe, expect, test } from "vitest";
import { sampleExchange } from "../../testing/exchange/sample-exchange.ts";
import type { HeaderLine } from "../exchange/exchange.ts";
import { type Answered, isAnswered } from "./facts.ts";
import { announcedRate, answeredAtMs, carriesRateHeader } from "./rate.ts";

function answer(headers: readonly HeaderLine[]): Answered {
  const exchange = sampleExchange({ headers, endedAtMs: 5_000 });
  if (!isAnswered(exchange)) throw new Error("not answered");
  return exchange;
}
const three = (limit: string, remaining: string, reset: string): HeaderLine[] => [
  ["x-ratelimit-LIMIT", limit],
  ["X-RateLimit-Remaining", remaining],
  ["X-RateLimit-Reset", reset],
];

describe("an announced rate", () => {
  test("is read from three whole numbers, header names in any case", () => {
    expect(announcedRate(answer(three("60", " 0 ", "1700000000")))).toEqual({
      limit: 60,
      remaining: 0,
      resetAtSeconds: 1_700_000_000,
    });
  });

  test.each(["", "-1", "1.0", "+5", "1e3", "0x10", "60;w=1", "6 0", "9".repeat(16), "NaN"])(
    "is not read from %j",
    (value) => {
      expect(announcedRate(answer(three(value, "1", "2")))).toBeUndefined();
      expect(announcedRate(answer(three("1", "1", value)))).toBeUndefined();
    },
  );

  test("is not read where one is missing or given twice", () => {
    expect(announcedRate(answer(three("60", "1", "2").slice(1)))).toBeUndefined();
    expect(announcedRate(answer([...three("60", "1", "2"), ["X-RateLimit-Limit", "60"]]))).toBeUndefined();
  });
});

test("one of the three makes all three due, whatever its value", () => {
  expect(carriesRateHeader(answer([["X-RATELIMIT-RESET", "soon"]]))).toBe(true);
  expect(carriesRateHeader(answer([["RateLimit-Reset", "1"]]))).toBe(false);
});

describe("the time of an answer", () => {
  test("is the target's own, by its Date", () => {
    expect(answeredAtMs(answer([["Date", "Thu, 01 Jan 1970 00:01:00 GMT"]]))).toBe(60_000);
  });

  test.each([
    [[]],
    [[["Date", "yesterday"]]],
    [
      [
        ["Date", "Thu, 01 Jan 1970 00:01:00 GMT"],
        ["Date", "x"],
      ],
    ],
  ])("is the run's where Date is %j", (headers) =>
    expect(answeredAtMs(answer(headers as unknown as HeaderLine[]))).toBe(5_000),
  );
});
