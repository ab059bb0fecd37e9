import { answeredWith, type Facts, findingsOn, statusClass } from "#core/check/facts.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { asked, idAsked, isList, petIn, petsIn, sentField, sentName, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type AdviceKind, ofRequest } from "./advice-by-contrast.ts";
import type { Comparison } from "./comparison.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import { beyondAscii, isNewPet, keptOf, kinds } from "./history.ts";
import { isWithLimitOfOthers } from "./sources.ts";
import type { Symptom } from "./symptom.ts";

/** So many are sent of the reads that may have filled a cache. */
const mostKept = 7;

/** So many repeated requests make a wrong count visible. */
export const requestsToCount = 11;

/** So many are sent at most, to reach a count that resets it. */
const mostCounted = 60;

/**
 * The requests to send before one, to reproduce its failure on a server that was just started: those that its wrong value comes
 * from, and those that were answered correctly before it.
 */
export function earlierOf(
  best: Symptom,
  comparison: Comparison,
  { needed, sources }: Readonly<Record<"needed" | "sources", readonly Exchange[]>>,
  facts: Facts,
): Pick<Cause, "before" | "rightBefore"> {
  const { exchange, aspect, observation } = best;
  const { finding } = observation;
  const creates = facts.exchanges.filter(isNewPet);
  const isOfShown = (e: Exchange) => petIn(e)?.id === (best.pet?.id ?? idAsked(exchange));
  const { same, broken, fate } = comparison;
  const lost = broken.find((e) => fate && isOfShown(e)) ?? broken[0];
  // Where all pets are lost, no other request is to blame.
  const isSpoilt = lost !== undefined && fate !== undefined && comparison.held.length > 0;
  const otherwise = () => {
    // Where an earlier limit is applied, sending the same list before could fill a cache.
    const isKept = isWithLimitOfOthers(exchange, facts.contract) && asked(exchange, "limit") === undefined;
    const rightId = same?.when === "before" ? (same.right[0] ?? 0) : Number.POSITIVE_INFINITY;
    const right = isKept ? [] : facts.exchanges.filter(({ id }) => id === rightId);
    // A rejected request of the same operation, since the last right answer, may be why.
    const between = facts.exchanges.filter(
      (e) =>
        rightId < e.id &&
        e.id < (lost?.id ?? 0) &&
        statusClass(e) === 4 &&
        e.request.credential.kind === "valid" &&
        facts.contract.operationAt(e.request) === best.operation,
    );
    // Where later creates change or drop pets: such a create.
    const next = fate && lost ? creates.filter((e) => isAfter(e, lost)).slice(0, 1) : [];
    // Where all new pets are missing, a copy may have been made at the first list, or at the first read of any pet.
    const isFirst = (e: Exchange) =>
      lost &&
      e.id < lost.id &&
      (best.operation === "getPet"
        ? idAsked(e) !== undefined
        : isList(e) && asked(e, "status") === asked(exchange, "status"));
    const isSame = (e: Exchange) => requestName(e.request) === requestName(exchange.request);
    const [first] = comparison.contrasts;
    const areAll = first ? first.traits[0]?.kind === "created" : fate !== undefined;
    const isOfStatus = observation.requirement === "LIST-9" && asked(exchange, "status") !== undefined;
    const firsts = areAll ? facts.exchanges.filter(isFirst) : isOfStatus ? keptOf(exchange, facts) : [];
    // A table of misses may have few places: each other id that was not found may take that of the pet.
    const missed = new Map(firsts.filter((e) => answeredWith(e, 404)).map((e) => [e.request.path, e]));
    const served = firsts.filter((e) => answeredWith(e, 200));
    const kept = [served.find(isSame) ?? served[0] ?? [], ...missed.values()].flat().slice(0, mostKept);
    // A pet of others that reads no longer find may have been pushed out of a cache by as many creates.
    const earlier = facts.exchanges.filter((e) => e.id < exchange.id);
    // A list that is no JSON may end too early; so may the answer to the create whose name has more bytes than characters.
    const isCut = best.body === undefined && best.operation === "listPets";
    const isLongInBytes = (e: Exchange) => answeredWith(e, 201) && beyondAscii.test(sentName(e) ?? "");
    const made = earlier.filter(isNewPet);
    const isRead = best.operation === "getPet" && best.got === 404 && best.isAllowed;
    const own = creates.find(isOfShown);
    const [asking = -1, given = -1] = [idAsked(exchange), petIn(exchange)?.id]
      .map((pet) => creates.findIndex((e) => petIn(e)?.id === pet))
      .sort((a, b) => a - b);
    const pushing = () => {
      // A pet that is read in place of another may have its place in a table of so many.
      if (asking !== -1 && given !== asking)
        return creates.slice(asking + 1, given).flatMap(() => creates[given] ?? []);
      if (first !== undefined) return [];
      if (isSpoilt && fate !== "changed")
        return [...madeBefore(lost, creates), ...madeSince(lost, exchange, creates)];
      // One of this run may be the first of a batch, or on another page.
      if (isRead) return own ? madeBefore(own, creates) : made.flatMap(() => made.slice(-1));
      return [];
    };
    // A rejected create may have taken an id, or a place in a journal.
    const isRefused = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400, 422);
    const gap = isRead && own ? facts.exchanges.findLast((e) => e.id < own.id && isRefused(e)) : undefined;
    if (comparison.turn !== undefined && lost) return Array<Exchange>(comparison.turn).fill(lost);
    return [
      crowding(best, creates, facts),
      isCut ? (earlier.findLast(isLongInBytes) ?? []) : [],
      kept,
      sources,
      right,
      latestOfKinds(between, facts, 2),
      pushing(),
      gap ?? [],
      isSpoilt ? spoiling(lost, comparison, facts) : [],
      next,
    ].flat();
  };
  // After a 503, or a 5xx that began at some point: rejected requests may have used up a pool, or opened a circuit breaker.
  const isSince = comparison.contrasts.some(({ traits: [one] }) => one?.kind === "since");
  const isTaken =
    observation.requirement !== "RATE-11" && (best.got === 503 || ((best.got ?? 0) >= 500 && isSince));
  const isKnown = needed.some((e) => statusClass(e) === 4);
  const taken = isTaken && !isKnown && !best.comesAndGoes ? rejectedBefore(exchange, best, facts) : [];
  // A rate-limit figure or a repeated id is wrong in comparison with an earlier one: send what came between the two, and enough requests to see it.
  const wrong = (petIn(exchange) ?? best.pet)?.id;
  const places = creates.flatMap((e, place) => (petIn(e)?.id === wrong ? place : []));
  // A pet that was there before the run may have it, too.
  const place = places[1] ?? (best.operation === "createPet" && best.isValid ? places[0] : undefined);
  const isRepeatedId =
    place !== undefined && best.at === "field id" && sentField(exchange, "id") === undefined;
  const since = facts.exchanges.find(({ id }) => id === finding.related[0]);
  const isHeader = aspect.of === "header" && finding.got.at === "integer" && since !== undefined;
  // By their times and not by their ids: requests may overtake each other.
  const isBetween = (e: Exchange) =>
    since && e !== since && e !== exchange && !isAfter(since, e) && !isAfter(e, exchange);
  const between = isHeader || isRepeatedId ? facts.exchanges.filter(isBetween) : [];
  // A rejected body may give back an id that it never took.
  const isRejected = (e: Exchange) =>
    isRepeatedId && e.id < exchange.id && e.request.method === "POST" && statusClass(e) === 4;
  const setBack = latestOfKinds(isHeader ? between : facts.exchanges.filter(isRejected), facts, 4);
  const counted = isSafe(exchange.request) ? exchange : facts.exchanges.find((e) => answeredWith(e, 200));
  // A counter that is reset by no request that is known may be reset after so many.
  const passed = isHeader && needed.length === 0 ? Math.min(mostCounted, exchange.id - 1) : (place ?? 0) + 1;
  const times = isRepeatedId || isHeader ? Math.max(requestsToCount, passed) : 0;
  // So many creates may be as many rejected ones.
  const spoilt = isSpoilt && fate === "behind" ? spoiling(lost, comparison, facts) : [];
  // An instance may have fallen behind after so many creates; and the next one gets the same id again, odd or even.
  const isByPlace =
    !fate && comparison.contrasts.some(({ traits: [one] }) => one?.kind === "turn" || one?.kind === "id");
  const placed = creates.find((e) => isByPlace && (finding.related.includes(e.id) || isOfShown(e)));
  const before = [
    ...(taken.length > 0 ? taken : needed.length > 0 ? [needed, spoilt].flat() : otherwise()),
    ...(placed ? madeBefore(placed, creates) : []),
    ...(isHeader ? [] : between.filter(isNewPet).slice(-1)),
    // For a rate-limit figure a read is repeated, as a create may be what resets the counter; for an id, a create.
    ...Array<Exchange>(times).fill((isHeader ? counted : creates[place ?? 0]) ?? exchange),
  ];
  return {
    ...(before.length > 0 && { before: before.map(({ id }) => id) }),
    ...(setBack.length > 0 && { rightBefore: setBack.map(({ id }) => id) }),
  };
}

/** As many creates as there were before this one: a batch, a table or a shard may have been full. */
function madeBefore(own: Exchange, creates: readonly Exchange[]): readonly Exchange[] {
  return Array<Exchange>(Math.max(0, creates.indexOf(own))).fill(own);
}

/** As many as there were between it and a failure, if possible of its category. */
function madeSince(own: Exchange, failure: Exchange, creates: readonly Exchange[]): readonly Exchange[] {
  const later = creates.filter((e) => isAfter(e, own) && !isAfter(e, failure));
  const alike = later.findLast((e) => petIn(e)?.categoryId === petIn(own)?.categoryId) ?? later.at(-1);
  return alike === undefined ? [] : later.map(() => alike);
}

/** For a list that is too long with pets of this run alone: a create of such a pet, as often as it takes. */
function crowding({ exchange, shape }: Symptom, creates: readonly Exchange[], { contract }: Facts) {
  const { default: standard, maximum = mostCounted } = petstore(contract).limit;
  const limit = Number(asked(exchange, "limit") ?? standard);
  const ids = new Set(petsIn(exchange)?.map(({ id }) => id));
  const own = creates.filter((e) => ids.has(petIn(e)?.id));
  const others = ids.size - own.length;
  const lacking = (limit >= 1 && limit <= maximum ? limit : maximum) + 1 - others;
  const isCrowd = shape === "too-many" && lacking > 0 && lacking <= mostCounted;
  return isCrowd ? own.slice(-1).flatMap((e) => Array<Exchange>(lacking).fill(e)) : [];
}

/** A request for what comes and goes, so often that a wrong answer is likely. */
export function often(shown: Exchange, { broken, held }: Comparison, facts: Facts): readonly number[] {
  const times = Math.ceil((3 * (broken.length + held.length)) / broken.length);
  const { id, request } = isSafe(shown.request) ? shown : (broken.find((e) => isSafe(e.request)) ?? shown);
  const creates = facts.exchanges.filter(isNewPet);
  const own = creates.find((e) => answeredWith(shown, 404) && petIn(e)?.id === idAsked(shown));
  const before = own ? madeBefore(own, creates).map((one) => one.id) : [];
  return [...before, ...Array<number>(Math.min(request.method === "GET" ? 60 : 10, times)).fill(id)];
}

/** The last rejected request of each kind before this one, of the same operation; each as often as requests were rejected, at most eleven times. */
function rejectedBefore(own: Exchange, best: Symptom, facts: Facts): readonly Exchange[] {
  const rejected = rejectedLike(own, best, facts);
  const times = Math.min(requestsToCount, rejected.length);
  return latestOfKinds(rejected, facts, 2).flatMap((e) => Array<Exchange>(times).fill(e));
}

/** The requests of its operation, with the valid key, that were rejected before it. */
function rejectedLike(own: Exchange, { operation }: Symptom, facts: Facts): readonly Exchange[] {
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

/** The latest exchange of each kind, in their order; if there are too many kinds, created pets go first, then the narrowest. */
function latestOfKinds(exchanges: readonly Exchange[], facts: Facts, most: number): readonly Exchange[] {
  const latest = new Map(exchanges.map((e) => [kinds.findIndex(([, is]) => is(e, facts)), e]));
  return [...latest]
    .filter(([kind]) => kind >= 0)
    .sort(([a, one], [b, other]) => Number(isNewPet(other)) - Number(isNewPet(one)) || a - b)
    .slice(0, most)
    .map(([, e]) => e)
    .sort((a, b) => a.id - b.id);
}

/** The rejected requests that may undo a create: those since the create before, else right before it; and the rejected bodies after it. */
function spoiling(create: Exchange, { became, fate }: Comparison, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) => e.request.credential.kind === "valid" && statusClass(e) === 4;
  const since = sinceItsLike(create, facts).filter((e) => isRejected(e) && !answeredWith(e, 415));
  const before = since.length > 0 ? since : rightBefore(create, facts).filter(isRejected);
  const isBody = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400) && isAfter(e, create);
  const isGone = became?.[0] === "gone";
  const after = isGone ? facts.exchanges.filter(isBody) : [];
  const most = isGone || fate === "behind" ? 4 : 1;
  return [...latestOfKinds(before, facts, most), ...latestOfKinds(after, facts, 6)];
}

/** False where what the request itself asks explains the failure, and where it may show in any request. */
export function mayDependOnMore(
  kind: AdviceKind | undefined,
  { broken, held }: Comparison,
  { isAllowed, comesAndGoes }: Symptom,
  hasSources: boolean,
): boolean {
  if (comesAndGoes) return false;
  if (kind !== undefined) return !ofRequest.includes(kind);
  const [first] = broken;
  return first === undefined || (isAllowed && (hasSources || held.some(({ id }) => id < first.id)));
}
