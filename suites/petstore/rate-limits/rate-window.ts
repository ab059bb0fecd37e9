import { counted } from "../../../src/core/check/counted.ts";
import { isBefore } from "../../../src/core/exchange/pacing/announcement.ts";
import { isServed, type RatePoint, refillBetween, type Shown, type Vantage } from "./rate-point.ts";
import { Served } from "./served.ts";

/** What an answer shows of its window, by requirement. */
interface ShownOfWindow {
  readonly limit: Shown;
  readonly rise: Shown;
  readonly fall: Shown;
  readonly served: Shown;
}

/** An answer, and how many requests were served since, of those that came before. */
class Stand {
  readonly from: RatePoint;
  served = 0;

  constructor(from: RatePoint) {
    this.from = from;
  }

  count(point: RatePoint): void {
    if (isServed(point) && isBefore(this.from, point)) this.served += 1;
  }
}

/**
 * How many more requests than a refill gives must have been served before Remaining counts as standing still (ruling 20).
 */
const servedToShow = 10;

/** The answers to one key on one operation under one Reset, in a few numbers, whatever their count. */
export class RateWindow {
  readonly #vantage: Vantage;
  readonly #first: RatePoint;
  /** The longest distance to Reset that the key has seen. */
  #seconds = 1;
  #limit: RatePoint;
  #limitChanges = 0;
  /** Of the earlier answers, the one that leaves the least for what follows, a refill included. */
  #lowest: RatePoint | undefined;
  #refused = 0;
  /** Each lower than all before it, or taken after a time in which a refill gave more than was served. */
  #stands: readonly Stand[];
  readonly #served: Served;

  constructor(vantage: Vantage, first: RatePoint) {
    this.#vantage = vantage;
    this.#first = first;
    this.#limit = first;
    this.#stands = [new Stand(first)];
    this.#served = new Served(vantage, first);
  }

  next(point: RatePoint, windowSeconds: number): ShownOfWindow {
    this.#seconds = windowSeconds;
    if (!isServed(point)) this.#refused += 1;
    // In the second of the Reset the limit may have been reset already.
    const isLate = point.aheadSeconds <= this.#vantage.resetSlackSeconds;
    return {
      limit: point === this.#first ? undefined : this.#limitShown(point),
      rise: isLate ? undefined : this.#riseShown(point),
      fall: isLate ? undefined : this.#fallShown(point),
      served: this.#served.next(point, windowSeconds),
    };
  }

  /** Takes in one of its points once all that comes next lies behind it. */
  settle(point: RatePoint): void {
    const lowest = this.#lowest;
    if (lowest === undefined || point.remaining <= lowest.remaining + this.#refill(lowest, point))
      this.#lowest = point;
    for (const stand of this.#stands) stand.count(point);
  }

  #refill(first: RatePoint, last: RatePoint): number {
    return refillBetween(first, last, this.#seconds);
  }

  #limitShown(point: RatePoint): Shown {
    const before = this.#limit;
    if (point.limit === before.limit) {
      // The latest, so that what is compared with it lies behind it.
      if (this.#limitChanges === 0) this.#limit = point;
      return "held";
    }
    const { planChanges } = this.#vantage;
    if (planChanges > 0 && !this.#vantage.isBefore(before, point)) return undefined;
    this.#limit = point;
    this.#limitChanges += 1;
    if (this.#limitChanges <= planChanges) return undefined;
    return {
      expected: `the limit ${before.limit}, as before in this series`,
      seen: String(point.limit),
      since: before.id,
    };
  }

  /** A refill over the time between, the requests in flight, and those that were refused and may be given back. */
  #riseShown(point: RatePoint): Shown {
    const lowest = this.#lowest;
    if (lowest === undefined || !this.#vantage.isBefore(lowest, point)) return undefined;
    const inFlight = Math.max(lowest.inFlight, point.inFlight) + this.#vantage.unseen(point.limit);
    const allowed = this.#refill(lowest, point) + inFlight + this.#refused;
    if (point.remaining - lowest.remaining <= allowed) return "held";
    // What follows is compared with the higher one: a rise is counted once.
    this.#lowest = point;
    return {
      expected: `at most ${lowest.remaining} plus a refill, since ${lowest.remaining} was announced before with the same Reset`,
      seen: String(point.remaining),
      since: lowest.id,
    };
  }

  /** Compared with that earlier answer which left no more and since which most requests were served beside a refill. */
  #fallShown(point: RatePoint): Shown {
    const { remaining, limit } = point;
    if (limit !== this.#stands[0]?.from.limit) this.#stands = [];
    const comparable = this.#stands
      .filter(({ from }) => from.remaining <= remaining)
      .map((stand) => ({ from: stand.from, more: this.#servedBesideRefill(stand, point) }));
    const most = comparable.toSorted((a, b) => b.more - a.more)[0];
    // Where a refill gave more than was served, the time from here on shows more.
    if (most === undefined || most.more < 0) this.#stands = thinned([...this.#stands, new Stand(point)]);
    if (most === undefined) return remaining < this.#first.remaining ? "held" : undefined;
    const { from, more } = most;
    if (from.remaining === 0 || point.times.endedAtMs - from.times.endedAtMs < this.#vantage.stillMs)
      return undefined;
    if (more < servedToShow || !this.#vantage.isBefore(from, point)) return undefined;
    this.#stands = [new Stand(point)];
    return {
      expected: `less than ${from.remaining}, since ${counted(more, "more request")} were served than a refill adds`,
      seen: String(remaining),
      since: from.id,
    };
  }

  #servedBesideRefill({ from, served }: Stand, point: RatePoint): number {
    return served + Number(isServed(point)) - this.#refill(from, point);
  }
}

/** How many are kept, evenly spread: the next lower one stands for one that is left out. */
const mostStands = 8;

function thinned(stands: readonly Stand[]): readonly Stand[] {
  return stands.length <= mostStands ? stands : stands.filter((_, i) => i % 2 === 0 || i === mostStands);
}
