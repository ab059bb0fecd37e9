import { derived, isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import { isFailed, requestName } from "#core/check/sent-again.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";

/** Failures that were not repeated count as intermittent if at least so many requests were served for each of them. */
const servedForEach = 3;

/** If so many failed reads are all served when they are sent again, failures are intermittent, however many there are. */
const readsToShow = 6;

/**
 * The failures of a service that fails intermittently. A failure is one of them if its request was served when it came again, by
 * itself or in another round. If no read failed again, all other failures are, too, provided that most requests were served, or
 * many reads when they were sent again.
 */
export const intermittent = derived(({ exchanges }): ReadonlySet<number> => {
  const failed = exchanges.filter(isFailed);
  const lasts = new Map<string, { later: Exchange; served?: Exchange }>();
  for (const later of exchanges.filter(isAnswered)) {
    const served = isFailed(later) ? lasts.get(sameAgain(later))?.served : later;
    lasts.set(sameAgain(later), { later, ...(served && { served }) });
  }
  // What is sent again may meet another failure of the same kind.
  const servedAfter = (one: Exchange) => {
    const served = lasts.get(sameAgain(one))?.served;
    return served !== undefined && served.id > one.id ? served : undefined;
  };
  const isOfNewThing = (one: Exchange) => {
    const served = servedAfter(one);
    return served !== undefined && isMadeBetween(one, served, exchanges);
  };
  const isServed = (one: Exchange) => servedAfter(one) !== undefined && !isOfNewThing(one);
  const cameAgain = (one: Exchange) => (lasts.get(sameAgain(one))?.later.id ?? 0) > one.id;
  const known = failed.filter(isServed);
  const readAgain = failed.filter((one) => isPlainRead(one) && cameAgain(one) && !isOfNewThing(one));
  const isSeldom = exchanges.length - failed.length >= servedForEach * failed.length;
  const aloneAgain = new Set(
    exchanges.flatMap((e) => (failed.some(({ id }) => id === e.repeats) ? [requestName(e.request)] : [])),
  );
  const readAlone = readAgain.filter(({ request }) => aloneAgain.has(requestName(request)));
  const areAll =
    (isSeldom && readAgain.every(isServed)) || (aloneAgain.size >= readsToShow && readAlone.every(isServed));
  const all = known.length > 0 && areAll ? failed : known;
  return new Set(all.map(({ id }) => id));
});

/**
 * A name that an exchange shares with its repetition. Reads have one by what they ask for. Everything else has one by
 * its step, since a write or an invalid key has other values each time.
 */
function sameAgain(exchange: Exchange): string {
  const { id, request, step, part } = exchange;
  if (isPlainRead(exchange)) return requestName(request);
  return step === undefined || part !== undefined ? `only ${id}` : `step ${step}`;
}

/** Not with an invalid key: there are several, and a service may answer each in another way. */
function isPlainRead({ request }: Exchange): boolean {
  return isSafe(request) && request.credential.kind !== "other";
}

/** What the path names was created after the first of two requests: they did not ask for the same thing. */
function isMadeBetween(one: Exchange, later: Exchange, exchanges: readonly Exchange[]): boolean {
  const id = one.request.path.split("/").findLast((part) => /\d/.test(part));
  return (
    id !== undefined &&
    exchanges.some(
      (e) =>
        e.id > one.id &&
        e.id < later.id &&
        !isSafe(e.request) &&
        isAnswered(e) &&
        e.outcome.answer.status < 300 &&
        bodyOf(e)
          .text.split(/[^\w.-]+/)
          .includes(id),
    )
  );
}
