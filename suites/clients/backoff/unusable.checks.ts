import { type ClientCheck, observing } from "../../../src/core/check/client-suite.ts";
import { type ClientExchange, endInWords, type Session } from "../../../src/core/check/session.ts";
import type { Observation } from "../../../src/core/check/verdict.ts";
import { retryAfterForms } from "../shared/cases.ts";
import { untested } from "../shared/reasons.ts";
import { refusalsIn, retryAfterForm } from "../shared/refusals.ts";
import { named, operationOf } from "../shared/requests.ts";
import { isTriedAgain } from "../shared/steps.ts";

/**
 * CLIENT-25. Subject: the first 429 of an operation whose Retry-After is no number of seconds. A client may give up (ruling
 * 37), but one that tries the operation again when Retry-After is in seconds gave up only because of the form.
 */
const survives: ClientCheck = {
  about: "CLIENT-25",
  cases: Object.values(retryAfterForms),
  judgesEnd: true,
  judge: ({ sessions }) => {
    const control = sessions.find(({ situation }) => situation === "retry-seconds");
    return sessions.flatMap((session) => {
      const unusual = refusalsIn(session).flatMap(({ exchange }) => {
        const form = retryAfterForm(exchange);
        return form === undefined || form === "seconds" ? [] : [{ exchange, form }];
      });
      const firsts = [...Map.groupBy(unusual, ({ exchange }) => operationOf(exchange)).values()];
      const judged = session.situation === undefined ? unusual : firsts.flatMap((some) => some.slice(0, 1));
      return judged.map(({ exchange, form }) => survived(exchange, form, session, control));
    });
  },
};

function survived(
  refused: ClientExchange,
  form: keyof typeof retryAfterForms,
  session: Session,
  control: Session | undefined,
): Observation {
  const { held, broken, unresolved } = observing("CLIENT-25", retryAfterForms[form]);
  if (isTriedAgain(refused, session)) return held(refused);
  const { end } = session;
  // CLIENT-6 judges a client that drops a request after a date without reporting it.
  const isJudged = end.kind === "exited" && (end.code !== 0 || form !== "date");
  if (!isJudged || session.situation === undefined || control === undefined)
    return unresolved(
      untested("not-tried-again", { request: named(refused), end: endInWords(session) }),
      refused,
    );
  const first = refusalsIn(control).find(({ exchange }) => operationOf(exchange) === operationOf(refused));
  return first !== undefined && isTriedAgain(first.exchange, control)
    ? broken(
        refused,
        "another try, as after a 429 with seconds in Retry-After",
        `${named(refused)} not sent again after ${retryAfterForms[form].label}: the client ${endInWords(session)}`,
        first.exchange,
      )
    : unresolved(untested("never-tried-again", { request: named(refused) }), refused);
}

export const checks: readonly ClientCheck[] = [survives];
