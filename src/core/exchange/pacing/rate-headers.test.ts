import { describe, expect, test } from "vitest";
import { NotRecorded } from "#core/contract/recorded.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import type { Exchange, HeaderLine } from "../exchange.ts";
import {
  announcedRate,
  budgetOf,
  carriesRateHeader,
  laterBudget,
  rateHeadersOf,
  waitableBudgetOf,
} from "./rate-headers.ts";
import { RateState } from "./rate-state.ts";

const answer = (headers: readonly HeaderLine[]) => sampleExchange({ headers, endedAtMs: 5_000 });
const three = (limit: string | number, remaining: string | number, reset: string | number): HeaderLine[] => [
  ["x-ratelimit-LIMIT", String(limit)],
  ["X-RateLimit-Remaining", String(remaining)],
  ["X-RateLimit-Reset", String(reset)],
];

test("a rate is not announced where a header is missing, given twice, or no number", () => {
  const number: HeaderLine = ["X-RateLimit-Limit", "60"];
  const [, ...others] = three("60", "1", "2");
  for (const lines of [others, [...others, number, number], three("60", "1", "1e3")])
    expect(announcedRate(answer(lines))).toBeUndefined();
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
    const absent = { limit: { kind: "absent" }, retryAfterMs: undefined, answeredAtMs: 5_000 };
    expect(rateHeadersOf(lost)).toMatchObject(absent);
    expect(carriesRateHeader(lost)).toBe(false);
  });
});

test("the time of an answer is the run's where there is no Date, one that is none, or two", () => {
  const date: HeaderLine = ["Date", "Thu, 01 Jan 1970 00:01:00 GMT"];
  const answers = [[], [["Date", "yesterday"]], [date, ["Date", "x"]]] as const;
  for (const headers of answers) expect(rateHeadersOf(answer(headers)).answeredAtMs).toBe(5_000);
});

interface Told {
  readonly id?: number;
  readonly status?: number;
  readonly rate?: Parameters<typeof three>;
  readonly atMs?: number;
  readonly credential?: "valid" | "none";
}

function exchange({ id = 1, status = 200, rate, atMs = 0, credential = "valid" }: Told): Exchange {
  const headers = rate === undefined ? [] : three(...rate);
  const request = { credential: { kind: credential } };
  return { ...sampleExchange({ status, headers, endedAtMs: atMs, request }), id };
}

function stateAfter(...reported: readonly Told[]) {
  const state = new RateState(() => "listPets");
  reported.forEach((one, index) => void state.record(exchange({ id: index + 1, ...one }), state.round));
  return state;
}

test("429s in a row are not ended by a failed exchange", () => {
  const state = stateAfter({ status: 429 });
  state.record(sampleExchange({ failure: {} }), state.round);
  expect(state.roundsOf429).toBe(1);
});

test("the last announcement is that of the request sent last, whatever order the answers come in", () => {
  const state = stateAfter({ id: 2, rate: [60, 8, 60] }, { id: 1, rate: [60, 9, 60] });
  expect(state.lastAnnounced("listPets")?.rate.remaining).toBe(8);
});

test("the last announcement comes with the valid key", () => {
  const refused: Told = { status: 429, rate: [60, 0, 60], credential: "none" };
  expect(stateAfter({ rate: [60, 9, 60] }, refused).lastAnnounced("listPets")?.rate.remaining).toBe(9);
});

test.each([
  [9, true],
  [99, false],
])("a Reset that moves beside a Remaining of %i of 60 moves: %s", (remaining, moves) => {
  const later: Told = { rate: [60, remaining - 1, 62], atMs: 2_000 };
  expect(stateAfter({ rate: [60, remaining, 60] }, later).resetMoves).toBe(moves);
});

describe("what is left", () => {
  const remaining: HeaderLine = ["X-RateLimit-Remaining", "9"];
  const reset = (seconds: number): HeaderLine => ["X-RateLimit-Reset", String(seconds)];
  test("needs a Remaining alone", () => {
    const left = { remaining: 9, limit: undefined, resetAtSeconds: undefined };
    expect(budgetOf(answer([remaining]))).toEqual(left);
    expect(budgetOf(answer([reset(60)]))).toBeUndefined();
  });

  test("is the key's: an answer without the key says nothing of it", () => {
    const without = sampleExchange({ headers: [remaining], request: { credential: { kind: "none" } } });
    expect(budgetOf(without)).toBeUndefined();
  });

  test("can be waited for until a Reset that lies ahead, by a day and five minutes at most", () => {
    const furthest = 5 + 24 * 3600 + 300;
    expect(waitableBudgetOf(answer([remaining, reset(60)]))?.resetAtMs).toBe(60_000);
    expect(waitableBudgetOf(answer([remaining, reset(5)]))).toBeUndefined();
    expect(waitableBudgetOf(answer([remaining, reset(furthest)]))?.resetAtMs).toBe(furthest * 1000);
    expect(waitableBudgetOf(answer([remaining, reset(furthest + 1)]))).toBeUndefined();
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
