import { type Clock, clockOf } from "./clock.ts";

export interface VirtualClock extends Clock {
  /**
   * Keeps time from jumping until the returned function is called, once: for work whose end the event
   * loop alone knows (a socket, a file, a thread). Work in promises needs no hold.
   */
  hold(): () => void;
}

interface Timer {
  readonly dueMs: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still while anything can run, and jumps to the next timer when everything waits.
 * "Everything waits" is: a whole turn of the event loop passed (setImmediate) and nothing is held.
 * Timers due at one instant wake in the order in which they were set, so equal runs run equally.
 */
export function createVirtualClock(startMs: number): VirtualClock {
  let nowMs = startMs;
  let holds = 0;
  let turnComes = false;
  /** By due instant, then by the order of setting. */
  const timers: Timer[] = [];

  const waitForTurn = () => {
    if (turnComes || holds > 0 || timers.length === 0) return;
    turnComes = true;
    setImmediate(() => {
      turnComes = false;
      if (holds === 0) jump();
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

  return {
    ...clockOf({ now: () => nowMs, after }),
    hold: () => {
      holds += 1;
      return () => {
        holds -= 1;
        waitForTurn();
      };
    },
  };
}
