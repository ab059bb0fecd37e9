import type { OperationId } from "../../contract/operations.ts";
import { type Exchange, isAfter, timesOf } from "../exchange.ts";
import { type AnnouncedRate, announcedRate, rateHeadersOf, valueIn } from "./rate-headers.ts";

/** Ruling 20: how far Date and the limiter's clock may be apart. */
export const slackSeconds = 5;
/** Ruling 20: how far ahead a Reset may lie: a day, and what clocks may differ by. */
export const furthestResetSeconds = 24 * 3600 + 5 * 60;
/** The target's clock may have rounded up to a second away. */
export const roundingSeconds = 1;

/** What it takes to know the order of two exchanges of one sender. */
export type Sent = Pick<Exchange, "id" | "times">;

/** What an answer to the valid key announces of the limit on an operation. */
export interface Announcement {
  readonly answer: Exchange;
  readonly operation: OperationId;
  readonly rate: AnnouncedRate;
  /** From the answer to its Reset, by the target's own clock. */
  readonly aheadSeconds: number;
}

/** Undefined unless the request had the valid key and all three headers are well formed. */
export function announcementOf(answer: Exchange, operation: OperationId): Announcement | undefined {
  const rate = answer.request.credential.kind === "valid" ? announcedRate(answer) : undefined;
  if (rate === undefined) return undefined;
  const aheadSeconds = rate.resetAtSeconds - rateHeadersOf(answer).answeredAtMs / 1000;
  return { answer, operation, rate, aheadSeconds };
}

/** True where the three values can be a limit's at all (ruling 20). */
export function isPlausible({ rate, aheadSeconds }: Announcement): boolean {
  return (
    rate.limit > 0 &&
    rate.remaining <= rate.limit &&
    aheadSeconds >= -slackSeconds &&
    aheadSeconds <= furthestResetSeconds + slackSeconds
  );
}

/** True when the server cannot have seen `b` before `a`: only then does their order mean anything. */
export function isBefore(a: Sent, b: Sent): boolean {
  return isAfter(b, a) && a.id < b.id;
}

/** What is left of the key's limit, as an answer announces it; limit and Reset only where they can be read. */
export interface Budget {
  readonly remaining: number;
  readonly limit: number | undefined;
  /** As announced: a Unix timestamp on the target's clock. */
  readonly resetAtSeconds: number | undefined;
}

/** A budget whose Reset can be waited for. */
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
  return { ...budget, resetAtSeconds, resetAtMs: timesOf(exchange).endedAtMs + aheadMs };
}

/** Answers overtake one another: within one Reset the lowest Remaining is the last. */
export function laterBudget<Kind extends Budget>(known: Kind | undefined, next: Kind): Kind {
  if (known === undefined || next.resetAtSeconds === undefined) return next;
  return known.resetAtSeconds === next.resetAtSeconds && known.remaining < next.remaining ? known : next;
}
