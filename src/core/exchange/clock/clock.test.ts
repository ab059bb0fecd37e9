import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Clock, startDeadline, WallClock } from "./clock.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** A clock whose first timer ends so much too late. */
class StandingStill extends VirtualClock {
  #lateMs: number;

  constructor(lateMs: number) {
    super(0);
    this.#lateMs = lateMs;
  }

  override after(ms: number, wake: () => void): () => void {
    const stop = super.after(ms + this.#lateMs, wake);
    this.#lateMs = 0;
    return stop;
  }
}

test.each([
  ["ends after its time", 0, 10_000],
  ["that is a little late ends then", 200, 10_200],
  ["at whose end the process stood still waits once more for as long", 8000, 26_000],
  ["at whose end the machine slept for an hour waits once more for its own time", 3_600_000, 3_620_000],
])("a deadline %s", async (_, lateMs, endMs) => {
  const clock = new StandingStill(lateMs);
  const end = Promise.withResolvers<string>();
  startDeadline(clock, 10_000, undefined, end.resolve);
  expect([await end.promise, clock.now()]).toEqual(["timeout", endMs]);
});

test("what comes after a standstill cancels the deadline", async () => {
  const clock = new StandingStill(8000);
  const ends: string[] = [];
  const cancel = startDeadline(clock, 10_000, undefined, (why) => ends.push(why));
  await clock.sleep(19_000);
  cancel();
  await clock.sleep(60_000);
  expect(ends).toEqual([]);
});

/** In sleep, and of a signal that was aborted before. */
async function expectRejection(clock: Clock): Promise<void> {
  const controller = new AbortController();
  const sleeping = clock.sleep(1000, controller.signal);
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
}

describe("the wall clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("counts on from its start when the machine's time is set back", () => {
    const clock = new WallClock();
    vi.advanceTimersByTime(500);
    vi.setSystemTime(0);
    expect(clock.now()).toBe(1_000_500);
  });

  test("rejects with the signal's reason and leaves no timer", async () => {
    await expectRejection(new WallClock());
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the virtual clock", () => {
  test("stands still while a task has something to do", async () => {
    const clock = new VirtualClock(0);
    const sleeping = clock.sleep(5);
    for (let i = 0; i < 100; i += 1) await Promise.resolve();
    expect(clock.now()).toBe(0);
    await sleeping;
    expect(clock.now()).toBe(5);
  });

  test("wakes timers by instant, and those of one instant in the order of setting", async () => {
    const clock = new VirtualClock(0);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name}@${clock.now()}`);
    };
    await Promise.all([20, 10, 20, 0, 10].map((ms, nth) => sleeper("abcde".charAt(nth), ms)));
    expect(woken).toEqual(["d@0", "b@10", "e@10", "a@20", "c@20"]);
  });

  test("lets a woken task set an earlier timer before it jumps again", async () => {
    const clock = new VirtualClock(0);
    const woken: number[] = [];
    const late = clock.sleep(100).then(() => woken.push(clock.now()));
    await clock.sleep(10);
    await clock.sleep(20);
    woken.push(clock.now());
    await late;
    expect(woken).toEqual([30, 100]);
  });

  test("rejects with the signal's reason, and does not jump to the timer it forgot", async () => {
    const clock = new VirtualClock(0);
    await expectRejection(clock);
    await nextTurn();
    await nextTurn();
    expect(clock.now()).toBe(0);
  });
});
