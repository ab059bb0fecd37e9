import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import type { Exchange } from "../exchange.ts";
import { RateState } from "./rate-state.ts";

interface Told {
  readonly id?: number;
  readonly status?: number;
  readonly rate?: readonly [limit: number, remaining: number, resetSeconds: number];
  readonly atMs?: number;
  readonly credential?: "valid" | "none";
}

function exchange({ id = 1, status = 200, rate, atMs = 0, credential = "valid" }: Told): Exchange {
  const [limit, remaining, reset] = (rate ?? []).map(String);
  const headers = [
    ["X-RateLimit-Limit", limit],
    ["X-RateLimit-Remaining", remaining],
    ["X-RateLimit-Reset", reset],
  ] as const;
  const sample = sampleExchange({
    status,
    headers: headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    endedAtMs: atMs,
    request: { credential: { kind: credential } },
  });
  return { ...sample, id };
}

const failed: Exchange = {
  ...exchange({}),
  outcome: { kind: "failure", failure: { kind: "reset", phase: "headers", message: "closed" } },
};

function stateAfter(...reported: readonly Told[]) {
  const state = new RateState(() => "listPets");
  reported.forEach((one, index) => void state.record(exchange({ id: index + 1, ...one }), state.round));
  return state;
}

describe("rounds of 429", () => {
  test("are counted in a row, until an answer is none", () => {
    expect(stateAfter({ status: 429 }, { status: 429 }).roundsOf429).toBe(2);
    expect(stateAfter({ status: 429 }, { status: 500 }).roundsOf429).toBe(0);
  });

  test("hold those of requests that were in flight together, and nothing sent earlier ends them", () => {
    const state = new RateState(() => undefined);
    expect(state.record(exchange({ status: 429 }), 0)).toBe(true);
    expect(state.record(exchange({ status: 429 }), 0)).toBe(false);
    expect(state.record(exchange({}), 0)).toBe(false);
    expect([state.roundsOf429, state.round]).toEqual([1, 1]);
  });

  test("are not ended by a failed exchange", () => {
    const state = stateAfter({ status: 429 });
    state.record(failed, state.round);
    expect(state.roundsOf429).toBe(1);
  });
});

describe("the last announcement", () => {
  const remaining = (...reported: Told[]) =>
    stateAfter(...reported).lastAnnounced("listPets")?.rate.remaining;

  test("is that of the request sent last, whatever order the answers come in", () => {
    expect(remaining({ id: 2, rate: [60, 8, 60] }, { id: 1, rate: [60, 9, 60] })).toBe(8);
  });

  test("may stand in a 429, and comes with the valid key", () => {
    const refused: Told = { status: 429, rate: [60, 0, 60] };
    expect(remaining({ rate: [60, 9, 60] }, refused)).toBe(0);
    expect(remaining({ rate: [60, 9, 60] }, { ...refused, credential: "none" })).toBe(9);
  });

  test("keeps each operation apart", () => {
    expect(stateAfter({ rate: [60, 9, 60] }).lastAnnounced("getPet")).toBeUndefined();
  });
});

describe("Reset", () => {
  test("stands still within its window and from one window to the next", () => {
    const fixed: Told[] = [
      { rate: [60, 9, 60] },
      { rate: [60, 8, 60], atMs: 900 },
      { rate: [60, 59, 120], atMs: 61_000 },
    ];
    expect(stateAfter(...fixed).resetMoves).toBe(false);
  });

  test("moves where it changes within its window", () => {
    expect(stateAfter({ rate: [60, 9, 60] }, { rate: [60, 8, 62], atMs: 2_000 }).resetMoves).toBe(true);
  });

  test("is not taken from values that are no limit's", () => {
    expect(stateAfter({ rate: [60, 99, 60] }, { rate: [60, 98, 62], atMs: 2_000 }).resetMoves).toBe(false);
  });
});
