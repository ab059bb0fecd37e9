import { describe, expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import type { HeaderLine } from "../exchange.ts";
import { Gate, type GateOptions } from "./gate.ts";

interface Played {
  readonly status?: number;
  readonly headers?: readonly HeaderLine[];
  readonly takesMs?: number;
}

/** A gate in front of a target that plays the given answers, one a request, then 200s. */
function gateBefore(answers: readonly Played[], given: Partial<GateOptions> = {}) {
  const clock = new VirtualClock(0);
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
    const { takesMs = 0, ...answer } = left.shift() ?? {};
    await clock.sleep(takesMs);
    inFlight -= 1;
    pass.leave(sampleExchange({ ...answer, endedAtMs: clock.now() }));
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

/** A limit that gives one request back each second; Reset is when it is full. */
function bucketOf(limit: number): (nowMs: number) => Played {
  let emptiedAtMs = -limit * 1000;
  return (nowMs) => {
    const left = Math.min(limit, (nowMs - emptiedAtMs) / 1000);
    const isServed = left >= 1;
    emptiedAtMs = nowMs - (isServed ? left - 1 : left) * 1000;
    const reset = Math.ceil(emptiedAtMs / 1000) + limit;
    const headers = [
      ["X-RateLimit-Limit", String(limit)],
      ["X-RateLimit-Remaining", String(Math.floor(left - (isServed ? 1 : 0)))],
      ["X-RateLimit-Reset", String(reset)],
    ] as const;
    return isServed ? { headers } : { status: 429, headers: [...headers, ["Retry-After", "1"]] };
  };
}

describe("the gate", () => {
  describe("after a 429", () => {
    test("never sends before its Retry-After, and reports that it waits", async () => {
      const run = gateBefore([tooMany("30")]);
      await run.sendAll(2);
      expect(run.sentAtMs).toEqual([0, 30_000]);
      expect(run.waits).toEqual([[expect.stringContaining("Retry-After"), 30_000]]);
    });

    test("sends nothing from its head on, and waits for what a head without its body names, too", async () => {
      const { gate, clock } = gateBefore([], { concurrency: 2 });
      const [slow, other] = [await gate.enter(), await gate.enter()];
      if ("refused" in slow || "refused" in other) throw new Error("the gate is closed");
      slow.hold();
      expect(gate.isOpen()).toBe(false);
      other.leave(sampleExchange({ status: 200, endedAtMs: 0 }));
      let enteredAtMs: number | undefined;
      const waiting = gate.enter().then(() => {
        enteredAtMs = clock.now();
      });
      await clock.sleep(4000);
      expect(enteredAtMs).toBeUndefined();
      const partial = { status: 429, headers: [["Retry-After", "6"]] } as const;
      const failure = { kind: "timeout", phase: "body", message: "the body did not end", partial } as const;
      slow.leave({ ...sampleExchange({ endedAtMs: 4000 }), outcome: { kind: "failure", failure } });
      await waiting;
      expect(enteredAtMs).toBe(10_000);
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

    test.each([0, 0.999])(
      "outlasts a window of a minute in eight waits, of a minute at most, whatever the jitter (%d)",
      async (jitter) => {
        const run = gateBefore(always(12, tooMany()), { random: () => jitter });
        for (let i = 0; i < 13; i += 1) await run.send();
        const gaps = run.sentAtMs.slice(1).map((at, i) => at - (run.sentAtMs[i] ?? 0));
        expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000);
        expect(run.sentAtMs[8]).toBeGreaterThan(60_000);
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

    const pacedBy = async (othersAt: number) => {
      const { gate, clock } = gateBefore([]);
      const bucket = bucketOf(60);
      let refused = 0;
      for (let id = 1; id <= 150; id += 1) {
        const pass = await gate.enter();
        if ("refused" in pass) throw new Error(pass.refused);
        if (id === othersAt) bucket(clock.now());
        const answer = bucket(clock.now());
        if (answer.status === 429) refused += 1;
        pass.leave({ ...sampleExchange({ ...answer, endedAtMs: clock.now() }), id });
      }
      return refused;
    };

    test("goes on at the pace of a bucket that refills, though Remaining stays the same", async () => {
      expect(await pacedBy(Number.NaN)).toBe(0);
    });

    test("goes on at its pace after another user's request, too", async () => {
      expect(await pacedBy(100)).toBe(1);
    });
  });
});

test("once it refuses, what waits is let go at once, and so is what comes later, and no timer is left", async () => {
  const run = gateBefore([tooMany("60")]);
  await run.send();
  const waiting = run.send();
  run.gate.refuse("the run has stopped");
  expect([await waiting, await run.send()]).toEqual(Array(2).fill("the run has stopped"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(run.clock.now()).toBe(0);
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
