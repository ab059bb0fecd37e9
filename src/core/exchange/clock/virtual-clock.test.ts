import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";

describe("the virtual clock", () => {
  test("passes a day at once", async () => {
    const clock = createVirtualClock(1000);
    await clock.sleep(86_400_000);
    expect(clock.now()).toBe(86_401_000);
  });

  test("stands still while a task has something to do", async () => {
    const clock = createVirtualClock(0);
    const sleeping = clock.sleep(5);
    for (let i = 0; i < 100; i += 1) await Promise.resolve();
    expect(clock.now()).toBe(0);
    await sleeping;
    expect(clock.now()).toBe(5);
  });

  test("wakes timers by instant, and those of one instant in the order of setting", async () => {
    const clock = createVirtualClock(0);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name}@${clock.now()}`);
    };
    await Promise.all([20, 10, 20, 0, 10].map((ms, nth) => sleeper("abcde".charAt(nth), ms)));
    expect(woken).toEqual(["d@0", "b@10", "e@10", "a@20", "c@20"]);
  });

  test("lets a woken task set an earlier timer before it jumps again", async () => {
    const clock = createVirtualClock(0);
    const woken: number[] = [];
    const late = clock.sleep(100).then(() => woken.push(clock.now()));
    await clock.sleep(10);
    await clock.sleep(20);
    woken.push(clock.now());
    await late;
    expect(woken).toEqual([30, 100]);
  });

  test.each(["before", "after"])(
    "does not jump while it is held, which may begin %s the sleep in the same turn",
    async (when) => {
      const clock = createVirtualClock(0);
      const early = when === "before" ? clock.hold() : undefined;
      const sleeping = clock.sleep(1);
      const release = early ?? clock.hold();
      for (let i = 0; i < 5; i += 1) await nextTurn();
      expect(clock.now()).toBe(0);
      release();
      await sleeping;
      expect(clock.now()).toBe(1);
    },
  );

  test("rejects with the signal's reason, and does not jump to the timer it forgot", async () => {
    const clock = createVirtualClock(0);
    const controller = new AbortController();
    const sleeping = clock.sleep(1000, controller.signal);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
    await nextTurn();
    await nextTurn();
    expect(clock.now()).toBe(0);
  });
});
