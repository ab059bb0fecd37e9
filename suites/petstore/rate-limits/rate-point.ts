import { type Instant, isWellBefore } from "#core/check/traffic-check.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { type Times, timesOf } from "#core/exchange/exchange.ts";
import {
  type Announcement,
  isBefore,
  roundingSeconds,
  type Sent,
} from "#core/exchange/pacing/rate-headers.ts";

/** What one answer announces, and when; without the answer itself, so that it can be kept. */
export interface RatePoint extends Sent, Instant {
  readonly times: Times;
  readonly operation: OperationId;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtSeconds: number;
  readonly aheadSeconds: number;
  readonly status: number;
  /** How many requests with the key were in flight with it, itself included. */
  readonly inFlight: number;
}

export function ratePointOf(
  { answer, operation, rate, aheadSeconds }: Announcement,
  more: Pick<RatePoint, "status" | "inFlight" | "dateMs">,
): RatePoint {
  return { id: answer.id, times: timesOf(answer), operation, ...rate, aheadSeconds, ...more };
}

/** True for a request that counts: a refused one may not count. */
export function isServed({ status }: RatePoint): boolean {
  return status < 400;
}

/** How much the observer of the answers knows about the requests with the key. */
export interface Vantage {
  /** True where the target cannot have seen the second before the first. */
  readonly isBefore: (first: RatePoint, second: RatePoint) => boolean;
  /** How many requests to the key may have been in flight unseen, under such a limit. */
  readonly unseen: (limit: number) => number;
  /** How shortly before its Reset the limit may have been reset already. */
  readonly resetSlackSeconds: number;
  /** How often a key may get another plan within a window. */
  readonly planChanges: number;
  /** For how long the nodes of a service may announce the same Remaining before they synchronise. */
  readonly stillMs: number;
}

/** A run knows every request that it sent. */
export const ofRun: Vantage = {
  isBefore,
  unseen: () => 0,
  resetSlackSeconds: roundingSeconds,
  planChanges: 0,
  stillMs: 0,
};

/**
 * Of traffic, a recording may lack requests. They make Remaining fall faster, which is fine. Those in flight may make
 * it rise a little: a tenth of the limit is allowed for that.
 */
export const ofTraffic: Vantage = {
  isBefore: isWellBefore,
  unseen: (limit) => Math.ceil(limit / 10),
  resetSlackSeconds: 2 * roundingSeconds,
  planChanges: 1,
  stillMs: 2000,
};

/** What a refill may have given from one answer to another, in requests, rounded up (ruling 20). */
export function refillBetween(first: RatePoint, last: RatePoint, windowSeconds: number): number {
  const limit = Math.max(first.limit, last.limit);
  const ms = Math.max(0, last.times.endedAtMs - first.times.sentAtMs);
  return Math.ceil((limit * ms) / 1000 / Math.max(1, windowSeconds));
}

/** How an answer breaks a requirement, and which one before it shows that. */
export interface Breach {
  readonly expected: string;
  readonly seen: string;
  readonly since: number;
}

/** Undefined where the answer shows nothing of it. */
export type Shown = "held" | Breach | undefined;
