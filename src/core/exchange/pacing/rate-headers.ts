import type { OperationId } from "#core/contract/operations.ts";
import { recorded } from "#core/contract/recorded.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { type Exchange, type HeaderFields, headerValues, isAfter, type Timed, timesOf } from "../exchange.ts";
import { parseHttpDate } from "../http-date.ts";

/** The three headers of the interface (Limits / Rate limits), by what they announce. */
export const rateHeaderNames = {
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: "X-RateLimit-Reset",
} as const;

export type RateHeader = keyof typeof rateHeaderNames;

/** The value of a header that may be given once. `text` is as it stood; several lines are joined with a comma. */
type HeaderReading<Value> =
  | { readonly kind: "absent" }
  | { readonly kind: "repeated"; readonly text: string }
  | { readonly kind: "malformed"; readonly text: string }
  | { readonly kind: "value"; readonly text: string; readonly value: Value };

type RetryAfter =
  | { readonly kind: "seconds"; readonly seconds: number }
  | { readonly kind: "date"; readonly atMs: number };

/** What one answer says about rate limits: each header as it is; its users decide what they accept. */
interface RateHeaders {
  readonly limit: HeaderReading<number>;
  readonly remaining: HeaderReading<number>;
  /** Unix time in seconds, on the target's clock. */
  readonly reset: HeaderReading<number>;
  readonly retryAfter: HeaderReading<RetryAfter>;
  /** Milliseconds since the Unix epoch, on the target's clock. */
  readonly date: HeaderReading<number>;
  /** When it was answered in milliseconds since the Unix epoch: by the target's Date, else by the run's clock. */
  readonly answeredAtMs: number;
  /** How long Retry-After asks to wait, from the answer on; undefined where it cannot be read. */
  readonly retryAfterMs: number | undefined;
}

/** The three headers of one answer, each a non-negative integer. */
export interface AnnouncedRate {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds. */
  readonly resetAtSeconds: number;
}

/** True of a 429, also of one that broke off after its head. */
export function isLimited({ outcome }: Exchange): boolean {
  return (outcome.kind === "answer" ? outcome.answer : outcome.failure.partial)?.status === 429;
}

/**
 * The one reader of X-RateLimit-Limit, -Remaining and -Reset, Retry-After and Date. Without an answer, all are absent, but for a 429
 * that broke off.
 */
export const rateHeadersOf: (exchange: Exchange) => RateHeaders = derivedFrom((exchange) => {
  const { outcome, times } = exchange;
  const head =
    outcome.kind === "answer" ? outcome.answer : isLimited(exchange) ? outcome.failure.partial : undefined;
  const fields = head?.headers ?? [];
  const retryAfter = readHeader(fields, "retry-after", parseRetryAfter);
  const date = readHeader(fields, "date", parseHttpDate);
  const answeredAtMs = valueIn(date) ?? recorded(times).endedAtMs;
  return {
    limit: readHeader(fields, rateHeaderNames.limit, wholeNumber),
    remaining: readHeader(fields, rateHeaderNames.remaining, wholeNumber),
    reset: readHeader(fields, rateHeaderNames.reset, wholeNumber),
    retryAfter,
    date,
    answeredAtMs,
    retryAfterMs: waitMs(valueIn(retryAfter), answeredAtMs),
  };
});

export function valueIn<Value>(reading: HeaderReading<Value>): Value | undefined {
  return reading.kind === "value" ? reading.value : undefined;
}

/** What an answer announces; undefined unless all three headers are there and well formed. */
export function announcedRate(exchange: Exchange): AnnouncedRate | undefined {
  const headers = rateHeadersOf(exchange);
  const [limit, remaining, resetAtSeconds] = [headers.limit, headers.remaining, headers.reset].map(valueIn);
  return limit === undefined || remaining === undefined || resetAtSeconds === undefined
    ? undefined
    : { limit, remaining, resetAtSeconds };
}

export function missingRateHeaders(exchange: Exchange): readonly string[] {
  const headers = rateHeadersOf(exchange);
  return (["limit", "remaining", "reset"] as const)
    .filter((one) => headers[one].kind === "absent")
    .map((one) => rateHeaderNames[one]);
}

export function carriesRateHeader(exchange: Exchange): boolean {
  return missingRateHeaders(exchange).length < Object.keys(rateHeaderNames).length;
}

function readHeader<Value>(
  fields: HeaderFields,
  name: string,
  parse: (text: string) => Value | undefined,
): HeaderReading<Value> {
  const values = headerValues(fields, name);
  const [first] = values;
  if (first === undefined) return { kind: "absent" };
  const text = values.join(", ");
  if (values.length > 1) return { kind: "repeated", text };
  const value = parse(first);
  return value === undefined ? { kind: "malformed", text } : { kind: "value", text, value };
}

/** A non-negative integer of up to 15 digits, which a number holds exactly. */
function wholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^[0-9]{1,15}$/.test(digits) ? Number(digits) : undefined;
}

function waitMs(retryAfter: RetryAfter | undefined, answeredAtMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  return retryAfter.kind === "seconds" ? retryAfter.seconds * 1000 : retryAfter.atMs - answeredAtMs;
}

/**
 * Retry-After (RFC 9110, section 10.2.3): whole seconds without a sign, or an HTTP-date.
 * Undefined for anything else. More than 2^53 - 1 seconds are given as so many.
 */
export function parseRetryAfter(value: string): RetryAfter | undefined {
  if (/^[0-9]+$/.test(value)) {
    return { kind: "seconds", seconds: Math.min(Number(value), Number.MAX_SAFE_INTEGER) };
  }
  const atMs = parseHttpDate(value);
  return atMs === undefined ? undefined : { kind: "date", atMs };
}

/** Ruling 20: how far Date and the limiter's clock may be apart. */
export const slackSeconds = 5;
/** Ruling 20: how far ahead a Reset may lie: a day, and what clocks may differ by. */
export const furthestResetSeconds = 24 * 3600 + 5 * 60;
/** The target's clock may have rounded up to a second away. */
export const roundingSeconds = 1;
/** What the clocks may differ by, and the second that either rounds away. */
export const skewSeconds = slackSeconds + roundingSeconds;

/** What is needed to know the order of two exchanges of one sender. */
export interface Sent extends Timed {
  readonly id: number;
}

/** The limit on an operation that an answer to the valid key announces. */
export interface Announcement {
  readonly answer: Exchange;
  readonly operation: OperationId;
  readonly rate: AnnouncedRate;
  /** Seconds from the answer to its Reset, by the target's own clock. */
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
  /** The announced Reset: a Unix timestamp on the target's clock. */
  readonly resetAtSeconds: number | undefined;
}

/** A budget whose Reset can be waited for. */
export interface WaitableBudget extends Budget {
  readonly resetAtSeconds: number;
  /** The Reset on the run's clock. */
  readonly resetAtMs: number;
}

/** The budget that an answer announces. Undefined without a readable Remaining, or without the valid key, as such requests may be counted separately. */
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

/** The later of two budgets. Answers overtake one another: under one Reset, the lowest Remaining is the latest. */
export function laterBudget<Kind extends Budget>(known: Kind | undefined, next: Kind): Kind {
  if (known === undefined || next.resetAtSeconds === undefined) return next;
  return known.resetAtSeconds === next.resetAtSeconds && known.remaining < next.remaining ? known : next;
}
