import { headerValue, headerValues } from "../exchange/headers.ts";
import { parseHttpDate } from "../exchange/http-date.ts";
import { parseRetryAfter } from "../exchange/pacing/retry-after.ts";
import { derivedFrom } from "./derived.ts";
import type { Answered } from "./facts.ts";

export const rateHeaderNames = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** The three headers of one response, each a non-negative integer (interface: Limits / Rate limits). */
export interface AnnouncedRate {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds. */
  readonly resetAtSeconds: number;
}

/** The value of a header that must be one non-negative integer; undefined for anything else. */
export function wholeNumber(answer: Answered, name: string): number | undefined {
  const values = headerValues(answer.outcome.answer.headers, name);
  const value = values.length === 1 ? values[0]?.trim() : undefined;
  return value !== undefined && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}

/** What a response announces; undefined unless all three are there and well formed. */
export function announcedRate(answer: Answered): AnnouncedRate | undefined {
  const [limit, remaining, resetAtSeconds] = rateHeaderNames.map((name) => wholeNumber(answer, name));
  return limit === undefined || remaining === undefined || resetAtSeconds === undefined
    ? undefined
    : { limit, remaining, resetAtSeconds };
}

export function carriesRateHeader(answer: Answered): boolean {
  return rateHeaderNames.some((name) => headerValues(answer.outcome.answer.headers, name).length > 0);
}

/** The target's own time of an answer by its Date header, else the run's clock; milliseconds since the Unix epoch. */
export const answeredAtMs: (answer: Answered) => number = derivedFrom((answer) => {
  const dates = headerValues(answer.outcome.answer.headers, "date");
  const date = dates.length === 1 && dates[0] !== undefined ? parseHttpDate(dates[0]) : undefined;
  return date ?? answer.endedAtMs;
});

/** How long a 429 asks to wait; undefined when it does not say so in a form that can be read. */
export function retryAfterMs(answer: Answered): number | undefined {
  const value = headerValue(answer.outcome.answer.headers, "retry-after");
  const retryAfter = value === undefined ? undefined : parseRetryAfter(value);
  if (retryAfter === undefined) return undefined;
  return retryAfter.kind === "seconds" ? retryAfter.seconds * 1000 : retryAfter.atMs - answeredAtMs(answer);
}
