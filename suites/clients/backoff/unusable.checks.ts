import { type ClientCheck, observing, type Refusal } from "#core/check/clients/client-suite.ts";
import { endInWords, type Session } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { retryAfterForms } from "../shared/cases.ts";
import { saysThatItGaveUp } from "../shared/gives-up.ts";
import { untested } from "../shared/reasons.ts";
import { refusalsIn } from "../shared/refusals.ts";
import { named, operationOf } from "../shared/requests.ts";
import { isTriedAgain } from "../shared/steps.ts";

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
  if (!isJudged || session.situation === undefined || control === undefined)
    return unresolved(
      untested("not-tried-again", { request: named(refused), end: endInWords(session) }),
      refused,
    );
  const first = refusalsIn(control).find(({ exchange }) => operationOf(exchange) === operationOf(refused));
  return first !== undefined && isTriedAgain(first.exchange, control)
    ? broken(
        refused,
        `another try, as after ${retryAfterForms[other].label}`,
        `${named(refused)} not sent again after ${retryAfterForms[form].label}: the client ${endInWords(session)}`,
        first.exchange,
      )
    : unresolved(
        untested("never-tried-again", { request: named(refused), form: retryAfterForms[other].label }),
        refused,
      );
}

export const checks: readonly ClientCheck[] = [survives];
