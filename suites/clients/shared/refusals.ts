import type { Refusal } from "../../../src/core/check/client-suite.ts";
import { type ClientExchange, type Session, statusOf } from "../../../src/core/check/session.ts";
import { headerValue, headerValues } from "../../../src/core/exchange/headers.ts";
import { parseHttpDate } from "../../../src/core/exchange/http-date.ts";
import { parseRetryAfter } from "../../../src/core/exchange/pacing/rate-headers.ts";
import { requestsIn } from "./requests.ts";

/** Timers of clients may fire a little early. */
const timerSlackMs = 20;

/** A date has whole seconds, and clocks differ. */
const dateSlackMs = 500;

/** Every 429 of a session, in the order of arrival. */
export function refusalsIn(session: Session): readonly Refusal[] {
  return requestsIn(session)
    .filter((one) => statusOf(one) === 429)
    .map(refusalOf);
}

/** What Retry-After of an answer holds; undefined where the answer is not known. */
export function retryAfterForm({
  outcome,
}: ClientExchange): "seconds" | "date" | "none" | "unreadable" | undefined {
  if (outcome.kind !== "answer") return undefined;
  const text = headerValue(outcome.headers, "retry-after");
  return text === undefined ? "none" : (parseRetryAfter(text)?.kind ?? "unreadable");
}

function refusalOf(exchange: ClientExchange): Refusal {
  const { outcome, endedAtMs } = exchange;
  const unusable = { exchange, form: undefined, askedMs: 0, untilMs: endedAtMs };
  if (outcome.kind !== "answer") return unusable;
  const text = headerValue(outcome.headers, "retry-after");
  const asked = text === undefined ? undefined : parseRetryAfter(text);
  if (asked === undefined) return unusable;
  const askedMs =
    asked.kind === "seconds" ? asked.seconds * 1000 : asked.atMs - clockSkewMs(exchange) - endedAtMs;
  if (askedMs <= 0) return unusable;
  const slackMs = asked.kind === "seconds" ? timerSlackMs : dateSlackMs;
  const untilMs = endedAtMs + Math.max(0, askedMs - slackMs);
  return { exchange, form: asked.kind, askedMs, untilMs };
}

/** By how much the service's clock is ahead, in whole seconds: Date has no fractions. */
function clockSkewMs({ outcome, endedAtMs }: ClientExchange): number {
  if (outcome.kind !== "answer") return 0;
  const date = parseHttpDate(headerValues(outcome.headers, "date")[0] ?? "");
  if (date === undefined) return 0;
  const seconds = Math.trunc((date - endedAtMs) / 1000);
  return seconds * 1000;
}
