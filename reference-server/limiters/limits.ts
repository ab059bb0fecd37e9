import type { Quota, RatePolicy, Standing } from "../rate-plans.ts";

/**
 * One limit, kept for each caller apart. Instants are ms since the epoch and never go back.
 * A limiter that is asked decides nothing: whoever asks counts the request or refuses it.
 */
abstract class Limiter {
  protected readonly policy: RatePolicy;

  constructor(policy: RatePolicy) {
    this.policy = policy;
  }

  /** @param endsAtMs when a fixed window ends that opens now, in place of its length from this second on */
  abstract standing(caller: string, nowMs: number, endsAtMs?: () => number): Standing;
  /** Counts a request, a refused one too where refusals are counted. */
  abstract count(caller: string, nowMs: number): void;
  /** Takes back one request that was counted, where it still counts. */
  abstract refund(caller: string, nowMs: number): void;
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

/** Limiters of one kind, one for each policy; a request is served where all of them have room. */
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
      for (const policy of policies) this.#limiterOf(policy).count(caller, nowMs);
    return tightest(this.#standings(caller, policies, nowMs), exceeded);
  }

  /** How a caller stands whose request is refused for another reason, and not counted. */
  uncounted(caller: string, policies: readonly RatePolicy[], nowMs: number): Quota | undefined {
    return tightest(this.#standings(caller, policies, nowMs), true);
  }

  refund(caller: string, policies: readonly RatePolicy[], nowMs: number): void {
    for (const policy of policies) this.#limiterOf(policy).refund(caller, nowMs);
  }

  #standings(
    caller: string,
    policies: readonly RatePolicy[],
    nowMs: number,
    endsAtMs?: (policy: RatePolicy) => number,
  ): readonly Standing[] {
    return policies.map((policy) =>
      this.#limiterOf(policy).standing(caller, nowMs, endsAtMs && (() => endsAtMs(policy))),
    );
  }

  #limiterOf(policy: RatePolicy): Limiter {
    const name = `${policy.limit} in ${policy.windowMs}`;
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
  readonly #windows = new Map<string, { readonly endsAtMs: number; counted: number }>();

  override standing(caller: string, nowMs: number, endsAtMs?: () => number): Standing {
    const { limit } = this.policy;
    const window = this.#windowAt(caller, nowMs, endsAtMs);
    const remaining = Math.max(0, limit - window.counted);
    const resetAtMs = window.endsAtMs;
    return { limit, remaining, resetAtMs, retryAtMs: remaining > 0 ? nowMs : resetAtMs };
  }

  override count(caller: string, nowMs: number): void {
    this.#windowAt(caller, nowMs).counted += 1;
  }

  override refund(caller: string, nowMs: number): void {
    const window = this.#windowAt(caller, nowMs);
    window.counted = Math.max(0, window.counted - 1);
  }

  #windowAt(caller: string, nowMs: number, endsAtMs?: () => number) {
    const open = this.#windows.get(caller);
    if (open !== undefined && nowMs < open.endsAtMs) return open;
    const usualEndMs = Math.floor(nowMs / 1000) * 1000 + this.policy.windowMs;
    const window = { endsAtMs: endsAtMs?.() ?? usualEndMs, counted: 0 };
    this.#windows.set(caller, window);
    return window;
  }
}

/** So many requests within any stretch of time as long as the window; the instant of each is kept. */
class SlidingLog extends Limiter {
  readonly #reset: "newest" | "oldest";
  readonly #countedAtMs = new Map<string, number[]>();

  /** @param reset whose expiry Reset names: that of the newest request (everything is free again) or of the oldest (one is) */
  constructor(policy: RatePolicy, reset: "newest" | "oldest") {
    super(policy);
    this.#reset = reset;
  }

  override standing(caller: string, nowMs: number): Standing {
    const { limit, windowMs } = this.policy;
    const recent = this.#recentAt(caller, nowMs);
    const remaining = limit - recent.length;
    const [oldest = nowMs - windowMs] = recent;
    const named = this.#reset === "oldest" ? oldest : (recent.at(-1) ?? oldest);
    const retryAtMs = remaining > 0 ? nowMs : oldest + windowMs;
    return { limit, remaining, resetAtMs: wholeSecondMs(named + windowMs), retryAtMs };
  }

  override count(caller: string, nowMs: number): void {
    const recent = this.#recentAt(caller, nowMs);
    recent.push(nowMs);
    // One more than the limit changes nothing: the next is served when the last `limit` are not all recent.
    if (recent.length > this.policy.limit) recent.shift();
  }

  override refund(caller: string, nowMs: number): void {
    this.#recentAt(caller, nowMs).pop();
  }

  #recentAt(caller: string, nowMs: number): number[] {
    const counted = this.#countedAtMs.get(caller) ?? [];
    const recent = counted.filter((atMs) => atMs > nowMs - this.policy.windowMs);
    this.#countedAtMs.set(caller, recent);
    return recent;
  }
}

/**
 * Counts by fixed windows, and takes of the window before the part that lies within the last window's
 * length. Reset is the window's end; Remaining rises towards it, as the window before fades.
 */
class SlidingCounter extends Limiter {
  readonly #kept = new Map<string, { readonly startsAtMs: number; readonly before: number; now: number }>();

  override standing(caller: string, nowMs: number): Standing {
    const { limit, windowMs } = this.policy;
    const { startsAtMs, before, now } = this.#countsAt(caller, nowMs);
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

  override count(caller: string, nowMs: number): void {
    this.#countsAt(caller, nowMs).now += 1;
  }

  override refund(caller: string, nowMs: number): void {
    const counts = this.#countsAt(caller, nowMs);
    counts.now = Math.max(0, counts.now - 1);
  }

  #countsAt(caller: string, nowMs: number) {
    const { windowMs } = this.policy;
    const startsAtMs = Math.floor(nowMs / windowMs) * windowMs;
    const last = this.#kept.get(caller);
    if (last?.startsAtMs === startsAtMs) return last;
    const before = last?.startsAtMs === startsAtMs - windowMs ? last.now : 0;
    const counts = { startsAtMs, before, now: 0 };
    this.#kept.set(caller, counts);
    return counts;
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
  readonly #known = new Map<string, number>();

  override standing(caller: string, nowMs: number): Standing {
    const { limit } = this.policy;
    const fullAtMs = this.#fullAt(caller, nowMs);
    const remaining = Math.max(0, Math.floor(limit - (fullAtMs - nowMs) / this.#tokenMs + roundingError));
    const retryAtMs = remaining > 0 ? nowMs : Math.ceil(fullAtMs - (limit - 1) * this.#tokenMs);
    return { limit, remaining, resetAtMs: wholeSecondMs(fullAtMs), retryAtMs };
  }

  override count(caller: string, nowMs: number): void {
    const owedMs = this.#fullAt(caller, nowMs) - nowMs + this.#tokenMs;
    // Refusals that are counted empty the bucket, and owe nothing beyond that: Reset stays within the window.
    this.#known.set(caller, nowMs + Math.min(owedMs, this.policy.limit * this.#tokenMs));
  }

  override refund(caller: string, nowMs: number): void {
    this.#known.set(caller, this.#fullAt(caller, nowMs) - this.#tokenMs);
  }

  get #tokenMs(): number {
    return this.policy.windowMs / this.policy.limit;
  }

  #fullAt(caller: string, nowMs: number): number {
    return Math.max(nowMs, this.#known.get(caller) ?? nowMs);
  }
}

/** A token more or less for what binary fractions round away. */
const roundingError = 1e-6;

/** The whole second at or after an instant, in ms. */
function wholeSecondMs(atMs: number): number {
  return Math.ceil(atMs / 1000) * 1000;
}
