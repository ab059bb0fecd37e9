import { answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Contract } from "#core/contract/contract.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { integerOf } from "#core/json/read.ts";
import { asked, idAsked, petIn, petsIn, sentField, sentName, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import type { Told } from "./contrasts.ts";
import { gaveField, isNewPet, kinds, oddNames } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** What shows within a window, of which more is left than a few requests use up. */
const requestsToCount = 11;

/**
 * The requests that have to come some time before one, on a server that was just started, so that it shows what is wrong:
 * what its wrong value comes from, and what was right until then.
 */
export function earlierOf(
  best: Symptom,
  told: Told,
  { needed, sources }: Readonly<Record<"needed" | "sources", readonly Exchange[]>>,
  facts: Facts,
): Pick<Cause, "before" | "rightBefore"> {
  const { exchange, aspect, observation } = best;
  const { finding } = observation;
  const creates = facts.exchanges.filter(isNewPet);
  const otherwise = () => {
    const [lost] = told.broken;
    const { same } = told;
    // Where a limit is kept, the same list before it would fill a cache.
    const isKept = isWithLimitOfOthers(exchange, facts.contract) && asked(exchange, "limit") === undefined;
    const right =
      same?.when === "before" && !isKept ? facts.exchanges.filter(({ id }) => id === same.right[0]) : [];
    // What is wrong from then on may be so since a request like it was rejected.
    const between = facts.exchanges.filter(
      (e) =>
        right.some(({ id }) => id < e.id) &&
        e.id < (lost?.id ?? 0) &&
        statusClass(e) === 4 &&
        e.request.credential.kind === "valid" &&
        facts.contract.operationAt(e.request) === best.operation,
    );
    // Of pets that later creates change or drop: such a create.
    const next = told.areFates && lost ? creates.filter((e) => isAfter(e, lost)).slice(0, 1) : [];
    // Where pets of all kinds are lacking, they may since lists, or reads of whichever pet, were asked for first.
    const isFirst = (e: Exchange) =>
      lost &&
      e.id < lost.id &&
      (best.operation === "getPet"
        ? idAsked(e) !== undefined
        : requestName(e.request) === requestName(exchange.request));
    const [first] = told.contrasts;
    const areAll = first ? first.traits[0]?.kind === "created" : told.areFates !== undefined;
    const firsts = areAll ? facts.exchanges.filter(isFirst) : [];
    const kept = [200, 404].flatMap((status) => firsts.find((e) => answeredWith(e, status)) ?? []);
    // Where all are lost, no other request is why.
    const isSpoiled = told.areFates && told.held.length > 0;
    const spoiled = latestOfKinds(between, facts, 2);
    if (told.turn !== undefined && lost) return Array<Exchange>(told.turn).fill(lost);
    return [kept, sources, right, spoiled, lost && isSpoiled ? spoiling(lost, told, facts) : [], next].flat();
  };
  // What a pool or a breaker has no more of was taken by requests that were rejected.
  const isSince = told.contrasts.some(({ traits: [one] }) => one?.kind === "since");
  const isTaken =
    observation.requirement !== "RATE-11" && (best.got === 503 || ((best.got ?? 0) >= 500 && isSince));
  const isKnown = needed.some((e) => statusClass(e) === 4);
  const taken = isTaken && !isKnown && !best.comesAndGoes ? rejectedBefore(exchange, best, facts) : [];
  // A figure, or an id that comes again, is wrong beside another: what came between the two, and enough requests to see it.
  const wrong = (petIn(exchange) ?? best.pet)?.id;
  const places = creates.flatMap((e, place) => (petIn(e)?.id === wrong ? place : []));
  const isRepeatedId = places.length > 1 && best.at === "field id" && sentField(exchange, "id") === undefined;
  const since = facts.exchanges.find(({ id }) => id === finding.related[0]);
  const isHeader = aspect.of === "header" && finding.got.at === "integer" && since !== undefined;
  // By when they were under way: requests may overtake each other.
  const isBetween = (e: Exchange) =>
    since && e !== since && e !== exchange && !isAfter(since, e) && !isAfter(e, exchange);
  const between = isRepeatedId ? creates.filter(isBetween).slice(-1) : [];
  const setBack = isHeader ? latestOfKinds(facts.exchanges.filter(isBetween), facts, 4) : [];
  const counted = isSafe(exchange.request) ? exchange : facts.exchanges.find((e) => answeredWith(e, 200));
  const times = isRepeatedId || isHeader ? Math.max(requestsToCount, places[1] ?? 0) : 0;
  const before = [
    ...(taken.length > 0 ? taken : needed.length > 0 ? needed : otherwise()),
    ...between,
    // Of a list, the creates that it shows are counted.
    // What sets a count back may be such a create itself: lists are counted.
    ...Array<Exchange>(times).fill((isHeader ? counted : creates[places[1] ?? 0]) ?? exchange),
  ];
  return {
    ...(before.length > 0 && { before: before.map(({ id }) => id) }),
    ...(setBack.length > 0 && { rightBefore: setBack.map(({ id }) => id) }),
  };
}

/** Of each kind the last that was rejected before it at the same operation, as often as any was, and eleven times at most. */
function rejectedBefore(own: Exchange, { operation }: Symptom, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) =>
    e.id < own.id && statusClass(e) === 4 && facts.contract.operationAt(e.request) === operation;
  const rejected = facts.exchanges.filter((e) => isRejected(e) && e.request.credential.kind === "valid");
  const times = Math.min(requestsToCount, rejected.length);
  return latestOfKinds(rejected, facts, 2).flatMap((e) => Array<Exchange>(times).fill(e));
}

/** The latest of each kind that a reader would tell apart, in their order: of creates that were served, then of the narrowest. */
function latestOfKinds(exchanges: readonly Exchange[], facts: Facts, most: number): readonly Exchange[] {
  const latest = new Map(exchanges.map((e) => [kinds.findIndex(([, is]) => is(e, facts)), e]));
  return [...latest]
    .filter(([kind]) => kind >= 0)
    .sort(([a, one], [b, other]) => Number(isNewPet(other)) - Number(isNewPet(one)) || a - b)
    .slice(0, most)
    .map(([, e]) => e)
    .sort((a, b) => a.id - b.id);
}

/** What may undo a create: what was rejected since the one before it, else right before it; and the next body that was rejected. */
function spoiling(create: Exchange, { became }: Told, facts: Facts): readonly Exchange[] {
  const isRejected = (e: Exchange) => e.request.credential.kind === "valid" && statusClass(e) === 4;
  const since = sinceItsLike(create, facts).filter((e) => isRejected(e) && !answeredWith(e, 415));
  const before = since.length > 0 ? since : rightBefore(create, facts).filter(isRejected);
  const isBody = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400) && isAfter(e, create);
  const isGone = became?.[0] === "gone";
  return [
    latestOfKinds(before, facts, isGone ? 4 : 1),
    (isGone && facts.exchanges.find(isBody)) || [],
  ].flat();
}

/** What an earlier request sent, or was answered with, that shows in a wrong answer; the nearest of them. */
export function sourcesOf(
  { exchange, aspect, got = 0, operation, shown, body, pet }: Symptom,
  { exchanges, contract }: Facts,
): readonly Exchange[] {
  const earlier = exchanges.filter((e) => e !== exchange && !isAfter(e, exchange));
  const isValid = (e: Exchange) => e.request.credential.kind === "valid";
  const addressOf = ({ request: { path, query } }: Exchange) => JSON.stringify([path, query ?? []]);
  // What stands in front of the key check may answer as it did under another key.
  const isAsBefore = (e: Exchange) =>
    isValid(e) !== isValid(exchange) &&
    addressOf(e) === addressOf(exchange) &&
    statusClass(e) === statusClass(exchange);
  if (aspect.of === "status" && (isValid(exchange) ? got === 401 : got < 300))
    return earlier.filter(isAsBefore).slice(-1);
  // A pet in place of another may be kept from its own read.
  if (operation === "getPet" && aspect.of === "status" && got === 200)
    return earlier.filter((e) => answeredWith(e, 200) && idAsked(e) === petIn(exchange)?.id).slice(-1);
  // A body that is cut or cannot be read may hold a name that breaks it.
  const isOdd = (e: Exchange) =>
    e.request.method === "POST" &&
    statusClass(e) === 2 &&
    oddNames.some(([, odd]) => odd.test(sentName(e) ?? ""));
  if (operation === "listPets" && body === undefined) return earlier.filter(isOdd).slice(0, 1);
  const sent = sentName(exchange) ?? "";
  const name = operation === "createPet" ? petIn(exchange)?.name : undefined;
  if (name !== undefined && name !== sent) {
    // What follows the name that was sent is the end of a longer one.
    const isSource = (e: Exchange) =>
      sent !== "" && name.startsWith(sent) ? (sentName(e)?.length ?? 0) >= name.length : sentName(e) === name;
    return earlier.filter(isSource).slice(-1);
  }
  // What a body lacks may be left of one that was rejected, or of one that was stored.
  const given = aspect.of === "status" && got === 201 ? earlier.filter((e) => gaveField(e, exchange)) : [];
  if (given.length > 0)
    return [given.findLast(isNewPet) ?? [], given.findLast((e) => !isNewPet(e)) ?? []].flat();
  const isPage = operation === "listPets" && got === 200 && aspect.of !== "header";
  if (isPage && isWithLimitOfOthers(exchange, contract)) return withLargeLimits(exchange, earlier, contract);
  const copies = isPage ? copied(exchange, earlier) : [];
  if (copies.length > 0) return copies;
  // A pet without a status may have been filed under that of the create before its own.
  const filter = asked(exchange, "status");
  const create = earlier.find((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  if (aspect.of === "field" && aspect.name === "status" && filter !== undefined && shown === undefined)
    return earlier
      .filter((e) => create && e.id < create.id && isNewPet(e) && petIn(e)?.status === filter)
      .slice(-1);
  if (aspect.of !== "field" || shown === undefined) return [];
  if (aspect.name === "status" && got >= 400)
    return earlier.filter((e) => answeredWith(e, Number(integerOf(shown)))).slice(0, 1);
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

/** A list that is longer than its own limit: one that was given before is kept. */
function isWithLimitOfOthers(list: Exchange, contract: Contract): boolean {
  const { default: standard = Number.POSITIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } =
    petstore(contract).limit;
  const limit = Number(asked(list, "limit") ?? standard);
  return limit >= 1 && limit <= maximum && (petsIn(list)?.length ?? 0) > limit;
}

/**
 * The last lists that gave so large a limit: of one with a limit that with the same filter, of one without any that above the
 * maximum, with a filter, and without. Not all of them may be kept.
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

/** Where a list repeats another: that one, and those with the same parameters that were asked for since. */
function copied(list: Exchange, earlier: readonly Exchange[]): readonly Exchange[] {
  const text = (e: Exchange) => (isAnswered(e) ? bodyOf(e).text : undefined);
  const isSource = (e: Exchange) =>
    text(e) === text(list) && requestName(e.request) !== requestName(list.request);
  const source = earlier.findLast((e) => text(e) !== "[]" && isSource(e));
  const shape = ({ request }: Exchange) => (request.query ?? []).map(([name]) => name).join();
  const between = earlier.filter(
    (e) => source && e.id >= source.id && shape(e) === shape(source) && answeredWith(e, 200),
  );
  return [...new Map(between.map((e) => [requestName(e.request), e])).values()].slice(0, 3);
}
