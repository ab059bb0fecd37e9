import type { RatePolicy, Standing } from "../rate-plans.ts";

/**
 * One limit, kept for each caller apart. Instants are ms since the epoch and never go back.
 * A limiter that is asked decides nothing: whoever asks counts the request or refuses it.
 */
export interface Limiter {
  /** @param endsAtMs when a fixed window ends that opens now, in place of its length from this second on */
  standing(caller: string, nowMs: number, endsAtMs?: () => number): Standing;
  /** Counts a request, a refused one too where refusals are counted. */
  count(caller: string, nowMs: number): void;
  /** Takes back one request that was counted, where it still counts. */
  refund(caller: string, nowMs: number): void;
}

export const limiters = {
  "fixed-window": fixedWindow,
  "sliding-log": slidingLog,
  "sliding-log-oldest": (policy) => slidingLog(policy, "oldest"),
  "sliding-counter": slidingCounter,
  "token-bucket": tokenBucket,
} as const satisfies Record<string, (policy: RatePolicy) => Limiter>;

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
