import { type Exchange, timesOf } from "../exchange.ts";
import { laterBudget, rateHeadersOf, type WaitableBudget, waitableBudgetOf } from "./rate-headers.ts";

/** Added where a whole second may have been rounded away. */
export const roundingMs = 1000;

const backoffBaseMs = 1000;
const backoffCapMs = 60_000;

/** A 429 that named a time, a 429 that named none, or few requests left of the announced limit. */
export type PauseCause = "retry-after" | "backoff" | "rate-limit";

/** A time on the run's clock before which nothing may be sent. */
export interface Pause {
  readonly cause: PauseCause;
  readonly untilMs: number;
  readonly reason: string;
  /** The announced Remaining, where that is why. */
  readonly forRemaining?: number;
}

/**
 * How long a 429 stops the run. `nth` counts 429s in a row from 1; from the second on, one second is added (ruling
 * 21). Without a usable Retry-After that lies ahead, the wait is an exponential backoff, half of it jitter. Eight
 * such waits outlast a window of a minute.
 */
export function pauseAfter429(exchange: Exchange, nth: number, random: () => number): Pause {
  const { endedAtMs } = timesOf(exchange);
  const waitMs = rateHeadersOf(exchange).retryAfterMs;
  if (waitMs !== undefined && waitMs > 0) {
    return {
      cause: "retry-after",
      untilMs: endedAtMs + waitMs + (nth > 1 ? roundingMs : 0),
      reason: "the target answered 429 and named this time in Retry-After",
    };
  }
  const ceilingMs = Math.min(backoffCapMs, backoffBaseMs * 2 ** (nth - 1));
  return {
    cause: "backoff",
    untilMs: endedAtMs + Math.ceil(((1 + random()) / 2) * ceilingMs),
    reason: "the target answered 429 without a time in Retry-After that lies ahead",
  };
}

/** Until when nothing may be sent, in milliseconds on the clock of the exchanges, and why, as a clause. */
interface Rest {
  readonly untilMs: number;
  readonly reason: string;
}

/** After a last 429 that names no time. */
const unnamedRestMs = 60_000;

/**
 * How long to wait before the next run: until every Retry-After has passed. If fewer requests are left than the next
 * run sends, also until the limit resets. Undefined where the next may start at once.
 * @param needed how many requests the next run sends
 */
export function restAfter(exchanges: readonly Exchange[], needed: number, nowMs: number): Rest | undefined {
  const rests = [...afterRefusals(exchanges), ...untilReset(exchanges, needed)];
  return rests.filter(({ untilMs }) => untilMs > nowMs).toSorted((a, b) => b.untilMs - a.untilMs)[0];
}

function afterRefusals(exchanges: readonly Exchange[]): Rest[] {
  const last = exchanges.findLast(({ outcome }) => outcome.kind === "answer");
  return exchanges.flatMap((exchange) => {
    if (exchange.outcome.kind !== "answer" || exchange.outcome.answer.status !== 429) return [];
    const { endedAtMs } = timesOf(exchange);
    const { retryAfterMs = 0 } = rateHeadersOf(exchange);
    if (retryAfterMs > 0)
      return [{ untilMs: endedAtMs + retryAfterMs, reason: "the target named this time in a 429" }];
    const reason = "the last answer was a 429 without a time in Retry-After that lies ahead";
    return exchange === last ? [{ untilMs: endedAtMs + unnamedRestMs, reason }] : [];
  });
}

function untilReset(exchanges: readonly Exchange[], needed: number): Rest[] {
  let budget: WaitableBudget | undefined;
  for (const exchange of exchanges) {
    const next = waitableBudgetOf(exchange);
    if (next !== undefined) budget = laterBudget(budget, next);
  }
  // A run that needs more than a whole limit paces itself.
  if (budget === undefined || budget.remaining >= Math.min(needed, budget.limit ?? needed)) return [];
  const of = budget.limit === undefined ? "" : ` of ${budget.limit}`;
  const reason = `${budget.remaining}${of} requests are left until the rate limit resets, and a run sends about ${needed}`;
  return [{ untilMs: budget.resetAtMs + roundingMs, reason }];
}
