import { counted } from "#core/check/results/words.ts";
import { isBefore, roundingSeconds } from "#core/exchange/pacing/rate-headers.ts";
import { isServed, type RatePoint, refillBetween, type Shown, type Vantage } from "./rate-point.ts";

/**
 * RATE-10: counts the requests served since an answer, and compares them with what Limit, Remaining and a refill allow.
 * @param windows how many windows may have begun since. With more than one, Remaining may have been reset, and bounds nothing
 */
export function servedSince(
  vantage: Vantage,
  first: RatePoint,
  windows = 1,
): (point: RatePoint, windowSeconds: number) => Shown {
  let [most, inFlight, count] = [0, 1, 0];
  /** Of the answers so far, the one that allows the fewest further requests. */
  let tightest: Left | undefined;

  const beyondRemaining = (point: RatePoint, windowSeconds: number): Shown => {
    const left = tightest;
    const room = left?.room(point, windowSeconds) ?? Number.POSITIVE_INFINITY;
    // Where several answers announce the same Remaining, count from the first.
    if (room === Number.POSITIVE_INFINITY || left === undefined || point.remaining < left.from.remaining) {
      const next = leftBy(point, vantage);
      if (next.room(point, windowSeconds) <= room) tightest = next;
    }
    if (left === undefined || room >= 0) return undefined;
    const seen = `${counted(left.served(), "request")} served after X-RateLimit-Remaining was ${left.from.remaining}`;
    return beyond(left.from, seen);
  };

  return (point, windowSeconds) => {
    if (point.status === 429) return "held";
    tightest?.take(point);
    if (!isServed(point)) return undefined;
    most = Math.max(most, point.limit);
    inFlight = Math.max(inFlight, point.inFlight);
    count += 1;
    const allowed = windows * most + refillBetween(first, point, windowSeconds);
    if (count > allowed + inFlight + vantage.unseen(point.limit))
      return beyond(first, `${counted(count, "request")} served under a limit of ${most}`);
    return windows > 1 ? undefined : beyondRemaining(point, windowSeconds);
  };
}

type Left = ReturnType<typeof leftBy>;

/** How many more requests an answer allows under the same Reset. */
function leftBy(from: RatePoint, vantage: Vantage) {
  let served = 0;
  /** A service may give refused requests back (ruling 20). Remaining is then above 0. */
  let refused = 0;
  return {
    from,
    served: () => served,
    take: (point: RatePoint): void => {
      if (!vantage.isBefore(from, point)) return;
      if (isServed(point)) served += 1;
      else if (from.remaining > 0) refused += 1;
    },
    /** How many more may be served: Remaining, a refill, and those in flight with either answer. */
    room: (point: RatePoint, windowSeconds: number): number => {
      const inFlight = Math.max(from.inFlight, point.inFlight) + vantage.unseen(point.limit);
      const more = refillBetween(from, point, windowSeconds) + inFlight + refused;
      // After a change of the plan, this Remaining says nothing any more. One that rises is a failure of RATE-6.
      const hasRisen = from.remaining > 0 && point.remaining > from.remaining + more;
      return from.limit !== point.limit || hasRisen
        ? Number.POSITIVE_INFINITY
        : from.remaining + more - served;
    },
  };
}

function beyond(since: RatePoint, seen: string): Shown {
  return { expected: "no request served beyond the limit", seen, since: since.id };
}

/** An earlier answer, and how many requests were served since. */
interface Stand {
  readonly from: RatePoint;
  served: number;
}

/** So many more requests than a refill gives are served before Remaining counts as standing still (ruling 20). */
const servedToShow = 10;

/** How many requests with the key were answered within a time. */
type EndedBetween = (fromMs: number, toMs: number) => number;

/** The window is known by Reset and Date, each a whole second. */
const logSlackMs = 2 * roundingSeconds * 1000;

/** The answers to one key on one operation under one Reset, in a few numbers, whatever their count. */
export class RateWindow {
  readonly #vantage: Vantage;
  readonly #endedBetween: EndedBetween;
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
  readonly #served: ReturnType<typeof servedSince>;

  constructor(vantage: Vantage, first: RatePoint, endedBetween: EndedBetween) {
    this.#vantage = vantage;
    this.#endedBetween = endedBetween;
    this.#first = first;
    this.#limit = first;
    this.#stands = [{ from: first, served: 0 }];
    this.#served = servedSince(vantage, first);
  }

  /** What an answer shows of its window, by requirement. */
  next(
    point: RatePoint,
    windowSeconds: number,
  ): Readonly<Record<"limit" | "rise" | "fall" | "served", Shown>> {
    this.#seconds = windowSeconds;
    if (!isServed(point)) this.#refused += 1;
    // In the second of the Reset the limit may have been reset already.
    const isLate = point.aheadSeconds <= this.#vantage.resetSlackSeconds;
    return {
      limit: point === this.#first ? undefined : this.#limitShown(point),
      rise: isLate ? undefined : this.#riseShown(point),
      fall: isLate ? undefined : this.#fallShown(point),
      served: this.#served(point, windowSeconds),
    };
  }

  /** Takes in one of its points once all that comes next lies behind it. */
  settle(point: RatePoint): void {
    const lowest = this.#lowest;
    if (lowest?.limit !== point.limit || point.remaining <= lowest.remaining + this.#refill(lowest, point))
      this.#lowest = point;
    for (const stand of this.#stands) if (isServed(point) && isBefore(stand.from, point)) stand.served += 1;
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

  /**
   * A refill over the time between, the requests in flight, and those that were refused and may be given back; and what a log of
   * the last window's requests gives back at once, where many had come at once.
   */
  #riseShown(point: RatePoint): Shown {
    const lowest = this.#lowest;
    // Of another limit it is another count: RATE-5 says so.
    if (lowest?.limit !== point.limit || !this.#vantage.isBefore(lowest, point)) return undefined;
    const inFlight = Math.max(lowest.inFlight, point.inFlight) + this.#vantage.unseen(point.limit);
    const allowed = this.#refill(lowest, point) + inFlight + this.#refused;
    const rise = point.remaining - lowest.remaining;
    if (rise <= allowed || rise <= allowed + this.#leavesLog(lowest, point)) return "held";
    // What follows is compared with the higher one: a rise is counted once.
    this.#lowest = point;
    return {
      expected: `at most ${lowest.remaining} plus a refill, since ${lowest.remaining} was announced before with the same Reset`,
      seen: String(point.remaining),
      since: lowest.id,
    };
  }

  /** How many requests of the window before count no longer at the last of two answers, and did at the first. */
  #leavesLog(first: RatePoint, last: RatePoint): number {
    const { limit, remaining, inFlight } = this.#first;
    // The series began with no more used than its own requests: none of the window before counted.
    if (limit - remaining <= inFlight) return 0;
    const windowMs = this.#seconds * 1000;
    const [fromMs, toMs] = [first.times.sentAtMs - windowMs, last.times.endedAtMs - windowMs];
    return this.#endedBetween(fromMs - logSlackMs, toMs + logSlackMs);
  }

  /**
   * Compares it with an earlier answer that announced no more: of those, the one since which most requests were
   * served beyond a refill.
   */
  #fallShown(point: RatePoint): Shown {
    const { remaining, limit } = point;
    if (limit !== this.#stands[0]?.from.limit) this.#stands = [];
    const comparable = this.#stands
      .filter(({ from }) => from.remaining <= remaining)
      .map((stand) => ({ from: stand.from, more: this.#servedBesideRefill(stand, point) }));
    const most = comparable.toSorted((a, b) => b.more - a.more)[0];
    // Where a refill gave more than was served, the time from here on shows more.
    if (most === undefined || most.more < 0)
      this.#stands = thinned([...this.#stands, { from: point, served: 0 }]);
    if (most === undefined) return remaining < this.#first.remaining ? "held" : undefined;
    const { from, more } = most;
    if (from.remaining === 0 || point.times.endedAtMs - from.times.endedAtMs < this.#vantage.stillMs)
      return undefined;
    if (more < servedToShow || !this.#vantage.isBefore(from, point)) return undefined;
    this.#stands = [{ from: point, served: 0 }];
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
