import type { RatePolicy } from "../rate-windows.ts";
import { type Limiter, type Standing, wholeSecondMs } from "./limiter.ts";

/** A token more or less for what binary fractions round away. */
const roundingError = 1e-6;

/**
 * A bucket of `limit` tokens that fills evenly within the window. Reset is when it is full, and so moves with
 * every request; a refused caller is served as soon as the next token is there.
 */
export class TokenBucket implements Limiter {
  readonly #limit: number;
  readonly #tokenMs: number;
  /** What a bucket lacks is kept as the instant at which it is full. */
  readonly #fullAtMs = new Map<string, number>();

  constructor({ limit, windowMs }: RatePolicy) {
    this.#limit = limit;
    this.#tokenMs = windowMs / limit;
  }

  standing(caller: string, nowMs: number): Standing {
    const fullAtMs = this.#fullAt(caller, nowMs);
    const missing = (fullAtMs - nowMs) / this.#tokenMs;
    const remaining = Math.max(0, Math.floor(this.#limit - missing + roundingError));
    return {
      limit: this.#limit,
      remaining,
      resetAtMs: wholeSecondMs(fullAtMs),
      servedAtMs: remaining > 0 ? nowMs : Math.ceil(fullAtMs - (this.#limit - 1) * this.#tokenMs),
    };
  }

  count(caller: string, nowMs: number): void {
    const owedMs = this.#fullAt(caller, nowMs) - nowMs + this.#tokenMs;
    // Refusals that are counted empty the bucket, and owe nothing beyond that: Reset stays within the window.
    this.#fullAtMs.set(caller, nowMs + Math.min(owedMs, this.#limit * this.#tokenMs));
  }

  refund(caller: string, nowMs: number): void {
    this.#fullAtMs.set(caller, this.#fullAt(caller, nowMs) - this.#tokenMs);
  }

  #fullAt(caller: string, nowMs: number): number {
    return Math.max(nowMs, this.#fullAtMs.get(caller) ?? nowMs);
  }
}
