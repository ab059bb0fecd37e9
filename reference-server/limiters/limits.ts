import type { Quota, RatePolicy, Standing } from "../rate-plans.ts";

/**
 * One limit, kept for each caller apart. Instants are ms since the epoch and never go back.
 * A limiter that is asked decides nothing: whoever asks counts the request or refuses it.
 */
interface Limiter {
  /** @param endsAtMs when a fixed window ends that opens now, in place of its length from this second on */
  standing(caller: string, nowMs: number, endsAtMs?: () => number): Standing;
  /** Counts a request, a refused one too where refusals are counted. */
  count(caller: string, nowMs: number): void;
  /** Takes back one request that was counted, where it still counts. */
  refund(caller: string, nowMs: number): void;
}

const limiters = {
  "fixed-window": fixedWindow,
  "sliding-log": slidingLog,
  "sliding-log-oldest": (policy) => slidingLog(policy, "oldest"),
  "sliding-counter": slidingCounter,
  "token-bucket": tokenBucket,
} as const satisfies Record<string, (policy: RatePolicy) => Limiter>;

export type LimiterKind = keyof typeof limiters;

export const limiterKinds = Object.keys(limiters) as readonly LimiterKind[];

export type Limits = ReturnType<typeof limitsOf>;

/** Limiters of one kind, one for each policy; a request is served where all of them have room. */
export function limitsOf(kind: LimiterKind, countsRefusals = false) {
  const known = new Map<string, Limiter>();
  const limiterOf = (policy: RatePolicy): Limiter => {
    const name = `${policy.limit} in ${policy.windowMs}`;
    const limiter = known.get(name) ?? limiters[kind](policy);
    known.set(name, limiter);
    return limiter;
  };
  const standings = (
    caller: string,
    policies: readonly RatePolicy[],
    nowMs: number,
    endsAtMs?: (policy: RatePolicy) => number,
  ) =>
    policies.map((policy) => limiterOf(policy).standing(caller, nowMs, endsAtMs && (() => endsAtMs(policy))));
  return {
    /** Counts a request, or refuses it. `undefined` where no policy holds. */
    count(...asked: Parameters<typeof standings>): Quota | undefined {
      const [caller, policies, nowMs] = asked;
      const exceeded = standings(...asked).some(({ remaining }) => remaining === 0);
      if (!exceeded || countsRefusals) for (const policy of policies) limiterOf(policy).count(caller, nowMs);
      return tightest(standings(caller, policies, nowMs), exceeded);
    },
    /** How a caller stands whose request is refused for another reason, and not counted. */
    uncounted(caller: string, policies: readonly RatePolicy[], nowMs: number): Quota | undefined {
      return tightest(standings(caller, policies, nowMs), true);
    },
    refund(caller: string, policies: readonly RatePolicy[], nowMs: number): void {
      for (const policy of policies) limiterOf(policy).refund(caller, nowMs);
    },
  };
}

/** The limit that is nearest to being used up; of several, the one that is so for longest. */
function tightest(standings: readonly Standing[], exceeded: boolean): Quota | undefined {
  const [first] = standings.toSorted(
    (a, b) => a.remaining - b.remaining || b.retryAtMs - a.retryAtMs || b.resetAtMs - a.resetAtMs,
  );
  return first && { ...first, exceeded };
}

/** So many requests in a window that ends at a fixed instant: Reset. It opens with the caller's first request. */
function fixedWindow({ limit, windowMs }: RatePolicy): Limiter {
  const windows = new Map<string, { readonly endsAtMs: number; counted: number }>();
  const windowAt = (caller: string, nowMs: number, endsAtMs?: () => number) => {
    const open = windows.get(caller);
    if (open !== undefined && nowMs < open.endsAtMs) return open;
    const window = { endsAtMs: endsAtMs?.() ?? Math.floor(nowMs / 1000) * 1000 + windowMs, counted: 0 };
    windows.set(caller, window);
    return window;
  };
  return {
    standing(caller, nowMs, endsAtMs) {
      const window = windowAt(caller, nowMs, endsAtMs);
      const remaining = Math.max(0, limit - window.counted);
      const resetAtMs = window.endsAtMs;
      return { limit, remaining, resetAtMs, retryAtMs: remaining > 0 ? nowMs : resetAtMs };
    },
    count(caller, nowMs) {
      windowAt(caller, nowMs).counted += 1;
    },
    refund(caller, nowMs) {
      const window = windowAt(caller, nowMs);
      window.counted = Math.max(0, window.counted - 1);
    },
  };
}

/**
 * So many requests within any stretch of time as long as the window; the instant of each is kept.
 * @param reset whose expiry Reset names: that of the newest request (everything is free again) or of the oldest (one is)
 */
function slidingLog({ limit, windowMs }: RatePolicy, reset: "newest" | "oldest" = "newest"): Limiter {
  const countedAtMs = new Map<string, number[]>();
  const recentAt = (caller: string, nowMs: number) => {
    const recent = (countedAtMs.get(caller) ?? []).filter((atMs) => atMs > nowMs - windowMs);
    countedAtMs.set(caller, recent);
    return recent;
  };
  return {
    standing(caller, nowMs) {
      const recent = recentAt(caller, nowMs);
      const remaining = limit - recent.length;
      const [oldest = nowMs - windowMs] = recent;
      const named = reset === "oldest" ? oldest : (recent.at(-1) ?? oldest);
      const retryAtMs = remaining > 0 ? nowMs : oldest + windowMs;
      return { limit, remaining, resetAtMs: wholeSecondMs(named + windowMs), retryAtMs };
    },
    count(caller, nowMs) {
      const recent = recentAt(caller, nowMs);
      recent.push(nowMs);
      // One more than the limit changes nothing: the next is served when the last `limit` are not all recent.
      if (recent.length > limit) recent.shift();
    },
    refund(caller, nowMs) {
      recentAt(caller, nowMs).pop();
    },
  };
}

/**
 * Counts by fixed windows, and takes of the window before the part that lies within the last window's
 * length. Reset is the window's end; Remaining rises towards it, as the window before fades.
 */
function slidingCounter({ limit, windowMs }: RatePolicy): Limiter {
  const kept = new Map<string, { readonly startsAtMs: number; readonly before: number; now: number }>();
  const countsAt = (caller: string, nowMs: number) => {
    const startsAtMs = Math.floor(nowMs / windowMs) * windowMs;
    const last = kept.get(caller);
    if (last?.startsAtMs === startsAtMs) return last;
    const before = last?.startsAtMs === startsAtMs - windowMs ? last.now : 0;
    const counts = { startsAtMs, before, now: 0 };
    kept.set(caller, counts);
    return counts;
  };
  return {
    standing(caller, nowMs) {
      const { startsAtMs, before, now } = countsAt(caller, nowMs);
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
    },
    count(caller, nowMs) {
      countsAt(caller, nowMs).now += 1;
    },
    refund(caller, nowMs) {
      const counts = countsAt(caller, nowMs);
      counts.now = Math.max(0, counts.now - 1);
    },
  };
}

/** How far into a window the count before it has faded to `room`, in whole ms. */
function fadesToMs(before: number, room: number, windowMs: number): number {
  return before <= room ? 0 : Math.ceil((1 - room / before) * windowMs);
}

/**
 * A bucket of `limit` tokens that fills evenly within the window. Reset is when it is full, and so moves with
 * every request; a refused caller is served as soon as the next token is there.
 */
function tokenBucket({ limit, windowMs }: RatePolicy): Limiter {
  const tokenMs = windowMs / limit;
  /** What a bucket lacks is kept as the instant at which it is full. */
  const known = new Map<string, number>();
  const fullAt = (caller: string, nowMs: number) => Math.max(nowMs, known.get(caller) ?? nowMs);
  return {
    standing(caller, nowMs) {
      const fullAtMs = fullAt(caller, nowMs);
      const remaining = Math.max(0, Math.floor(limit - (fullAtMs - nowMs) / tokenMs + roundingError));
      const retryAtMs = remaining > 0 ? nowMs : Math.ceil(fullAtMs - (limit - 1) * tokenMs);
      return { limit, remaining, resetAtMs: wholeSecondMs(fullAtMs), retryAtMs };
    },
    count(caller, nowMs) {
      const owedMs = fullAt(caller, nowMs) - nowMs + tokenMs;
      // Refusals that are counted empty the bucket, and owe nothing beyond that: Reset stays within the window.
      known.set(caller, nowMs + Math.min(owedMs, limit * tokenMs));
    },
    refund(caller, nowMs) {
      known.set(caller, fullAt(caller, nowMs) - tokenMs);
    },
  };
}

/** A token more or less for what binary fractions round away. */
const roundingError = 1e-6;

/** The whole second at or after an instant, in ms. */
function wholeSecondMs(atMs: number): number {
  return Math.ceil(atMs / 1000) * 1000;
}
