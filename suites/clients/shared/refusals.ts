import type { Evidence, Refusal } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, plainAmong, type Session, statusOf } from "#core/check/clients/session.ts";
import { headerValue } from "#core/exchange/exchange.ts";
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

/** What is refused without a usable Retry-After. */
export function unguidedIn(session: Session): readonly ClientExchange[] {
  return refusalsIn(session).flatMap(({ exchange, askedMs }) => (askedMs === 0 ? exchange : []));
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

// Ruling 37: a client may give up after a 429 if it says so. What it says is seen from what it printed.

/** In English, or with the status. */
const ofLimit =
  /\b429\b|limit|too many|retry|try again|later|throttl|refused|rejected|g[ai]ve[sn]? up|giving up|slow down|error|fail|could not|cannot|unable|skipp|abort/i;

/** A summary of success. */
const ofNone = /\b(?:0|no|without) (?:error|fail)/i;

/** The same of a client that may have failed at reading Retry-After: its trace is an error, and holds the line of the source. */
const ofGivingUp = /\b429\b|rate.?limit|too many requests|throttl|g[ai]v(?:e|es|en|ing) up/i;

/** What parsers of numbers and dates throw. */
const ofReading =
  /\b(?:Value|Type|Range|Argument|Overflow)Error\b|NumberFormat|DateTimeParse|FormatException|\binvalid (?:literal|date|digit|number|time|value)|strconv|parsing time|panic/i;

/** Whether the client printed a line about it, which it does not print where nothing is unusual. */
export function saysSo(session: Session, evidence: Evidence): boolean {
  return ownLines(session, evidence.sessions).some((line) => ofLimit.test(line) && !ofNone.test(line));
}

/** Whether it printed that the limit made it give up, and nothing of an error in reading. */
export function saysThatItGaveUp(session: Session, sessions: readonly Session[]): boolean {
  const lines = ownLines(session, sessions);
  return lines.some((line) => ofGivingUp.test(line)) && !lines.some((line) => ofReading.test(line));
}

function ownLines({ output = "" }: Session, sessions: readonly Session[]): readonly string[] {
  const usual = new Set(plainAmong(sessions)?.output?.split("\n"));
  return output.split("\n").filter((line) => !usual.has(line));
}
