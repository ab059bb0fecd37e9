import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { RunEvent } from "#core/run/result.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { afterEvent, type LiveState, liveState } from "./live-state.ts";

const of = (label: string) => ({ step: stepRef(label).id, label });

const stateAfter = (...events: readonly RunEvent[]): LiveState => events.reduce(afterEvent, liveState(0));
const answered = (given: Parameters<typeof sampleExchange>[0]): RunEvent => ({
  kind: "exchange",
  exchange: sampleExchange(given),
});
const waiting = { kind: "waiting", reason: "it waits", untilMs: 5000 } as const;

describe("the state of the live view", () => {
  test("reads figures from whole numbers alone", () => {
    const limit = (remaining: string) =>
      answered({
        headers: Object.entries({ "X-RateLimit-Remaining": remaining, "X-RateLimit-Limit": "60" }),
      });
    expect(stateAfter(limit("\u001b[2J")).budget).toBeUndefined();
    expect(stateAfter(limit("12"), limit("-1")).budget).toEqual({ remaining: 12, limit: 60 });
  });

  test("holds what is left for the key, and no limit of requests without it", () => {
    const headers: HeaderLine[] = [["X-RateLimit-Remaining", "3"]];
    const without = answered({ headers, request: { credential: { kind: "none" } } });
    expect(stateAfter(without).budget).toBeUndefined();
    expect(stateAfter(answered({ headers }), without).budget).toMatchObject({ remaining: 3 });
  });

  test("counts a 5xx as trouble, and a 404 as an answer", () => {
    expect(stateAfter(answered({ status: 503 }), answered({ status: 404 }))).toMatchObject({
      requests: 2,
      trouble: 1,
    });
  });

  test("keeps the latest wait of the whole run, and one of each step until it is settled", () => {
    const lag = (label: string): RunEvent => ({ ...waiting, cause: "consistency", ...of(label) });
    const state = stateAfter(
      { ...waiting, cause: "rate-limit" },
      lag("list"),
      lag("status sold"),
      { ...waiting, cause: "retry-after" },
      { kind: "settled", ...of("list"), areas: [] },
    );
    expect(state.waits.map(({ cause, step }) => [cause, step])).toEqual([
      ["consistency", "status sold"],
      ["retry-after", undefined],
    ]);
  });

  test("waits for the target no longer once the run begins", () => {
    const state = stateAfter(
      { ...waiting, cause: "ready" },
      { kind: "planned", requests: 2, creates: 0, probe: 0, areas: [] },
    );
    expect(state.waits).toEqual([]);
  });
});
