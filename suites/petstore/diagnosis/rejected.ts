import { answeredWith, type Facts, findingsOn, statusClass } from "#core/check/facts.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { hasKey, petIn, sentField, textIn } from "../pets.ts";
import type { Comparison } from "./comparison.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import { figuresOf, isCounted, isNewPet, kinds, operationOf } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** So many repeated requests make a wrong count visible. */
export const requestsToCount = 11;

/** So many are sent at most, to reach a count that resets it. */
export const mostCounted = 60;

/** The requests of its operation, with the valid key, that were rejected before it. */
export function rejectedLike(own: Exchange, { operation, facts }: Symptom): readonly Exchange[] {
  const isRejected = (e: Exchange) =>
    e.id < own.id && statusClass(e) === 4 && operationOf(e, facts) === operation;
  return facts.exchanges.filter((e) => isRejected(e) && e.request.credential.kind === "valid");
}

/** Before a valid create that is rejected: the last wrong ones that were, of its category and of all. */
export function rejectedCreates(best: Symptom): readonly Exchange[] {
  const { exchange, isAllowed, got, facts } = best;
  if (!isAllowed || isSafe(exchange.request) || statusClass(exchange) !== 4 || got === 429) return [];
  const isWrong = (e: Exchange) => !answeredWith(e, 415) && !findingsOn(e, facts.contract).allowed;
  const rejected = rejectedLike(exchange, best).filter(isWrong);
  const categoryOf = (e: Exchange) => textIn(sentField(e, "categoryId"));
  const isAlike = (e: Exchange) => categoryOf(e) === categoryOf(exchange);
  return [...new Set([rejected.findLast(isAlike) ?? [], rejected.at(-1) ?? []].flat())];
}

/**
 * The last rejected request of each kind before this one, of the same operation; each as often as requests of any operation were
 * rejected.
 */
export function rejectedOften(best: Symptom): readonly Exchange[] {
  const { exchange, facts } = best;
  const all = facts.exchanges.filter((e) => e.id < exchange.id && hasKey(e) && statusClass(e) === 4);
  const times = Math.min(requestsToCount, all.length);
  return latestOfKinds(rejectedLike(exchange, best), facts, 2).flatMap((e) => Array<Exchange>(times).fill(e));
}

/** The rejected requests that may undo a create: those since the create before, else right before it; and the rejected bodies after it. */
export function spoiling(create: Exchange, { best, became, fate }: Comparison): readonly Exchange[] {
  const { facts } = best;
  const isRejected = (e: Exchange) => e.request.credential.kind === "valid" && statusClass(e) === 4;
  const since = sinceItsLike(create, facts).filter((e) => isRejected(e) && !answeredWith(e, 415));
  const before = since.length > 0 ? since : rightBefore(create, facts).filter(isRejected);
  const isBody = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400) && isAfter(e, create);
  const [isGone, isBehind] = [became?.[0] === "gone", fate === "behind"];
  const after = isGone || isBehind ? facts.exchanges.filter(isBody) : [];
  const most = isGone || isBehind ? 4 : 1;
  return [...latestOfKinds(before, facts, most), ...latestOfKinds(after, facts, isGone ? 6 : 1)];
}

/** The latest exchange of each kind, in their order; if there are too many kinds, created pets go first, then the narrowest. */
export function latestOfKinds(
  exchanges: readonly Exchange[],
  facts: Facts,
  most: number,
): readonly Exchange[] {
  const latest = new Map(exchanges.map((e) => [kinds.findIndex(([, is]) => is(e, facts)), e]));
  return [...latest]
    .filter(([kind]) => kind >= 0)
    .sort(([a, one], [b, other]) => Number(isNewPet(other)) - Number(isNewPet(one)) || a - b)
    .slice(0, most)
    .map(([, e]) => e)
    .sort((a, b) => a.id - b.id);
}

/** Enough requests to see what is wrong with a count, and what may set it back, to be sent after them. */
interface Counted {
  readonly repeated: readonly Exchange[];
  readonly setBack: readonly Exchange[];
}

/** For a rate-limit figure or an id, which are wrong only in comparison with an earlier one; undefined for all else. */
export function countedBefore(best: Symptom, isExplained: boolean): Counted | undefined {
  return ofFigure(best, isExplained) ?? ofRepeatedId(best);
}

/** By their times and not by their ids: requests may overtake each other. */
function between(since: Exchange | undefined, { exchange: own, facts }: Symptom): readonly Exchange[] {
  const isBetween = (e: Exchange) =>
    since && e !== since && e !== own && !isAfter(since, e) && !isAfter(e, own);
  return facts.exchanges.filter(isBetween);
}

function ofFigure(best: Symptom, isExplained: boolean): Counted | undefined {
  const { exchange, aspect, observation, facts } = best;
  const { related, got } = observation.finding;
  const since = facts.exchanges.find(({ id }) => id === related[0]);
  if (since === undefined || aspect.of !== "header" || got.at !== "integer") return undefined;
  // A read, as a create may be what resets the counter.
  const read = isSafe(exchange.request) ? exchange : facts.exchanges.find((e) => answeredWith(e, 200));
  const { remaining, reset } = figuresOf(exchange);
  const isAsBefore = (e: Exchange) =>
    figuresOf(e).remaining === remaining && figuresOf(e).reset === reset && isCounted(e);
  // A counter that is reset by no request that is known may be reset after so many.
  const passed = isExplained ? 0 : Math.min(mostCounted, exchange.id - 1);
  return {
    repeated: [
      // A count that no longer falls may have been stopped by the first request that was answered with it.
      ...(observation.requirement === "RATE-8" ? facts.exchanges.filter(isAsBefore).slice(0, 1) : []),
      ...Array<Exchange>(Math.max(requestsToCount, passed)).fill(read ?? exchange),
    ],
    setBack: latestOfKinds(between(since, best), facts, 4),
  };
}

function ofRepeatedId(best: Symptom): Counted | undefined {
  const { exchange, observation, facts } = best;
  if (best.at !== "field id" || sentField(exchange, "id") !== undefined) return undefined;
  const creates = facts.exchanges.filter(isNewPet);
  const id = (petIn(exchange) ?? best.pet)?.id;
  const places = creates.flatMap((e, place) => (petIn(e)?.id === id ? place : []));
  // A pet that was there before the run may have it, too.
  const place = places[1] ?? (best.operation === "createPet" && best.isValid ? places[0] : undefined);
  if (place === undefined) return undefined;
  const since = facts.exchanges.find((e) => e.id === observation.finding.related[0]);
  const own = creates[place] ?? exchange;
  // A rejected body may give back an id that it never took, and any rejected request may undo the create before it.
  const rejected = facts.exchanges.filter((e) => e.id < exchange.id && statusClass(e) === 4);
  const bodies = rejected.filter(({ request }) => request.method === "POST");
  return {
    repeated: [
      ...between(since, best).filter(isNewPet).slice(-1),
      ...Array<Exchange>(Math.max(requestsToCount, place + 1)).fill(own),
    ],
    setBack: latestOfKinds(bodies.length > 0 ? bodies : rejected, facts, 4),
  };
}
