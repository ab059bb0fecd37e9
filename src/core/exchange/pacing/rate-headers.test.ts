import { describe, expect, test } from "vitest";
import { NotRecorded } from "#core/contract/recorded.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import type { HeaderLine } from "../exchange.ts";
import { announcedRate, carriesRateHeader, missingRateHeaders, rateHeadersOf } from "./rate-headers.ts";

const answer = (headers: readonly HeaderLine[]) => sampleExchange({ headers, endedAtMs: 5_000 });
const answeredAtMs = (headers: readonly HeaderLine[]) => rateHeadersOf(answer(headers)).answeredAtMs;
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
  expect(missingRateHeaders(answer([["X-RATELIMIT-RESET", "soon"]]))).toEqual([
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
  ]);
});

describe("a header is", () => {
  test.each<[string, HeaderLine[], object]>([
    ["absent", [], { kind: "absent" }],
    [
      "repeated",
      ["x-ratelimit-limit", "X-RateLimit-Limit"].map((name) => [name, "60"]),
      { kind: "repeated", text: "60, 60" },
    ],
    ["malformed", [["X-RateLimit-Limit", "many"]], { kind: "malformed", text: "many" }],
    ["malformed where it is empty", [["X-RateLimit-Limit", ""]], { kind: "malformed", text: "" }],
    ["its value", [["X-RateLimit-Limit", " 007 "]], { kind: "value", text: "007", value: 7 }],
  ])("%s", (_, headers, reading) => expect(rateHeadersOf(answer(headers)).limit).toEqual(reading));

  test("by the answer's Date where the recording has no times", () => {
    const untimed = {
      ...answer([["Date", "Thu, 01 Jan 1970 00:00:04 GMT"]]),
      times: new NotRecorded("the time"),
    };
    expect(rateHeadersOf(untimed).answeredAtMs).toBe(4_000);
    expect(() => rateHeadersOf({ ...answer([]), times: untimed.times })).toThrow(NotRecorded);
  });

  test("absent where there was no answer", () => {
    const failure = { kind: "timeout", phase: "body", message: "too slow" } as const;
    const lost = { ...answer(three("1", "1", "1")), outcome: { kind: "failure", failure } } as const;
    expect(rateHeadersOf(lost)).toMatchObject({ limit: { kind: "absent" }, answeredAtMs: 5_000 });
    expect(carriesRateHeader(lost)).toBe(false);
  });
});

describe("Retry-After asks to wait", () => {
  const waitMs = (...headers: HeaderLine[]) => rateHeadersOf(answer(headers)).retryAfterMs;

  test("for so many seconds", () => {
    expect(waitMs(["Retry-After", "7"])).toBe(7_000);
  });

  test("until a date, by the target's own clock", () => {
    const until: HeaderLine = ["Retry-After", "Thu, 01 Jan 1970 00:01:30 GMT"];
    expect(waitMs(until)).toBe(85_000);
    expect(waitMs(until, ["Date", "Thu, 01 Jan 1970 00:01:00 GMT"])).toBe(30_000);
  });

  test("for no time that can be read where it is malformed, or given twice", () => {
    expect(waitMs(["Retry-After", "soon"])).toBeUndefined();
    expect(waitMs(["Retry-After", "7"], ["Retry-After", "7"])).toBeUndefined();
  });
});

describe("the time of an answer", () => {
  test("is the target's own, by its Date", () => {
    expect(answeredAtMs([["Date", "Thu, 01 Jan 1970 00:01:00 GMT"]])).toBe(60_000);
  });

  test("is the run's where there is no Date, one that is none, or two", () => {
    const date: HeaderLine = ["Date", "Thu, 01 Jan 1970 00:01:00 GMT"];
    const times = [[], [["Date", "yesterday"]], [date, ["Date", "x"]]] as const;
    expect(times.map(answeredAtMs)).toEqual([5_000, 5_000, 5_000]);
  });
});
