import { type CaseRef, caseRef } from "#core/check/case.ts";
import type { ClientCheck, Evidence, Refusal } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, endInWords, type Session, timeInWords } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { type Observing, ofSessions } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { refusalsIn, saysSo } from "../shared/refusals.ts";
import { carriesKey, named, onTheWireMs, sentAfter } from "../shared/requests.ts";
import { isTriedAgain } from "../shared/steps.ts";
import { latenessIn } from "../shared/waits.ts";

/** A check of each 429 to a request with the key, which has a usable Retry-After. Without the key, it says nothing about it. */
function ofRefusals(
  about: string,
  of: CaseRef,
  judge: (
    refusal: Refusal,
    session: Session,
    observe: Observing,
    evidence: Evidence,
  ) => Observation | Observation[],
): ClientCheck {
  return ofSessions(about, of, (session, observe, evidence) =>
    refusalsIn(session)
      .filter(({ askedMs, exchange }) => askedMs > 0 && carriesKey(exchange, evidence.key))
      .flatMap((refusal) => judge(refusal, session, observe, evidence)),
  );
}

/** CLIENT-4 and CLIENT-5. Subject: a 429 with a usable Retry-After, and the requests with the key after it. */
const waits = (about: string, form: "seconds" | "date", label: string) =>
  ofRefusals(about, caseRef(form, label), (refusal, session, observe, { key }) => {
    const { held, broken, unresolved } = observe;
    const { exchange, askedMs, untilMs } = refusal;
    if (refusal.form !== form) return [];
    const after = sentAfter(exchange, session);
    const early = after.filter(
      (one) => one.sentAtMs < untilMs && carriesKey(one, key) && !waitedFromOther(one, refusal, session),
    );
    const due = timeInWords(askedMs);
    const expected =
      form === "date"
        ? `nothing with the key before the date in Retry-After, ${due} after the 429 to ${named(exchange)}`
        : `nothing with the key for ${due} after the 429 to ${named(exchange)}, as Retry-After says`;
    if (early.length > 0)
      return early.map((one) => {
        const seen = `${named(one)} after ${timeInWords(one.sentAtMs - exchange.endedAtMs)}`;
        return broken(one, expected, seen, exchange);
      });
    return after.some((one) => carriesKey(one, key))
      ? [held(exchange)]
      : [unresolved(untested("nothing-after-429", { end: endInWords(session) }), exchange)];
  });

/**
 * Whether it came after the wait of another 429, which went out shortly before, to a request that was under way with the refused
 * one: a client that aborts the others at the first never reads the second.
 */
function waitedFromOther(one: ClientExchange, { exchange, form }: Refusal, session: Session): boolean {
  const { connection, sentAtMs, endedAtMs } = exchange;
  const lateMs = latenessIn(session, sentAtMs, endedAtMs);
  return refusalsIn(session).some(
    (other) =>
      other.form === form &&
      (other.exchange.connection === undefined || other.exchange.connection !== connection) &&
      other.exchange.endedAtMs > sentAtMs &&
      other.exchange.endedAtMs < endedAtMs &&
      endedAtMs - other.exchange.endedAtMs <= onTheWireMs + lateMs &&
      one.sentAtMs >= other.untilMs,
  );
}

const again = caseRef("tried-again-after-retry-after", "tried again after Retry-After");

/** A client that has sent nothing for so long after that time waits for something else. */
const farTooLateMs = 20_000;

/** CLIENT-6. Subject: a 429 with a usable Retry-After. A client may give up if it says so (ruling 37). */
const triesAgain = ofRefusals("CLIENT-6", again, ({ exchange, untilMs }, session, observe, evidence) => {
  const { held, broken, unresolved } = observe;
  const later = sentAfter(exchange, session);
  if (isTriedAgain(exchange, session) || later.some((one) => hasGrown(one, exchange))) return held(exchange);
  const { end } = session;
  if (end.kind === "exited" && end.code === 0 && !saysSo(session, evidence) && !isUnusual(session, evidence))
    return broken(
      exchange,
      "the same request after the time in Retry-After, or an exit code or a message that says that it was given up",
      `${named(exchange)} not sent again, exit code 0, and nothing printed about it`,
    );
  const lateMs = session.endedAtMs - untilMs;
  const isStillWaiting = end.kind === "ended" && end.why === "hangs" && later.length === 0;
  if (isStillWaiting && lateMs >= farTooLateMs)
    return broken(
      exchange,
      "the same request after the time in Retry-After",
      `nothing for ${timeInWords(lateMs)} after that time, until the client was ended`,
    );
  const given = { request: named(exchange), end: endInWords(session) };
  return unresolved(untested("not-tried-again", given), exchange);
});

/** The same request with more parameters is a try of it, too: another requirement says what is wrong with those. */
function hasGrown(one: ClientExchange, { method, target }: ClientExchange): boolean {
  return one.method === method && one.target.startsWith(target + (target.includes("?") ? "&" : "?"));
}

/** Where the 429 itself is unusual, another requirement says whether the client copes with it. */
function isUnusual({ situation }: Session, { situations }: Evidence): boolean {
  return situations.some(({ name, shows }) => name === situation && !shows.includes(triesAgain.about));
}

export const checks: readonly ClientCheck[] = [
  waits("CLIENT-4", "seconds", "Retry-After in seconds"),
  waits("CLIENT-5", "date", "Retry-After as a date"),
  triesAgain,
];
