import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { roundingMs } from "#core/exchange/pacing/pause.ts";
import {
  laterBudget,
  rateHeadersOf,
  type WaitableBudget,
  waitableBudgetOf,
} from "#core/exchange/pacing/rate-headers.ts";

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
