import type { Refusal } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, type Session, statusOf } from "#core/check/clients/session.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { parseRetryAfter } from "#core/exchange/pacing/rate-headers.ts";
import { answerHeader } from "./answers.ts";
import { requestsIn } from "./requests.ts";

/** Timers of clients may fire a little early. */
const timerSlackMs = 20;

/** A date has whole seconds, and clocks differ. */
const dateSlackMs = 500;

export function refusalsIn(session: Session): readonly Refusal[] {
  return requestsIn(session)
    .filter((one) => statusOf(one) === 429)
    .map(refusalOf);
}

function refusalOf(exchange: ClientExchange): Refusal {
  const { endedAtMs, outcome } = exchange;
  const text = outcome.kind === "answer" ? headerValue(outcome.headers, "retry-after") : undefined;
  const asked = text === undefined ? undefined : parseRetryAfter(text);
  const form = text === undefined ? "none" : "unusable";
  const unusable: Refusal = { exchange, form, askedMs: 0, untilMs: endedAtMs };
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
function clockSkewMs(exchange: ClientExchange): number {
  const date = parseHttpDate(answerHeader(exchange, "date") ?? "");
  return date === undefined ? 0 : Math.trunc((date - exchange.endedAtMs) / 1000) * 1000;
}
