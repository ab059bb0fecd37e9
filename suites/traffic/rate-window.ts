import { type Instant, isWellBefore } from "../../src/core/check/key-check.ts";
import { isServed, type RatePoint } from "./rate-point.ts";

/** What is known beside the window itself. */
export interface Allowance {
  /** The longest distance to Reset that the key has seen. */
  readonly windowSeconds: number;
  /** The most requests of the key that were in flight at once. */
  readonly inFlight: number;
}

/** How a window was broken by an answer, and by which one before it. */
export interface Breach {
  readonly expected: string;
  readonly seen: string;
  readonly since: number;
}

/** Undefined where the answer shows nothing of it. */
export type Shown = "held" | Breach | undefined;

export interface ShownByPoint {
  readonly limit: Shown;
  readonly rise: Shown;
  readonly fall: Shown;
  readonly served: Shown;
}

/** More requests than a refill gives must have been served before a Remaining that stands still is one (ruling 20) … */
const servedToShow = 10;
/** … over as long as the nodes of a service may take to tell each other. */
const stillForMs = 2000;

/**
 * One key on one operation under one Reset, in a few numbers. Requests that the recording does not hold make Remaining
 * fall faster, which is fine; those in flight that it does not hold may make it rise a little: a tenth of the limit is
 * allowed for them.
 */
export class RateWindow {
  readonly #first: RatePoint;
  #limit: RatePoint;
  #limitChanges = 0;
  /** The last announcement of the lowest Remaining. */
  #lowest: RatePoint;
  /** Since when Remaining has stood still, and how many were served since. */
  #still: RatePoint;
  #servedStill = 0;
  #none: RatePoint | undefined;
  #servedAfterNone = 0;
  #served = 0;
  #refused = 0;

  constructor(first: RatePoint) {
    this.#first = first;
    this.#limit = first;
    this.#lowest = first;
    this.#still = first;
    this.#count(first);
    if (first.remaining === 0) this.#none = first;
  }

  next(point: RatePoint, allowance: Allowance): ShownByPoint {
    this.#count(point);
    return {
      limit: this.#limitShown(point),
      rise: this.#riseShown(point, allowance),
      fall: this.#fallShown(point, allowance),
      served: this.#servedShown(point, allowance),
    };
  }

  #count(point: RatePoint): void {
    if (isServed(point)) this.#served += 1;
    else this.#refused += 1;
  }

  /** A key may change its plan within a window, once: a second change is none. */
  #limitShown(point: RatePoint): Shown {
    if (point.limit === this.#limit.limit) {
      // The latest, so that what is compared with it lies behind it.
      if (this.#limitChanges === 0) this.#limit = point;
      return "held";
    }
    if (!isWellBefore(this.#limit, point)) return undefined;
    const before = this.#limit;
    this.#limit = point;
    this.#limitChanges += 1;
    if (this.#limitChanges < 2) return undefined;
    return {
      expected: `the limit ${before.limit}, as before in this window`,
      seen: String(point.limit),
      since: before.id,
    };
  }

  /** RATE-6: a refill over the time between, the requests in flight, and those that were refused and may be given back. */
  #riseShown(point: RatePoint, { windowSeconds, inFlight }: Allowance): Shown {
    const lowest = this.#lowest;
    // In the second of the Reset the limit may have been reset already.
    if (point.aheadSeconds <= 2) return undefined;
    if (point.remaining <= lowest.remaining) {
      this.#lowest = point;
      return isWellBefore(lowest, point) ? "held" : undefined;
    }
    if (!isWellBefore(lowest, point)) return undefined;
    const allowed =
      refillBetween(lowest, point, windowSeconds) + inFlight + this.#refused + Math.ceil(point.limit / 10);
    if (point.remaining - lowest.remaining <= allowed) return "held";
    // What follows is compared with the higher one: a rise is counted once.
    this.#lowest = point;
    return {
      expected: `at most ${lowest.remaining} plus a refill, since ${lowest.remaining} was announced before with the same Reset`,
      seen: String(point.remaining),
      since: lowest.id,
    };
  }

  #fallShown(point: RatePoint, { windowSeconds }: Allowance): Shown {
    if (point.remaining !== this.#still.remaining || point.limit !== this.#still.limit) {
      const hasFallen = point.remaining < this.#first.remaining;
      this.#still = point;
      this.#servedStill = 0;
      return hasFallen ? "held" : undefined;
    }
    if (isServed(point)) this.#servedStill += 1;
    const still = this.#still;
    if (point.remaining === 0 || point.endedAtMs - still.endedAtMs < stillForMs) return undefined;
    if (!isWellBefore(still, point)) return undefined;
    const more = this.#servedStill - refillBetween(still, point, windowSeconds);
    if (more < servedToShow) return undefined;
    this.#still = point;
    this.#servedStill = 0;
    return {
      expected: `less than ${still.remaining}, since ${more} more requests were served than a refill adds`,
      seen: String(point.remaining),
      since: still.id,
    };
  }

  #servedShown(point: RatePoint, { windowSeconds, inFlight }: Allowance): Shown {
    if (point.status === 429) return "held";
    if (!isServed(point)) return undefined;
    const none = this.#none;
    if (none === undefined) {
      if (point.remaining === 0) this.#none = point;
    } else if (isWellBefore(none, point)) this.#servedAfterNone += 1;
    const margin = inFlight + Math.ceil(point.limit / 10);
    const most = Math.max(this.#limit.limit, this.#first.limit, point.limit);
    if (this.#served > most + refillBetween(this.#first, point, windowSeconds) + margin)
      return this.#beyond(this.#first, `${this.#served} requests served under a limit of ${most}`);
    if (none === undefined) return undefined;
    if (this.#servedAfterNone <= refillBetween(none, point, windowSeconds) + margin + 1) return undefined;
    return this.#beyond(none, `${this.#servedAfterNone} requests served after X-RateLimit-Remaining was 0`);
  }

  #beyond(since: RatePoint, seen: string): Breach {
    return { expected: "no request served once the limit is used up", seen, since: since.id };
  }
}

/** What a refill may have given over the time between, rounded up. */
function refillBetween(first: RatePoint, last: RatePoint, windowSeconds: number): number {
  const limit = Math.max(first.limit, last.limit);
  return Math.ceil((limit * lengthMs(first, last)) / 1000 / Math.max(1, windowSeconds));
}

function lengthMs(first: Instant, last: Instant): number {
  return Math.max(0, last.endedAtMs - first.sentAtMs);
}
