import { caseRef } from "#core/check/case.ts";
import { type ClientCheck, observing, type Refusal } from "#core/check/clients/client-suite.ts";
import {
  type ClientExchange,
  endInWords,
  isSameRequest,
  type Session,
  timeInWords,
} from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { answerHeader } from "../shared/answers.ts";
import { retryAfterForms } from "../shared/cases.ts";
import { ofEvidence } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { refusalsIn, saysThatItGaveUp, unguidedIn } from "../shared/refusals.ts";
import { named, operationOf, sentAfter } from "../shared/requests.ts";
import { isTriedAgain } from "../shared/steps.ts";
import { latenessIn } from "../shared/waits.ts";

/** Ruling 37: no wait is shorter. Timers may fire a little early. */
const leastWaitMs = 100 - 5;

const noTime = caseRef("429-without-a-usable-retry-after", "a 429 without a usable Retry-After");

/** CLIENT-7. Subject: a 429 without a usable Retry-After, and the next request after it. */
const pauses = ofEvidence("CLIENT-7", noTime, ({ sessions }, { held, broken, unresolved }) => {
  const refusals = sessions.flatMap((session) =>
    unguidedIn(session).map((exchange) => ({ exchange, session })),
  );
  const all = refusals.flatMap(({ exchange, session }) => pauseAfter(exchange, session) ?? []);
  const isClear = areClear(all);
  return [
    ...all.map(({ refused, next, waitMs }) => {
      if (waitMs >= leastWaitMs)
        return isClear ? held(refused) : unresolved(untested("busy-machine"), refused);
      const expected = `at least 0.1 s without a request after the 429 to ${named(refused)} ${retryAfterInWords(refused)}`;
      return broken(next, expected, `${named(next)} after ${timeInWords(waitMs)}`, refused);
    }),
    ...refusals
      .filter(({ exchange, session }) => sentAfter(exchange, session).length === 0)
      .map(({ exchange, session }) =>
        unresolved(untested("nothing-after-429", { end: endInWords(session) }), exchange),
      ),
  ];
});

/** The wait for the next request, and by how much it may have been shorter. */
function pauseAfter(refused: ClientExchange, session: Session) {
  const next = sentAfter(refused, session).find((one) => !hasWaited(one, refused, session));
  if (next === undefined) return undefined;
  const lateMs = latenessIn(session, refused.endedAtMs, next.sentAtMs);
  return { refused, next, waitMs: next.sentAtMs - refused.endedAtMs, lateMs };
}

type Pause = NonNullable<ReturnType<typeof pauseAfter>>;

/** Whether another task tries again after a wait of its own. */
function hasWaited(request: ClientExchange, refused: ClientExchange, session: Session): boolean {
  const own = refusalsIn(session).findLast(
    ({ exchange }) => exchange.id < request.id && isSameRequest(exchange, request),
  )?.exchange;
  if (own === undefined || isSameRequest(own, refused)) return false;
  return request.sentAtMs - own.endedAtMs >= leastWaitMs;
}

/** A busy machine makes waits longer and never shorter: the shortest of each operation says what its timer is. */
function areClear(pauses: readonly Pause[]): boolean {
  const byOperation = Map.groupBy(pauses, ({ refused }) => operationOf(refused));
  return [...byOperation.values()].every((some) => {
    const { waitMs, lateMs } = some.reduce((least, one) => (one.waitMs < least.waitMs ? one : least));
    return waitMs - lateMs >= leastWaitMs;
  });
}

function retryAfterInWords(exchange: ClientExchange): string {
  const value = answerHeader(exchange, "retry-after");
  return value === undefined ? "without Retry-After" : `with Retry-After: ${value}`;
}

/**
 * CLIENT-25. Subject: the first 429 of an operation with each form of Retry-After. A client may give up (ruling 37), but one
 * that tries the operation again after seconds, or after a date, gave up only because of the form.
 */
const survives: ClientCheck = {
  about: "CLIENT-25",
  cases: Object.values(retryAfterForms),
  judge: ({ sessions }) =>
    sessions.flatMap((session) => {
      const isPlayed = session.situation !== undefined;
      // Of the situations with seconds, one is ordinary in everything else.
      const isLeftOut = isPlayed && session.situation !== withSeconds;
      const refused = refusalsIn(session).filter(({ form }) => !(form === "seconds" && isLeftOut));
      const firsts = [...Map.groupBy(refused, ({ exchange }) => operationOf(exchange)).values()];
      const judged = isPlayed ? firsts.flatMap((some) => some.slice(0, 1)) : refused;
      return judged.map((refusal) => survived(refusal, session, sessions));
    }),
};

const withSeconds = "retry-seconds";
const withDate = "retry-date";

function survived(
  { exchange: refused, form }: Refusal,
  session: Session,
  sessions: readonly Session[],
): Observation {
  const { held, broken, unresolved } = observing("CLIENT-25", retryAfterForms[form]);
  if (isTriedAgain(refused, session)) return held(refused);
  const { end } = session;
  const other = form === "seconds" ? "date" : "seconds";
  const control = sessions.find(({ situation }) => situation === (other === "date" ? withDate : withSeconds));
  // CLIENT-6 judges a client that drops a request after seconds or a date without reporting it.
  const isNamed = form === "seconds" || form === "date";
  const isGivenUp = !isNamed && saysThatItGaveUp(session, sessions);
  const isJudged = end.kind === "exited" && !isGivenUp && (end.code !== 0 || !isNamed);
  const request = named(refused);
  if (!isJudged || session.situation === undefined || control === undefined)
    return unresolved(untested("not-tried-again", { request, end: endInWords(session) }), refused);
  const first = refusalsIn(control).find(({ exchange }) => operationOf(exchange) === operationOf(refused));
  const { label } = retryAfterForms[other];
  if (first === undefined || !isTriedAgain(first.exchange, control))
    return unresolved(untested("never-tried-again", { request, form: label }), refused);
  const seen = `${request} not sent again after ${retryAfterForms[form].label}: the client ${endInWords(session)}`;
  return broken(refused, `another try, as after ${label}`, seen, first.exchange);
}

export const checks: readonly ClientCheck[] = [pauses, survives];
