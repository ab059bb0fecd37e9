import { counted } from "../../../src/core/check/counted.ts";
import { isServed, type RatePoint, refillBetween, type Shown, type Vantage } from "./rate-point.ts";

/** RATE-10: how many requests were served from an answer on, beside what Limit, Remaining and a refill allow. */
export class Served {
  readonly #vantage: Vantage;
  readonly #first: RatePoint;
  readonly #windows: number;
  #most = 0;
  #inFlight = 1;
  #count = 0;
  /** Of the answers so far, the one that leaves the least for what follows. */
  #tightest: Left | undefined;

  /** @param windows how many may have begun since; with more than one, a Remaining bounds nothing */
  constructor(vantage: Vantage, first: RatePoint, windows = 1) {
    this.#vantage = vantage;
    this.#first = first;
    this.#windows = windows;
  }

  next(point: RatePoint, windowSeconds: number): Shown {
    if (point.status === 429) return "held";
    this.#tightest?.take(point);
    if (!isServed(point)) return undefined;
    this.#most = Math.max(this.#most, point.limit);
    this.#inFlight = Math.max(this.#inFlight, point.inFlight);
    this.#count += 1;
    const unseen = this.#vantage.unseen(point.limit);
    const allowed = this.#windows * this.#most + refillBetween(this.#first, point, windowSeconds);
    if (this.#count > allowed + this.#inFlight + unseen)
      return beyond(this.#first, `${counted(this.#count, "request")} served under a limit of ${this.#most}`);
    return this.#windows > 1 ? undefined : this.#beyondRemaining(point, windowSeconds);
  }

  #beyondRemaining(point: RatePoint, windowSeconds: number): Shown {
    const left = this.#tightest;
    const room = left?.room(point, windowSeconds) ?? Number.POSITIVE_INFINITY;
    // Of the same Remaining, the first counts: what is served since adds up.
    if (room === Number.POSITIVE_INFINITY || left === undefined || point.remaining < left.from.remaining) {
      const next = new Left(this.#vantage, point);
      if (next.room(point, windowSeconds) <= room) this.#tightest = next;
    }
    if (left === undefined || room >= 0) return undefined;
    const { from, served } = left;
    return beyond(
      from,
      `${counted(served, "request")} served after X-RateLimit-Remaining was ${from.remaining}`,
    );
  }
}

/** What an answer leaves to the requests that follow it under the same Reset. */
class Left {
  readonly from: RatePoint;
  served = 0;
  readonly #vantage: Vantage;
  /** Refused requests may be given back (ruling 20), which shows: Remaining is no longer 0. */
  #refused = 0;

  constructor(vantage: Vantage, from: RatePoint) {
    this.#vantage = vantage;
    this.from = from;
  }

  take(point: RatePoint): void {
    if (!this.#vantage.isBefore(this.from, point)) return;
    if (isServed(point)) this.served += 1;
    else if (this.from.remaining > 0) this.#refused += 1;
  }

  /** How many more may be served. Beside Remaining and a refill: those in flight with either. */
  room(point: RatePoint, windowSeconds: number): number {
    const { from } = this;
    const inFlight = Math.max(from.inFlight, point.inFlight) + this.#vantage.unseen(point.limit);
    const more = refillBetween(from, point, windowSeconds) + inFlight + this.#refused;
    // After a change of plan, another Remaining counts; one that rises is a failure of RATE-6.
    const hasRisen = from.remaining > 0 && point.remaining > from.remaining + more;
    return from.limit !== point.limit || hasRisen
      ? Number.POSITIVE_INFINITY
      : from.remaining + more - this.served;
  }
}

function beyond(since: RatePoint, seen: string): Shown {
  return { expected: "no request served beyond the limit", seen, since: since.id };
}
