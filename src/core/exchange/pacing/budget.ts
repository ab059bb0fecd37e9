import type { Exchange } from "../exchange.ts";
import { furthestResetSeconds } from "./announcement.ts";
import { rateHeadersOf, valueIn } from "./rate-headers.ts";

/** What is left of the key's limit, as an answer announces it; limit and Reset only where they can be read. */
export interface Budget {
  readonly remaining: number;
  readonly limit: number | undefined;
  /** As announced: a Unix timestamp on the target's clock. */
  readonly resetAtSeconds: number | undefined;
}

/** One whose Reset can be waited for. */
export interface WaitableBudget extends Budget {
  readonly resetAtSeconds: number;
  /** On the run's clock. */
  readonly resetAtMs: number;
}

/** Undefined without a Remaining that can be read. Requests without the key may be counted elsewhere. */
export function budgetOf(exchange: Exchange): Budget | undefined {
  if (exchange.request.credential.kind !== "valid") return undefined;
  const headers = rateHeadersOf(exchange);
  const remaining = valueIn(headers.remaining);
  if (remaining === undefined) return undefined;
  return { remaining, limit: valueIn(headers.limit), resetAtSeconds: valueIn(headers.reset) };
}

/** Undefined where Reset is not ahead, or further than ruling 20 allows. */
export function waitableBudgetOf(exchange: Exchange): WaitableBudget | undefined {
  const budget = budgetOf(exchange);
  if (budget?.resetAtSeconds === undefined) return undefined;
  const { resetAtSeconds } = budget;
  const aheadMs = resetAtSeconds * 1000 - rateHeadersOf(exchange).answeredAtMs;
  if (aheadMs <= 0 || aheadMs > furthestResetSeconds * 1000) return undefined;
  return { ...budget, resetAtSeconds, resetAtMs: exchange.endedAtMs + aheadMs };
}

/** Answers overtake one another: within one Reset the lowest Remaining is the last. */
export function laterBudget<Kind extends Budget>(known: Kind | undefined, next: Kind): Kind {
  if (known === undefined || next.resetAtSeconds === undefined) return next;
  return known.resetAtSeconds === next.resetAtSeconds && known.remaining < next.remaining ? known : next;
}
