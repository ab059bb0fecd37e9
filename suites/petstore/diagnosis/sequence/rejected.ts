import { answeredWith, type Facts, findingsOn, statusClass } from "#core/check/facts.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { sentField, textIn } from "#suites/petstore/pets.ts";
import type { Comparison } from "../comparison.ts";
import { rightBefore, sinceItsLike } from "../contrast/between.ts";
import { isNewPet, kinds } from "../history.ts";
import type { Symptom } from "../symptom.ts";

/** The requests of its operation, with the valid key, that were rejected before it. */
export function rejectedLike(own: Exchange, { operation }: Symptom, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) =>
    e.id < own.id && statusClass(e) === 4 && facts.contract.operationAt(e.request) === operation;
  return facts.exchanges.filter((e) => isRejected(e) && e.request.credential.kind === "valid");
}

/** Before a valid create that is rejected: the last wrong ones that were, of its category and of all. */
export function rejectedCreates(best: Symptom, facts: Facts): readonly Exchange[] {
  const { exchange, isAllowed, got } = best;
  if (!isAllowed || isSafe(exchange.request) || statusClass(exchange) !== 4 || got === 429) return [];
  const isWrong = (e: Exchange) => !answeredWith(e, 415) && !findingsOn(e, facts.contract).allowed;
  const rejected = rejectedLike(exchange, best, facts).filter(isWrong);
  const categoryOf = (e: Exchange) => textIn(sentField(e, "categoryId"));
  const isAlike = (e: Exchange) => categoryOf(e) === categoryOf(exchange);
  return [...new Set([rejected.findLast(isAlike) ?? [], rejected.at(-1) ?? []].flat())];
}

/** The rejected requests that may undo a create: those since the create before, else right before it; and the rejected bodies after it. */
export function spoiling(create: Exchange, { became, fate }: Comparison, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) => e.request.credential.kind === "valid" && statusClass(e) === 4;
  const since = sinceItsLike(create, facts).filter((e) => isRejected(e) && !answeredWith(e, 415));
  const before = since.length > 0 ? since : rightBefore(create, facts).filter(isRejected);
  const isBody = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400) && isAfter(e, create);
  const isGone = became?.[0] === "gone";
  const after = isGone ? facts.exchanges.filter(isBody) : [];
  const most = isGone || fate === "behind" ? 4 : 1;
  return [...latestOfKinds(before, facts, most), ...latestOfKinds(after, facts, 6)];
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
