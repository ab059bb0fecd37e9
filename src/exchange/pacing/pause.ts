import type { Exchange, HeaderLine } from "../exchange.ts";
import { headerValue } from "../headers.ts";
import { parseHttpDate } from "../http-date.ts";
import { parseRetryAfter } from "./retry-after.ts";

/** Added where a whole second may have been rounded away. */
export const roundingMs = 1000;

const backoffBaseMs = 1000;
const backoffCapMs = 60_000;
/** A Reset further ahead than ruling 20 allows is not believed. */
const furthestResetMs = (24 * 60 + 5) * 60_000;

/** What a response announces of the requests that are left. */
export interface Announcement {
  readonly remaining: number;
  /** Undefined where it is none. */
  readonly limit: number | undefined;
  /** As announced: a Unix timestamp on the target's clock. */
  readonly resetSeconds: number;
  /** On the run's clock. */
  readonly resetAtMs: number;
}

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
 * How long a 429 stops the run. `nth` counts 429s in a row from 1: from the second on one second is added
 * (ruling 21). Without a usable Retry-After, or with one that is not ahead: exponential backoff, full jitter.
 */
export function pauseAfter429(exchange: Exchange, nth: number, random: () => number): Pause {
  const waitMs = retryAfterMs(exchange);
  if (waitMs !== undefined && waitMs > 0) {
    const untilMs = exchange.endedAtMs + waitMs + (nth > 1 ? roundingMs : 0);
    return {
      cause: "retry-after",
      untilMs,
      reason: "the target answered 429 and named this time in Retry-After",
    };
  }
  const ceilingMs = Math.min(backoffCapMs, backoffBaseMs * 2 ** (nth - 1));
  return {
    cause: "backoff",
    untilMs: exchange.endedAtMs + Math.ceil(random() * ceilingMs),
    reason: "the target answered 429 without a time in Retry-After that lies ahead",
  };
}

/** What an answer says of the requests left; undefined without whole numbers in both, or a Reset not ahead. */
export function announcementOf(exchange: Exchange): Announcement | undefined {
  const headers = answerHeaders(exchange);
  const remaining = wholeNumber(headerValue(headers, "x-ratelimit-remaining"));
  const resetSeconds = wholeNumber(headerValue(headers, "x-ratelimit-reset"));
  if (remaining === undefined || resetSeconds === undefined) return undefined;
  const aheadMs = resetSeconds * 1000 - targetNowMs(exchange);
  if (aheadMs <= 0 || aheadMs > furthestResetMs) return undefined;
  const limit = wholeNumber(headerValue(headers, "x-ratelimit-limit"));
  return { remaining, limit, resetSeconds, resetAtMs: exchange.endedAtMs + aheadMs };
}

function retryAfterMs(exchange: Exchange): number | undefined {
  const value = headerValue(answerHeaders(exchange), "retry-after");
  const retryAfter = value === undefined ? undefined : parseRetryAfter(value);
  if (retryAfter === undefined) return undefined;
  return retryAfter.kind === "seconds" ? retryAfter.seconds * 1000 : retryAfter.atMs - targetNowMs(exchange);
}

/** The target's own time when it answered: its clock and ours may differ. */
function targetNowMs(exchange: Exchange): number {
  const date = headerValue(answerHeaders(exchange), "date");
  return (date === undefined ? undefined : parseHttpDate(date)) ?? exchange.endedAtMs;
}

function answerHeaders({ outcome }: Exchange): readonly HeaderLine[] {
  return outcome.kind === "answer" ? outcome.answer.headers : [];
}

function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
