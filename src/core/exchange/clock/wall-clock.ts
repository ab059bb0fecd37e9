import { type Clock, clockOf } from "./clock.ts";

/** setTimeout fires at once for a longer delay than this. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The time of day, as a run against a real target sees it. Read once at the start and counted on
 * from there, so that a correction of the machine's clock in mid-run moves no instant backwards.
 */
export function createWallClock(): Clock {
  const startMs = Date.now() - performance.now();
  // To the microsecond: what was sent after an answer must not seem to be sent with it.
  const now = () => Math.round((startMs + performance.now()) * 1000) / 1000;
  return clockOf({
    now,
    after(ms, wake) {
      const untilMs = performance.now() + Math.max(0, ms);
      // Timers may fire a little early: another one is set for the rest.
      const wait = () => {
        const leftMs = Math.min(Math.ceil(untilMs - performance.now()), longestTimerMs);
        return setTimeout(() => {
          if (performance.now() < untilMs) timeout = wait();
          else wake();
        }, leftMs);
      };
      let timeout = wait();
      return () => clearTimeout(timeout);
    },
  });
}
