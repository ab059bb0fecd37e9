import type { Refusal } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, type Session, statusOf } from "#core/check/clients/session.ts";
import { headerValue, headerValues } from "#core/exchange/headers.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { parseRetryAfter } from "#core/exchange/pacing/rate-headers.ts";
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
export function retryAfterForm(
  exchange: ClientExchange,
): "seconds" | "date" | "none" | "unusable" | undefined {
  if (exchange.outcome.kind !== "answer") return undefined;
  if (headerValue(exchange.outcome.headers, "retry-after") === undefined) return "none";
  return refusalOf(exchange).form ?? "unusable";
}

function refusalOf(exchange: ClientExchange): Refusal {
  const { outcome, endedAtMs } = exchange;
  const unusable = { exchange, form: undefined, askedMs: 0, untilMs: endedAtMs };
  if (outcome.kind !== "answer") return unusable;
  const text = headerValue(outcome.headers, "retry-after");
  const asked = text === undefined ? undefined : parseRetryAfter(text);
  if (asked === undefined) return unusable;
  // A date may be read by the client's clock, or by that of the answer: the earlier moment holds.
  const askedMs =
    asked.kind === "seconds"
      ? asked.seconds * 1000
      : asked.atMs - Math.max(0, clockSkewMs(exchange)) - endedAtMs;
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
