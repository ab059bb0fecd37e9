import { counted } from "../../../src/core/check/counted.ts";
import { isServed, type RatePoint, refillBetween, type Shown, type Vantage } from "./rate-point.ts";

/** RATE-10: how many requests were served from an answer on, beside what the limit and a refill allow. */
export class Served {
  readonly #vantage: Vantage;
  readonly #first: RatePoint;
  readonly #windows: number;
  #most = 0;
  #inFlight = 1;
  #count = 0;
  /** The first that left none. */
  #none: RatePoint | undefined;
  #afterNone = 0;

  /** @param windows how many may have begun since; with more than one, a Remaining of 0 ends nothing */
  constructor(vantage: Vantage, first: RatePoint, windows = 1) {
    this.#vantage = vantage;
    this.#first = first;
    this.#windows = windows;
  }

  next(point: RatePoint, windowSeconds: number): Shown {
    if (point.status === 429) return "held";
    if (!isServed(point)) return undefined;
    this.#most = Math.max(this.#most, point.limit);
    this.#inFlight = Math.max(this.#inFlight, point.inFlight);
    this.#count += 1;
    const none = this.#none;
    if (none === undefined && point.remaining === 0) this.#none = point;
    if (none !== undefined && this.#vantage.isBefore(none, point)) this.#afterNone += 1;
    const unseen = this.#vantage.unseen(point.limit);
    const allowed = this.#windows * this.#most + refillBetween(this.#first, point, windowSeconds);
    if (this.#count > allowed + this.#inFlight + unseen)
      return beyond(this.#first, `${counted(this.#count, "request")} served under a limit of ${this.#most}`);
    if (none === undefined || this.#windows > 1) return undefined;
    // Beside a refill: those in flight with it, and one for a fraction that was rounded down.
    if (this.#afterNone <= refillBetween(none, point, windowSeconds) + point.inFlight + unseen)
      return undefined;
    return beyond(none, `${counted(this.#afterNone, "request")} served after X-RateLimit-Remaining was 0`);
  }
}

function beyond(since: RatePoint, seen: string): Shown {
  return { expected: "no request served once the limit is used up", seen, since: since.id };
}
