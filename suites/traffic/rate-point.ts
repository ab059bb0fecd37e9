import type { Instant, KeyedAnswer } from "../../src/core/check/key-check.ts";
import { headerValues } from "../../src/core/exchange/headers.ts";
import {
  type Announcement,
  announcementOf,
  isPlausible,
} from "../../src/core/exchange/pacing/announcement.ts";
import { rateHeadersOf, valueIn } from "../../src/core/exchange/pacing/rate-headers.ts";

/** What one answer announces, and when; without the answer itself, so that it can be kept. */
export interface RatePoint extends Instant {
  readonly id: number;
  readonly dateMs: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtSeconds: number;
  readonly aheadSeconds: number;
  readonly status: number;
}

/**
 * Undefined where the answer announces no limit, or one that RATE-3 and RATE-4 judge, or where its moment on the service's
 * clock is not known: a cache may have stored it (`Age`), or it has no Date.
 */
export function ratePointOf({ answer, operation }: KeyedAnswer): RatePoint | undefined {
  const announced: Announcement | undefined = announcementOf(answer, operation);
  const { headers, status } = answer.outcome.answer;
  const dateMs = valueIn(rateHeadersOf(answer).date);
  if (announced === undefined || dateMs === undefined || !isPlausible(announced)) return undefined;
  if (headerValues(headers, "age").length > 0) return undefined;
  const { id, sentAtMs, endedAtMs } = answer;
  const { rate, aheadSeconds } = announced;
  return { id, sentAtMs, endedAtMs, dateMs, ...rate, aheadSeconds, status };
}

/** True for a request that counts: one that was refused may be given back. */
export function isServed({ status }: RatePoint): boolean {
  return status < 400;
}
