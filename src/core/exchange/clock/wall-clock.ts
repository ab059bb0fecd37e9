import { type Clock, sleeping } from "./clock.ts";

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
  return {
    now,
    async sleep(ms, signal) {
      const untilMs = performance.now() + Math.max(0, ms);
      // Timers may fire a little early: the loop sleeps for the rest.
      do {
        const leftMs = Math.min(Math.ceil(untilMs - performance.now()), longestTimerMs);
        await sleeping(signal, (wake) => {
          const timeout = setTimeout(wake, leftMs);
          return () => clearTimeout(timeout);
        });
      } while (performance.now() < untilMs);
    },
  };
}
