import { answeredWith, type Facts, statusClass } from "#core/check/facts.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { petIn, sentField } from "#suites/petstore/pets.ts";
import { isNewPet } from "../history.ts";
import type { Symptom } from "../symptom.ts";
import { latestOfKinds, rejectedLike } from "./rejected.ts";

/** So many repeated requests make a wrong count visible. */
export const requestsToCount = 11;

/** So many are sent at most, to reach a count that resets it. */
export const mostCounted = 60;

/** Enough requests to see what is wrong with a count, and what may set it back, to be sent after them. */
export interface Counted {
  readonly repeated: readonly Exchange[];
  readonly setBack: readonly Exchange[];
}

/** For a rate-limit figure or an id, which are wrong only in comparison with an earlier one; undefined for all else. */
export function countedBefore(best: Symptom, isExplained: boolean, facts: Facts): Counted | undefined {
  return ofFigure(best, isExplained, facts) ?? ofRepeatedId(best, facts);
}

/** By their times and not by their ids: requests may overtake each other. */
function between(since: Exchange, own: Exchange, { exchanges }: Facts): readonly Exchange[] {
  return exchanges.filter((e) => e !== since && e !== own && !isAfter(since, e) && !isAfter(e, own));
}

function ofFigure(
  { exchange, aspect, observation }: Symptom,
  isExplained: boolean,
  facts: Facts,
): Counted | undefined {
  const { related, got } = observation.finding;
  const since = facts.exchanges.find(({ id }) => id === related[0]);
  if (since === undefined || aspect.of !== "header" || got.at !== "integer") return undefined;
  // A read, as a create may be what resets the counter.
  const read = isSafe(exchange.request) ? exchange : facts.exchanges.find((e) => answeredWith(e, 200));
  // A counter that is reset by no request that is known may be reset after so many.
  const passed = isExplained ? 0 : Math.min(mostCounted, exchange.id - 1);
  return {
    repeated: Array<Exchange>(Math.max(requestsToCount, passed)).fill(read ?? exchange),
    setBack: latestOfKinds(between(since, exchange, facts), facts, 4),
  };
}

function ofRepeatedId(best: Symptom, facts: Facts): Counted | undefined {
  const { exchange, observation } = best;
  if (best.at !== "field id" || sentField(exchange, "id") !== undefined) return undefined;
  const creates = facts.exchanges.filter(isNewPet);
  const id = (petIn(exchange) ?? best.pet)?.id;
  const places = creates.flatMap((e, place) => (petIn(e)?.id === id ? place : []));
  // A pet that was there before the run may have it, too.
  const place = places[1] ?? (best.operation === "createPet" && best.isValid ? places[0] : undefined);
  if (place === undefined) return undefined;
  const since = facts.exchanges.find((e) => e.id === observation.finding.related[0]);
  const others = since === undefined ? [] : between(since, exchange, facts);
  const own = creates[place] ?? exchange;
  // A rejected body may give back an id that it never took.
  const isRejected = (e: Exchange) =>
    e.id < exchange.id && e.request.method === "POST" && statusClass(e) === 4;
  return {
    repeated: [
      ...others.filter(isNewPet).slice(-1),
      ...Array<Exchange>(Math.max(requestsToCount, place + 1)).fill(own),
    ],
    setBack: latestOfKinds(facts.exchanges.filter(isRejected), facts, 4),
  };
}

/** The last rejected request of each kind before this one, of the same operation; each as often as requests were rejected. */
export function rejectedOften(own: Exchange, best: Symptom, facts: Facts): readonly Exchange[] {
  const rejected = rejectedLike(own, best, facts);
  const times = Math.min(requestsToCount, rejected.length);
  return latestOfKinds(rejected, facts, 2).flatMap((e) => Array<Exchange>(times).fill(e));
}
