import { answeredWith, type Facts, statusClass } from "#core/check/facts.ts";
import { jsonOf, textOf } from "#core/check/json-body.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Contract } from "#core/contract/contract.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { integerOf, member } from "#core/json/read.ts";
import { asked, idAsked, petIn, petsIn, sentField, sentName, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type AdviceKind, ofRequest } from "./advice-by-contrast.ts";
import type { Comparison } from "./comparison.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import { gaveField, isNewPet, kinds, oddNames } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** So many are sent of the rejected bodies that have a field which another body got, and of the reads that may have filled a cache. */
const [mostGiven, mostKept] = [6, 7];

/** So many repeated requests make a wrong count visible; and so many are sent at most, to reach a count that resets it. */
const [requestsToCount, mostCounted] = [11, 60];

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
  const otherwise = () => {
    const { same, broken } = comparison;
    const lost = broken.find((e) => comparison.fate && isOfShown(e)) ?? broken[0];
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
    const next = comparison.fate && lost ? creates.filter((e) => isAfter(e, lost)).slice(0, 1) : [];
    // Where all new pets are missing, a copy may have been made at the first list, or at the first read of any pet.
    const isFirst = (e: Exchange) =>
      lost &&
      e.id < lost.id &&
      (best.operation === "getPet"
        ? idAsked(e) !== undefined
        : requestName(e.request) === requestName(exchange.request));
    const [first] = comparison.contrasts;
    const areAll = first ? first.traits[0]?.kind === "created" : comparison.fate !== undefined;
    const firsts = areAll ? facts.exchanges.filter(isFirst) : [];
    // A table of misses may have few places: each other id that was not found may take that of the pet.
    const missed = new Map(firsts.filter((e) => answeredWith(e, 404)).map((e) => [e.request.path, e]));
    const kept = [firsts.find((e) => answeredWith(e, 200)) ?? [], ...missed.values()]
      .flat()
      .slice(0, mostKept);
    // A pet of others that reads no longer find may have been pushed out of a cache by as many creates.
    const made = creates.filter((e) => e.id < exchange.id);
    const isRead = best.operation === "getPet" && best.got === 404 && best.isAllowed;
    const isOfOthers = isRead && first === undefined && !creates.some(isOfShown);
    const pushing = isOfOthers ? made.flatMap(() => made.slice(-1)) : [];
    if (comparison.turn !== undefined && lost) return Array<Exchange>(comparison.turn).fill(lost);
    return [
      kept,
      sources,
      right,
      latestOfKinds(between, facts, 2),
      pushing,
      // Where all pets are lost, no other request is to blame.
      lost && comparison.fate && comparison.held.length > 0 ? spoiling(lost, comparison, facts) : [],
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
  const before = [
    ...(taken.length > 0 ? taken : needed.length > 0 ? needed : otherwise()),
    ...(isHeader ? [] : between.filter(isNewPet).slice(-1)),
    // For a rate-limit figure a read is repeated, as a create may be what resets the counter; for an id, a create.
    ...Array<Exchange>(times).fill((isHeader ? counted : creates[place ?? 0]) ?? exchange),
  ];
  return {
    ...(before.length > 0 && { before: before.map(({ id }) => id) }),
    ...(setBack.length > 0 && { rightBefore: setBack.map(({ id }) => id) }),
  };
}

/** A request for what comes and goes, so often that a wrong answer is likely. */
export function often(shown: Exchange, { broken, held }: Comparison): readonly number[] {
  const times = Math.ceil((3 * (broken.length + held.length)) / broken.length);
  const { id, request } = isSafe(shown.request) ? shown : (broken.find((e) => isSafe(e.request)) ?? shown);
  return Array<number>(Math.min(request.method === "GET" ? 60 : 10, times)).fill(id);
}

/** The last rejected request of each kind before this one, of the same operation; each as often as requests were rejected, at most eleven times. */
function rejectedBefore(own: Exchange, { operation }: Symptom, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) =>
    e.id < own.id && statusClass(e) === 4 && facts.contract.operationAt(e.request) === operation;
  const rejected = facts.exchanges.filter((e) => isRejected(e) && e.request.credential.kind === "valid");
  const times = Math.min(requestsToCount, rejected.length);
  return latestOfKinds(rejected, facts, 2).flatMap((e) => Array<Exchange>(times).fill(e));
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
function spoiling(create: Exchange, { became }: Comparison, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) => e.request.credential.kind === "valid" && statusClass(e) === 4;
  const since = sinceItsLike(create, facts).filter((e) => isRejected(e) && !answeredWith(e, 415));
  const before = since.length > 0 ? since : rightBefore(create, facts).filter(isRejected);
  const isBody = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400) && isAfter(e, create);
  const isGone = became?.[0] === "gone";
  const after = isGone ? facts.exchanges.filter(isBody) : [];
  return [...latestOfKinds(before, facts, isGone ? 4 : 1), ...latestOfKinds(after, facts, 6)];
}

/** The latest earlier exchanges whose request or answer has the value that is wrong in this answer. */
export function sourcesOf(
  { exchange, aspect, got = 0, operation, shown, body, pet }: Symptom,
  { exchanges, contract }: Facts,
): readonly Exchange[] {
  const earlier = exchanges.filter((e) => e !== exchange && !isAfter(e, exchange));
  const isValid = (e: Exchange) => e.request.credential.kind === "valid";
  const addressOf = ({ request: { path, query } }: Exchange) => JSON.stringify([path, query ?? []]);
  // A cache in front of the key check may repeat the answer to another key.
  const isAsBefore = (e: Exchange) =>
    isValid(e) !== isValid(exchange) &&
    addressOf(e) === addressOf(exchange) &&
    statusClass(e) === statusClass(exchange);
  if (aspect.of === "status" && (isValid(exchange) ? got === 401 : got < 300))
    return earlier.filter(isAsBefore).slice(-1);
  // A pet in place of another may come from a cached read of that pet.
  if (operation === "getPet" && aspect.of === "status" && got === 200)
    return earlier.filter((e) => answeredWith(e, 200) && idAsked(e) === petIn(exchange)?.id).slice(-1);
  // A list that is truncated or not JSON may contain a name that breaks it.
  const stored = earlier.filter((e) => e.request.method === "POST" && statusClass(e) === 2);
  if (operation === "listPets" && body === undefined)
    return oddNames.flatMap(([, odd]) => stored.find((e) => odd.test(sentName(e) ?? "")) ?? []);
  const sent = sentName(exchange) ?? "";
  const name = operation === "createPet" ? petIn(exchange)?.name : undefined;
  if (name !== undefined && name !== sent) {
    // Characters after the name that was sent are the end of a longer name.
    const isSource = (e: Exchange) =>
      sent !== "" && name.startsWith(sent)
        ? sentName(e)?.endsWith(name.slice(sent.length)) === true
        : sentName(e) === name;
    return earlier.filter(isSource).slice(-1);
  }
  // A field that the body lacks may be left over from a body that was rejected, or from one that was stored.
  const given = aspect.of === "status" && got === 201 ? earlier.filter((e) => gaveField(e, exchange)) : [];
  if (given.length > 0) {
    // Each field may be that of another body, since the last one that was stored.
    const last = earlier.findLast(isNewPet)?.id ?? 0;
    const rejected = given.filter((e) => !isNewPet(e));
    const since = rejected.filter(({ id }) => id > last);
    return [
      given.findLast(isNewPet) ?? [],
      since.length > 0 ? since.slice(-mostGiven) : rejected.slice(-1),
    ].flat();
  }
  const isPage = operation === "listPets" && got === 200 && aspect.of !== "header";
  if (isPage && isWithLimitOfOthers(exchange, contract)) return withLargeLimits(exchange, earlier, contract);
  const copies = isPage ? copied(exchange, earlier) : [];
  if (copies.length > 0) return copies;
  const filter = asked(exchange, "status");
  const createOf = (id: bigint | undefined) => earlier.find((e) => isNewPet(e) && petIn(e)?.id === id);
  const areNew = petsIn(exchange)?.every((one) => one.status === filter || createOf(one.id));
  const create = createOf(pet?.id);
  if (aspect.of === "field" && aspect.name === "status" && filter !== undefined && create && areNew) {
    // A new pet may be indexed under the status of an earlier create, or be added to every list that is kept.
    const before = earlier.filter((e) => e.id < create.id);
    const isOfList = (e: Exchange) => isNewPet(e) && petIn(e)?.status === filter;
    const isOfCategory = (e: Exchange) => isOfList(e) && petIn(e)?.categoryId === pet?.categoryId;
    const kept = before.find((e) => answeredWith(e, 200) && addressOf(e) === addressOf(exchange));
    const found = [kept ?? [], before.findLast(isOfCategory) ?? before.findLast(isOfList) ?? []].flat();
    if (found.length > 0) return found;
  }
  if (aspect.of !== "field" || shown === undefined) return [];
  if (aspect.name === "status" && got >= 400) {
    const those = earlier.filter((e) => answeredWith(e, Number(integerOf(shown))));
    const codeIn = (e: Exchange) => textIn(member(jsonOf(e), "code"));
    const isAlike = (e: Exchange) => codeIn(e) === codeIn(exchange);
    const isOfOperation = (e: Exchange) => contract.operationAt(e.request) === operation;
    return [those.findLast(isAlike) ?? those.findLast(isOfOperation) ?? those.at(-1) ?? []].flat();
  }
  if (aspect.name === "status" && asked(exchange, "status") !== undefined)
    return earlier.filter((e) => answeredWith(e, 200) && asked(e, "status") === textIn(shown)).slice(-1);
  if (aspect.name !== "id") {
    const [due, text] = [idAsked(exchange), textIn(shown)];
    const isOther = (e: Exchange) => due === undefined || petIn(e)?.id !== due;
    return earlier
      .filter((e) => text !== undefined && textIn(sentField(e, aspect.name)) === text && isOther(e))
      .sort((a, b) => Number(statusClass(a) === 4) - Number(statusClass(b) === 4))
      .slice(-1);
  }
  const id = integerOf(shown);
  const isSource = (e: Exchange) => petIn(e)?.id === id && (operation !== "getPet" || idAsked(e) === id);
  return earlier.filter((e) => statusClass(e) === 2 && isSource(e)).slice(-1);
}

/** True of a list that is longer than its own limit, so that an earlier limit may apply. */
function isWithLimitOfOthers(list: Exchange, contract: Contract): boolean {
  const { default: standard = Number.POSITIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } =
    petstore(contract).limit;
  const limit = Number(asked(list, "limit") ?? standard);
  return limit >= 1 && limit <= maximum && (petsIn(list)?.length ?? 0) > limit;
}

/**
 * The last lists with a limit of at least this list's length. If it has a limit of its own: with the same filter; else one with a
 * limit above the maximum, one with a filter and one without. The service may keep the limit of any of them.
 */
function withLargeLimits(
  list: Exchange,
  earlier: readonly Exchange[],
  contract: Contract,
): readonly Exchange[] {
  const { maximum = Number.POSITIVE_INFINITY } = petstore(contract).limit;
  const limitOf = (e: Exchange) => Number(asked(e, "limit") || Number.NaN);
  const count = petsIn(list)?.length ?? 0;
  const large = earlier.filter((e) => answeredWith(e, 200) && limitOf(e) >= count);
  const isFiltered = (e: Exchange) => asked(e, "status") !== undefined;
  const isLike = (e: Exchange) => asked(e, "status") === asked(list, "status");
  const isAbove = (e: Exchange) => limitOf(e) > maximum;
  const kinds = asked(list, "limit") ? [isLike] : [isAbove, isFiltered, (e: Exchange) => !isFiltered(e)];
  return [...new Set(kinds.flatMap((is) => large.findLast(is) ?? []))];
}

/** If a list repeats the body of an earlier list: that list, and later ones with the same parameter names. */
function copied(list: Exchange, earlier: readonly Exchange[]): readonly Exchange[] {
  const isSource = (e: Exchange) =>
    textOf(e) === textOf(list) && requestName(e.request) !== requestName(list.request);
  const source = earlier.findLast((e) => textOf(e) !== "[]" && isSource(e));
  const shape = ({ request }: Exchange) => (request.query ?? []).map(([name]) => name).join();
  const between = earlier.filter(
    (e) => source && e.id >= source.id && shape(e) === shape(source) && answeredWith(e, 200),
  );
  return [...new Map(between.map((e) => [requestName(e.request), e])).values()].slice(0, 3);
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
