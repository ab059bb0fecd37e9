import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { createVirtualClock } from "../clock/virtual-clock.ts";
import type { HeaderLine } from "../exchange.ts";
import { Gate, type GateOptions } from "./gate.ts";

interface Played {
  readonly status?: number;
  readonly headers?: readonly HeaderLine[];
  readonly takesMs?: number;
  readonly credential?: "valid" | "none";
}

/** A gate in front of a target that plays the given answers, one a request, then 200s. */
function gateBefore(answers: readonly Played[], given: Partial<GateOptions> = {}) {
  const clock = createVirtualClock(0);
  const waits: [reason: string, untilMs: number][] = [];
  const onWait = (reason: string, untilMs: number) => waits.push([reason, untilMs]);
  const gate = new Gate({
    clock,
    random: () => 0.5,
    concurrency: 1,
    maxWaitMs: 75_000,
    operationOf: () => "listPets",
    onWait,
    ...given,
  });
  const left = [...answers];
  const sentAtMs: number[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const send = async (): Promise<string | undefined> => {
    const pass = await gate.enter();
    if ("refused" in pass) return pass.refused;
    sentAtMs.push(clock.now());
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    const { takesMs = 0, credential = "valid", ...answer } = left.shift() ?? {};
    await clock.sleep(takesMs);
    inFlight -= 1;
    pass.leave(
      sampleExchange({ ...answer, endedAtMs: clock.now(), request: { credential: { kind: credential } } }),
    );
    return undefined;
  };
  const sendAll = (count: number) => Promise.all(Array.from({ length: count }, send));
  return { gate, clock, send, sendAll, sentAtMs, waits, mostInFlight: () => mostInFlight };
}

/** A target that answers nothing else. */
const always = (count: number, played: Played): readonly Played[] =>
  Array.from({ length: count }, () => played);

const limits = (remaining: number, resetSeconds: number): Played => ({
  headers: [
    ["X-RateLimit-Remaining", String(remaining)],
    ["X-RateLimit-Reset", String(resetSeconds)],
  ],
});
const tooMany = (retryAfter?: string): Played => ({
  status: 429,
  headers: retryAfter === undefined ? [] : [["Retry-After", retryAfter]],
});

describe("the gate", () => {
  test("never has more in flight than the concurrency, and uses it", async () => {
    const run = gateBefore(always(9, { takesMs: 10 }), { concurrency: 3 });
    await run.sendAll(9);
    expect(run.sentAtMs).toEqual([0, 0, 0, 10, 10, 10, 20, 20, 20]);
    expect(run.mostInFlight()).toBe(3);
  });

  describe("after a 429", () => {
    test("never sends before its Retry-After, and reports that it waits", async () => {
      const run = gateBefore([tooMany("30")]);
      await run.sendAll(2);
      expect(run.sentAtMs).toEqual([0, 30_000]);
      expect(run.waits).toEqual([[expect.stringContaining("Retry-After"), 30_000]]);
    });

    test("reads a date in Retry-After by the target's own clock", async () => {
      const headers: HeaderLine[] = [
        ["Retry-After", "Wed, 01 Jan 2025 00:00:20 GMT"],
        ["Date", "Wed, 01 Jan 2025 00:00:05 GMT"],
      ];
      const run = gateBefore([{ status: 429, headers }]);
      await run.sendAll(2);
      expect(run.sentAtMs).toEqual([0, 15_000]);
    });

    test("adds a second from the second 429 in a row on (ruling 21)", async () => {
      const run = gateBefore([tooMany("10"), tooMany("10"), {}, tooMany("10")]);
      for (let i = 0; i < 5; i += 1) await run.send();
      expect(run.sentAtMs).toEqual([0, 10_000, 21_000, 21_000, 31_000]);
    });

    test.each([undefined, "0", "soon", "-5", "1.5"])(
      "backs off by itself when Retry-After is %j",
      async (value) => {
        const run = gateBefore(always(3, tooMany(value)));
        for (let i = 0; i < 4; i += 1) await run.send();
        expect(run.sentAtMs).toEqual([0, 750, 2250, 5250]);
      },
    );

    test("backs off by a minute at most", async () => {
      const run = gateBefore(always(12, tooMany()), { random: () => 0.999 });
      for (let i = 0; i < 13; i += 1) await run.send();
      const gaps = run.sentAtMs.slice(1).map((at, i) => at - (run.sentAtMs[i] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000);
    });

    test.each([0, 0.999])(
      "outlasts a window of a minute in eight waits, whatever the jitter (%d)",
      async (jitter) => {
        const run = gateBefore(always(8, tooMany()), { random: () => jitter });
        for (let i = 0; i < 9; i += 1) await run.send();
        expect(run.sentAtMs.at(-1)).toBeGreaterThan(60_000);
      },
    );

    test("lets one request go first, and the others once it is served", async () => {
      const run = gateBefore([tooMany("5"), { takesMs: 10 }], { concurrency: 4 });
      await run.send();
      await run.sendAll(4);
      expect(run.sentAtMs).toEqual([0, 5000, 5010, 5010, 5010]);
    });

    test("counts 429s of requests that were in flight together as one", async () => {
      const run = gateBefore(always(4, tooMany()), { concurrency: 4 });
      await run.sendAll(5);
      expect(run.sentAtMs.at(-1)).toBe(750);
    });

    test("waits for the latest of the times named", async () => {
      const run = gateBefore([tooMany("10"), { ...tooMany("40"), takesMs: 5 }], { concurrency: 2 });
      await run.sendAll(3);
      expect(run.sentAtMs).toEqual([0, 0, 40_005]);
    });

    test("refuses everything, at once, when the wait is longer than allowed", async () => {
      const run = gateBefore([tooMany("3600")]);
      const refusals = await run.sendAll(3);
      expect(refusals[1]).toContain("3600 s from now, and max-wait allows 75 s");
      expect(await run.send()).toBe(refusals[2]);
      expect(run.clock.now()).toBe(0);
    });
  });

  describe("watching Remaining", () => {
    test("leaves one request to others and waits until Reset has surely passed", async () => {
      const run = gateBefore([limits(2, 60), limits(1, 60), limits(99, 120)]);
      await run.sendAll(3);
      expect(run.sentAtMs).toEqual([0, 0, 61_000]);
      expect(run.waits).toEqual([[expect.stringContaining("left until the target's limit"), 61_000]]);
    });

    test("takes the lowest Remaining of one Reset, whatever order the answers come in", async () => {
      const answers = [1, 2].map((nth) => ({ ...limits(nth, 60), takesMs: nth }));
      const run = gateBefore(answers, { concurrency: 2 });
      await run.sendAll(2);
      await run.send();
      expect(run.sentAtMs.at(-1)).toBe(61_000);
    });

    test("is off while the over-limit probe runs; 429s are obeyed all the same", async () => {
      const run = gateBefore([limits(0, 60), limits(0, 60), tooMany("7"), limits(0, 60)]);
      const restore = run.gate.ignoreRemaining();
      await run.sendAll(4);
      restore();
      await run.send();
      expect(run.sentAtMs).toEqual([0, 0, 0, 7000, 61_000]);
    });
  });

  test("gives up what waits when the run is ended, and leaves no timer", async () => {
    const run = gateBefore([tooMany("30")]);
    await run.send();
    const ended = new AbortController();
    const waiting = run.gate.enter(ended.signal);
    ended.abort();
    expect(await waiting).toEqual({ refused: expect.stringContaining("ended") });
    await new Promise((resolve) => setImmediate(resolve));
    expect(run.clock.now()).toBe(0);
  });
});

const lockedOut = (remaining: number): Played => ({
  status: 429,
  credential: "none",
  headers: [["Retry-After", "600"], ["X-RateLimit-Limit", "60"], ...(limits(remaining, 600).headers ?? [])],
});

test("a 429 to a request without the key that asks for longer than there is holds up no request with the key", async () => {
  const run = gateBefore([lockedOut(40)]);
  expect([await run.send(), await run.send()]).toEqual([undefined, undefined]);
  expect(run.sentAtMs).toEqual([0, 0]);
});

test("once it refuses, what waits is let go at once, and so is what comes later", async () => {
  const run = gateBefore([tooMany("60")]);
  await run.send();
  const waiting = run.send();
  run.gate.refuse("the run has stopped");
  expect([await waiting, await run.send(), run.clock.now()]).toEqual([
    "the run has stopped",
    "the run has stopped",
    0,
  ]);
});

test("a limit holds from then on, never lets more through than the gate was made for, and is lifted by a higher one", async () => {
  const most = async (limit: number | undefined) => {
    const run = gateBefore(always(40, { takesMs: 100 }), { concurrency: 6 });
    if (limit !== undefined) run.gate.limitTo(limit);
    await run.sendAll(12);
    return run.mostInFlight();
  };
  expect([await most(undefined), await most(5), await most(0), await most(9)]).toEqual([6, 5, 1, 6]);
});
