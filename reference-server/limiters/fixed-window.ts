import type { RatePolicy } from "../rate-windows.ts";
import type { Limiter, Standing } from "./limiter.ts";

interface Window {
  readonly endsAtMs: number;
  counted: number;
}

/** So many requests in a window that ends at a fixed instant: Reset. It opens with the caller's first request. */
export class FixedWindow implements Limiter {
  readonly #policy: RatePolicy;
  readonly #windows = new Map<string, Window>();

  constructor(policy: RatePolicy) {
    this.#policy = policy;
  }

  standing(caller: string, nowMs: number): Standing {
    const { limit } = this.#policy;
    const { endsAtMs, counted } = this.#windowAt(caller, nowMs);
    const remaining = Math.max(0, limit - counted);
    return { limit, remaining, resetAtMs: endsAtMs, servedAtMs: remaining > 0 ? nowMs : endsAtMs };
  }

  count(caller: string, nowMs: number): void {
    this.#windowAt(caller, nowMs).counted += 1;
  }

  refund(caller: string, nowMs: number): void {
    const window = this.#windowAt(caller, nowMs);
    window.counted = Math.max(0, window.counted - 1);
  }

  #windowAt(caller: string, nowMs: number): Window {
    const open = this.#windows.get(caller);
    if (open !== undefined && nowMs < open.endsAtMs) return open;
    const window = { endsAtMs: Math.floor(nowMs / 1000) * 1000 + this.#policy.windowMs, counted: 0 };
    this.#windows.set(caller, window);
    return window;
  }
}
