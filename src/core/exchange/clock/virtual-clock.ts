import { type Clock, clockOf } from "./clock.ts";

interface Timer {
  readonly dueMs: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still while anything can run, and jumps to the next timer when everything waits.
 * "Everything waits" is: a whole turn of the event loop passed (setImmediate).
 * Timers due at one instant wake in the order in which they were set, so equal runs run equally.
 */
export function createVirtualClock(startMs: number): Clock {
  let nowMs = startMs;
  let turnComes = false;
  /** By due instant, then by the order of setting. */
  const timers: Timer[] = [];

  const waitForTurn = () => {
    if (turnComes || timers.length === 0) return;
    turnComes = true;
    setImmediate(() => {
      turnComes = false;
      jump();
    });
  };

  const jump = () => {
    const first = timers[0];
    if (first === undefined) return;
    nowMs = first.dueMs;
    const later = timers.findIndex((timer) => timer.dueMs > nowMs);
    for (const timer of timers.splice(0, later === -1 ? timers.length : later)) timer.wake();
    waitForTurn();
  };

  const after = (ms: number, wake: () => void) => {
    const timer: Timer = { dueMs: nowMs + Math.max(0, ms), wake };
    timers.splice(timers.findLastIndex((other) => other.dueMs <= timer.dueMs) + 1, 0, timer);
    waitForTurn();
    return () => {
      const index = timers.indexOf(timer);
      if (index !== -1) timers.splice(index, 1);
    };
  };

  return clockOf({ now: () => nowMs, after });
}
