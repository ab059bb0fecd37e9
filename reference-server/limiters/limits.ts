import type { Quota, RatePolicy, Standing } from "../rate-plans.ts";

/**
 * One limit of one caller. Instants are ms since the epoch and never go back.
 * A limiter that is asked decides nothing: whoever asks counts the request or refuses it.
 */
abstract class Limiter {
  protected readonly policy: RatePolicy;

  constructor(policy: RatePolicy) {
    this.policy = policy;
  }

  /** @param endsAtMs when a fixed window ends that opens now, in place of its length from this second on */
  abstract standing(nowMs: number, endsAtMs?: () => number): Standing;
  /** Counts a request, a refused one too where refusals are counted. */
  abstract count(nowMs: number): void;
  /** Takes back one request that was counted, where it still counts. */
  abstract refund(nowMs: number): void;
}

const limiters = {
  "fixed-window": (policy) => new FixedWindow(policy),
  "sliding-log": (policy) => new SlidingLog(policy, "newest"),
  "sliding-log-oldest": (policy) => new SlidingLog(policy, "oldest"),
  "sliding-counter": (policy) => new SlidingCounter(policy),
  "token-bucket": (policy) => new TokenBucket(policy),
} as const satisfies Record<string, (policy: RatePolicy) => Limiter>;

export type LimiterKind = keyof typeof limiters;

export const limiterKinds = Object.keys(limiters) as readonly LimiterKind[];

/** Limiters of one kind, one for each policy and caller; a request is served where all of them have room. */
export class Limits {
  readonly #kind: LimiterKind;
  readonly #countsRefusals: boolean;
  readonly #known = new Map<string, Limiter>();

  constructor(kind: LimiterKind, countsRefusals = false) {
    this.#kind = kind;
    this.#countsRefusals = countsRefusals;
  }

  /** Counts a request, or refuses it. `undefined` where no policy holds. */
  count(
    caller: string,
    policies: readonly RatePolicy[],
    nowMs: number,
    endsAtMs?: (policy: RatePolicy) => number,
  ): Quota | undefined {
    const exceeded = this.#standings(caller, policies, nowMs, endsAtMs).some(
      ({ remaining }) => remaining === 0,
    );
    if (!exceeded || this.#countsRefusals)
      for (const policy of policies) this.#limiterOf(policy, caller).count(nowMs);
    return tightest(this.#standings(caller, policies, nowMs), exceeded);
  }

  /** How a caller stands whose request is refused for another reason, and not counted. */
  uncounted(caller: string, policies: readonly RatePolicy[], nowMs: number): Quota | undefined {
    return tightest(this.#standings(caller, policies, nowMs), true);
  }

  refund(caller: string, policies: readonly RatePolicy[], nowMs: number): void {
    for (const policy of policies) this.#limiterOf(policy, caller).refund(nowMs);
  }

  #standings(
    caller: string,
    policies: readonly RatePolicy[],
    nowMs: number,
    endsAtMs?: (policy: RatePolicy) => number,
  ): readonly Standing[] {
    return policies.map((policy) =>
      this.#limiterOf(policy, caller).standing(nowMs, endsAtMs && (() => endsAtMs(policy))),
    );
  }

  #limiterOf(policy: RatePolicy, caller: string): Limiter {
    const name = `${policy.limit} in ${policy.windowMs} of ${caller}`;
    const limiter = this.#known.get(name) ?? limiters[this.#kind](policy);
    this.#known.set(name, limiter);
    return limiter;
  }
}

/** The limit that is nearest to being used up; of several, the one that is so for longest. */
function tightest(standings: readonly Standing[], exceeded: boolean): Quota | undefined {
  const [first] = standings.toSorted(
    (a, b) => a.remaining - b.remaining || b.retryAtMs - a.retryAtMs || b.resetAtMs - a.resetAtMs,
  );
  return first && { ...first, exceeded };
}

/** So many requests in a window that ends at a fixed instant: Reset. It opens with the caller's first request. */
class FixedWindow extends Limiter {
  #open: { readonly endsAtMs: number; counted: number } = { endsAtMs: Number.NEGATIVE_INFINITY, counted: 0 };

  override standing(nowMs: number, endsAtMs?: () => number): Standing {
    const { limit } = this.policy;
    const window = this.#windowAt(nowMs, endsAtMs);
    const remaining = Math.max(0, limit - window.counted);
    const resetAtMs = window.endsAtMs;
    return { limit, remaining, resetAtMs, retryAtMs: remaining > 0 ? nowMs : resetAtMs };
  }

  override count(nowMs: number): void {
    this.#windowAt(nowMs).counted += 1;
  }

  override refund(nowMs: number): void {
    const window = this.#windowAt(nowMs);
    window.counted = Math.max(0, window.counted - 1);
  }

  #windowAt(nowMs: number, endsAtMs?: () => number) {
    if (nowMs < this.#open.endsAtMs) return this.#open;
    const usualEndMs = Math.floor(nowMs / 1000) * 1000 + this.policy.windowMs;
    this.#open = { endsAtMs: endsAtMs?.() ?? usualEndMs, counted: 0 };
    return this.#open;
  }
}

/** So many requests within any stretch of time as long as the window; the instant of each is kept. */
class SlidingLog extends Limiter {
  readonly #reset: "newest" | "oldest";
  #countedAtMs: number[] = [];

  /** @param reset whose expiry Reset names: that of the newest request (everything is free again) or of the oldest (one is) */
  constructor(policy: RatePolicy, reset: "newest" | "oldest") {
    super(policy);
    this.#reset = reset;
  }

  override standing(nowMs: number): Standing {
    const { limit, windowMs } = this.policy;
    const recent = this.#recentAt(nowMs);
    const remaining = limit - recent.length;
    const [oldest = nowMs - windowMs] = recent;
    const named = this.#reset === "oldest" ? oldest : (recent.at(-1) ?? oldest);
    const retryAtMs = remaining > 0 ? nowMs : oldest + windowMs;
    return { limit, remaining, resetAtMs: wholeSecondMs(named + windowMs), retryAtMs };
  }

  override count(nowMs: number): void {
    const recent = this.#recentAt(nowMs);
    recent.push(nowMs);
    // One more than the limit changes nothing: the next is served when the last `limit` are not all recent.
    if (recent.length > this.policy.limit) recent.shift();
  }

  override refund(nowMs: number): void {
    this.#recentAt(nowMs).pop();
  }

  #recentAt(nowMs: number): number[] {
    this.#countedAtMs = this.#countedAtMs.filter((atMs) => atMs > nowMs - this.policy.windowMs);
    return this.#countedAtMs;
  }
}

/**
 * Counts by fixed windows, and takes of the window before the part that lies within the last window's
 * length. Reset is the window's end; Remaining rises towards it, as the window before fades.
 */
class SlidingCounter extends Limiter {
  #kept = { startsAtMs: Number.NEGATIVE_INFINITY, before: 0, now: 0 };

  override standing(nowMs: number): Standing {
    const { limit, windowMs } = this.policy;
    const { startsAtMs, before, now } = this.#countsAt(nowMs);
    const endsAtMs = startsAtMs + windowMs;
    const faded = before * (1 - (nowMs - startsAtMs) / windowMs);
    const remaining = Math.max(0, Math.floor(limit - now - faded + roundingError));
    // Where this window alone is full, the next one must first fade in its turn.
    const retryAtMs =
      remaining > 0
        ? nowMs
        : now < limit
          ? startsAtMs + fadesToMs(before, limit - 1 - now, windowMs)
          : endsAtMs + fadesToMs(now, limit - 1, windowMs);
    return { limit, remaining, resetAtMs: endsAtMs, retryAtMs };
  }

  override count(nowMs: number): void {
    this.#countsAt(nowMs).now += 1;
  }

  override refund(nowMs: number): void {
    const counts = this.#countsAt(nowMs);
    counts.now = Math.max(0, counts.now - 1);
  }

  #countsAt(nowMs: number) {
    const { windowMs } = this.policy;
    const startsAtMs = Math.floor(nowMs / windowMs) * windowMs;
    const last = this.#kept;
    if (last.startsAtMs === startsAtMs) return last;
    this.#kept = { startsAtMs, before: last.startsAtMs === startsAtMs - windowMs ? last.now : 0, now: 0 };
    return this.#kept;
  }
}

/** How far into a window the count before it has faded to `room`, in whole ms. */
function fadesToMs(before: number, room: number, windowMs: number): number {
  return before <= room ? 0 : Math.ceil((1 - room / before) * windowMs);
}

/**
 * A bucket of `limit` tokens that fills evenly within the window. Reset is when it is full, and so moves with
 * every request; a refused caller is served as soon as the next token is there.
 */
class TokenBucket extends Limiter {
  /** What a bucket lacks is kept as the instant at which it is full. */
  #knownFullAtMs = Number.NEGATIVE_INFINITY;

  override standing(nowMs: number): Standing {
    const { limit } = this.policy;
    const fullAtMs = this.#fullAt(nowMs);
    const remaining = Math.max(0, Math.floor(limit - (fullAtMs - nowMs) / this.#tokenMs + roundingError));
    const retryAtMs = remaining > 0 ? nowMs : Math.ceil(fullAtMs - (limit - 1) * this.#tokenMs);
    return { limit, remaining, resetAtMs: wholeSecondMs(fullAtMs), retryAtMs };
  }

  override count(nowMs: number): void {
    const owedMs = this.#fullAt(nowMs) - nowMs + this.#tokenMs;
    // Refusals that are counted empty the bucket, and owe nothing beyond that: Reset stays within the window.
    this.#knownFullAtMs = nowMs + Math.min(owedMs, this.policy.limit * this.#tokenMs);
  }

  override refund(nowMs: number): void {
    this.#knownFullAtMs = this.#fullAt(nowMs) - this.#tokenMs;
  }

  get #tokenMs(): number {
    return this.policy.windowMs / this.policy.limit;
  }

  #fullAt(nowMs: number): number {
    return Math.max(nowMs, this.#knownFullAtMs);
  }
}

/** A token more or less for what binary fractions round away. */
const roundingError = 1e-6;

/** The whole second at or after an instant, in ms. */
function wholeSecondMs(atMs: number): number {
  return Math.ceil(atMs / 1000) * 1000;
}
