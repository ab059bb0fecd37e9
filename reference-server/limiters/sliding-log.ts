import type { RatePolicy } from "../rate-windows.ts";
import { type Limiter, type Standing, wholeSecondMs } from "./limiter.ts";

/** Whose expiry Reset names: that of the newest request (everything is free again) or of the oldest (one is). */
type SlidingLogReset = "newest" | "oldest";

/** So many requests within any stretch of time as long as the window; the instant of each is kept. */
export class SlidingLog implements Limiter {
  readonly #policy: RatePolicy;
  readonly #reset: SlidingLogReset;
  readonly #countedAtMs = new Map<string, number[]>();

  constructor(policy: RatePolicy, reset: SlidingLogReset = "newest") {
    this.#policy = policy;
    this.#reset = reset;
  }

  standing(caller: string, nowMs: number): Standing {
    const { limit, windowMs } = this.#policy;
    const recent = this.#recent(caller, nowMs);
    const remaining = limit - recent.length;
    const [oldest = nowMs - windowMs] = recent;
    const named = this.#reset === "oldest" ? oldest : (recent.at(-1) ?? oldest);
    return {
      limit,
      remaining,
      resetAtMs: wholeSecondMs(named + windowMs),
      servedAtMs: remaining > 0 ? nowMs : oldest + windowMs,
    };
  }

  count(caller: string, nowMs: number): void {
    const recent = this.#recent(caller, nowMs);
    recent.push(nowMs);
    // One more than the limit changes nothing: the next is served when the last `limit` are not all recent.
    if (recent.length > this.#policy.limit) recent.shift();
  }

  refund(caller: string, nowMs: number): void {
    this.#recent(caller, nowMs).pop();
  }

  #recent(caller: string, nowMs: number): number[] {
    const kept = this.#countedAtMs.get(caller) ?? [];
    const recent = kept.filter((atMs) => atMs > nowMs - this.#policy.windowMs);
    this.#countedAtMs.set(caller, recent);
    return recent;
  }
}
