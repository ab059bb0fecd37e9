import type { Answered } from "../../../src/core/check/facts.ts";
import type { Observer } from "../../../src/core/check/observe.ts";
import { inHeader, type Observation } from "../../../src/core/check/verdict.ts";
import { rateHeadersOf } from "../../../src/core/exchange/pacing/rate-headers.ts";

/** Ruling 21: within the skew of ruling 20, and the second that either may have been rounded. */
export const agreementSeconds = 6;

/** RATE-13: Retry-After of a 429, beside the Reset of the same answer, so many seconds ahead. */
export function agreement(answer: Answered, aheadSeconds: number, observe: Observer): Observation[] {
  const waitMs = rateHeadersOf(answer).retryAfterMs;
  // A Retry-After of 0 counts as none (ruling 21).
  if (waitMs === undefined || waitMs === 0) return [];
  if (Math.abs(aheadSeconds - waitMs / 1000) <= agreementSeconds) return [observe.held(answer)];
  return [
    observe.broken(answer, `about ${Math.ceil(aheadSeconds)} s, as X-RateLimit-Reset says`, {
      seen: `${Math.round(waitMs / 1000)} s`,
      place: inHeader("Retry-After"),
    }),
  ];
}
