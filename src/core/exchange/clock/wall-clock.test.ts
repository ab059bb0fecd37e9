import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createWallClock } from "./clock.ts";

describe("the wall clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("counts on from its start when the machine's time is set back", () => {
    const clock = createWallClock();
    vi.advanceTimersByTime(500);
    vi.setSystemTime(0);
    expect(clock.now()).toBe(1_000_500);
  });

  test("sleeps longer than one timer can", async () => {
    const clock = createWallClock();
    const days = 30 * 86_400_000;
    let awake = false;
    const sleeping = clock.sleep(days).then(() => {
      awake = true;
    });
    await vi.advanceTimersByTimeAsync(days - 1);
    expect(awake).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    await sleeping;
    expect(awake).toBe(true);
  });

  test("rejects with the signal's reason and leaves no timer", async () => {
    const clock = createWallClock();
    const controller = new AbortController();
    const sleeping = clock.sleep(1000, controller.signal);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
    await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
  });
});
