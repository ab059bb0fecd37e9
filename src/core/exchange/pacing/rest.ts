import type { Exchange } from "../exchange.ts";
import { laterBudget, type WaitableBudget, waitableBudgetOf } from "./budget.ts";
import { roundingMs } from "./pause.ts";
import { rateHeadersOf } from "./rate-headers.ts";

/** Until when nothing may be sent, in milliseconds on the clock of the exchanges, and why, as a clause. */
export interface Rest {
  readonly untilMs: number;
  readonly reason: string;
}

/** After a last 429 that names no time. */
const unnamedRestMs = 60_000;

/**
 * How long one run leaves the target alone before the next: until every Retry-After has passed, and until the limit
 * resets where less is left of it than the next run sends. Undefined where the next may start at once.
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
    const { retryAfterMs = 0 } = rateHeadersOf(exchange);
    if (retryAfterMs > 0)
      return [{ untilMs: exchange.endedAtMs + retryAfterMs, reason: "the target named this time in a 429" }];
    const reason = "the last answer was a 429 without a time in Retry-After that lies ahead";
    return exchange === last ? [{ untilMs: exchange.endedAtMs + unnamedRestMs, reason }] : [];
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
