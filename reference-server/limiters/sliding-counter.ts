import type { RatePolicy } from "../rate-windows.ts";
import type { Limiter, Standing } from "./limiter.ts";

interface Counts {
  readonly startsAtMs: number;
  readonly before: number;
  now: number;
}

/**
 * Counts by fixed windows, and takes of the window before the part that lies within the last window's
 * length. Reset is the window's end; Remaining rises towards it, as the window before fades.
 */
export class SlidingCounter implements Limiter {
  readonly #policy: RatePolicy;
  readonly #counts = new Map<string, Counts>();

  constructor(policy: RatePolicy) {
    this.#policy = policy;
  }

  standing(caller: string, nowMs: number): Standing {
    const { limit, windowMs } = this.#policy;
    const { startsAtMs, before, now } = this.#countsAt(caller, nowMs);
    const endsAtMs = startsAtMs + windowMs;
    const faded = before * (1 - (nowMs - startsAtMs) / windowMs);
    const remaining = Math.max(0, Math.floor(limit - now - faded + roundingError));
    // Where this window alone is full, the next one must first fade in its turn.
    const servedAtMs =
      remaining > 0
        ? nowMs
        : now < limit
          ? startsAtMs + fadesToMs(before, limit - 1 - now, windowMs)
          : endsAtMs + fadesToMs(now, limit - 1, windowMs);
    return { limit, remaining, resetAtMs: endsAtMs, servedAtMs };
  }

  count(caller: string, nowMs: number): void {
    this.#countsAt(caller, nowMs).now += 1;
  }

  refund(caller: string, nowMs: number): void {
    const counts = this.#countsAt(caller, nowMs);
    counts.now = Math.max(0, counts.now - 1);
  }

  #countsAt(caller: string, nowMs: number): Counts {
    const { windowMs } = this.#policy;
    const startsAtMs = Math.floor(nowMs / windowMs) * windowMs;
    const last = this.#counts.get(caller);
    if (last?.startsAtMs === startsAtMs) return last;
    const before = last?.startsAtMs === startsAtMs - windowMs ? last.now : 0;
    const counts = { startsAtMs, before, now: 0 };
    this.#counts.set(caller, counts);
    return counts;
  }
}

const roundingError = 1e-6;

/** How far into a window the count before it has faded to `room`, in whole ms. */
function fadesToMs(before: number, room: number, windowMs: number): number {
  return before <= room ? 0 : Math.ceil((1 - room / before) * windowMs);
}
