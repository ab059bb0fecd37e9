import { answeredWith, type Facts, findingsOn, statusClass } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isAfter, isSafe } from "#core/exchange/exchange.ts";
import { member } from "#core/json/read.ts";
import { asked, idAsked, isList, petIn, petsIn, sentField, sentName, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import type { Comparison } from "./comparison.ts";
import type { Known } from "./condition.ts";
import { askedTooSoon, beyondAscii, createdPets, isNewPet, keptOf } from "./history.ts";
import {
  countedBefore,
  latestOfKinds,
  mostCounted,
  rejectedLike,
  rejectedOften,
  spoiling,
} from "./rejected.ts";
import { isWithLimitOfOthers } from "./sources.ts";
import type { Symptom } from "./symptom.ts";

/**
 * The requests to send before one, to reproduce its failure on a server that was just started: those that its wrong value comes
 * from, and those that were answered correctly before it.
 */
export function earlierOf(known: Known): Pick<Cause, "before" | "rightBefore"> {
  const { best, sources, far } = known;
  const isFromOther = sources.length > 0 && (best.got === 201 || best.got === 401);
  const needed = isFromOther ? [] : far;
  const used = isUsedUp(known, needed) ? rejectedOften(best) : [];
  const isUnexplained = needed.length + used.length === 0;
  const counted = countedBefore(best, needed.length > 0);
  const before = [
    used.length > 0 ? needed.filter((e) => statusClass(e) === 4) : needed,
    used,
    isUnexplained ? unexplained(known) : spoiltWith(known),
    placedBy(known),
    counted?.repeated ?? [],
  ].flat();
  const setBack = counted?.setBack ?? passedBefore(known);
  return {
    ...(before.length > 0 && { before: before.map(({ id }) => id) }),
    ...(setBack.length > 0 && { rightBefore: setBack.map(({ id }) => id) }),
  };
}

/** After a 503, or a 5xx that began at some point: rejected requests may have used up a pool, or opened a circuit breaker. */
function isUsedUp({ best, contrasts }: Comparison, needed: readonly Exchange[]): boolean {
  const { got = 0, observation, comesAndGoes } = best;
  if (comesAndGoes || observation.requirement === "RATE-11") return false;
  const isSince = contrasts.some(({ traits: [one] }) => one?.kind === "since");
  return got === 503 || (got >= 500 && isSince && !needed.some((e) => statusClass(e) === 4));
}

/** Where lists lack pets after so many creates, these may be as many rejected ones. */
function spoiltWith(comparison: Comparison): readonly Exchange[] {
  const lost = comparison.fate === "behind" ? spoiltOf(comparison) : undefined;
  return lost ? spoiling(lost, comparison) : [];
}

/** An instance may have fallen behind after so many creates; and the next one gets the same id again, odd or even. */
function placedBy({ best, fate, contrasts }: Comparison): readonly Exchange[] {
  const isByPlace = contrasts.some(({ traits: [one] }) => one?.kind === "turn" || one?.kind === "id");
  if (fate !== undefined || !isByPlace) return [];
  const { related } = best.observation.finding;
  const isIt = (e: Exchange) => isNewPet(e) && (related.includes(e.id) || isOf(best, e));
  const placed = best.facts.exchanges.find(isIt);
  return placed === undefined ? [] : madeBefore(placed, best.facts);
}

/** Where no condition says what has to come before: all that often does, in the order in which it was sent. */
function unexplained(known: Known): readonly Exchange[] {
  const { best, fate, turn, sources } = known;
  const lost = lostOf(known);
  if (turn !== undefined && lost !== undefined) return Array<Exchange>(turn).fill(lost);
  // Where later creates change or drop pets: such a create.
  const isNext = (e: Exchange) => lost !== undefined && isNewPet(e) && isAfter(e, lost);
  const spoilt = spoiltOf(known);
  const tooSoon = known.became?.[0] === "address" && lost ? askedTooSoon(lost, best.facts) : undefined;
  if (lost && tooSoon) return [tooSoon, ...madeBefore(lost, best.facts)];
  return [
    crowding(best),
    longInBytes(best),
    keptBefore(known),
    sources,
    sinceItWasRight(known),
    filteredBefore(known),
    invalidKeysBefore(best),
    placing(known),
    gapBefore(best),
    spoilt ? spoiling(spoilt, known) : [],
    fate === undefined ? [] : best.facts.exchanges.filter(isNext).slice(0, 1),
  ].flat();
}

/** The same request, where it was right before, and what was rejected of its operation since then. */
function sinceItWasRight(comparison: Comparison): readonly Exchange[] {
  const { best, same } = comparison;
  const { exchange, facts } = best;
  const right = same?.when === "before" ? (same.right[0] ?? 0) : undefined;
  if (right === undefined) return [];
  // Where an earlier limit is applied, sending the same list before could fill a cache.
  const isKept = isWithLimitOfOthers(best) && asked(exchange, "limit") === undefined;
  const lost = lostOf(comparison);
  const since = lost === undefined ? [] : rejectedLike(lost, best).filter(({ id }) => right < id);
  // An error that stays says the same as where it first came.
  const messageOf = (e: Exchange) => textIn(member(jsonOf(e), "message"));
  const alike = since.filter((e) => statusClass(exchange) === 4 && messageOf(e) === messageOf(exchange));
  return [
    ...(isKept ? [] : facts.exchanges.filter(({ id }) => id === right)),
    ...latestOfKinds(alike.length > 0 ? alike : since, facts, 2),
  ];
}

/**
 * Of a list or a read that was right at other times, or a read that misses some created pets: the last list with another filter
 * that was served before it. What that one set, kept or took out may be left behind.
 */
export function filteredBefore({ best, fate, same, contrasts }: Comparison): readonly Exchange[] {
  const { exchange, isAllowed, got, facts } = best;
  const isOfPets = isAllowed && isSafe(exchange.request) && (got === 200 || isMissed(best));
  const isAtTimes = fate === undefined ? same !== undefined : isMissed(best);
  if (!isAtTimes || contrasts.length > 0 || !isOfPets) return [];
  const own = createOf(best);
  const about =
    asked(exchange, "status") ?? (isList(exchange) ? undefined : textIn(own && sentField(own, "status")));
  const isOther = (e: Exchange) =>
    e.id < exchange.id && isList(e) && answeredWith(e, 200) && (petsIn(e)?.length ?? 0) > 0;
  const filtered = facts.exchanges.filter(
    (e) => isOther(e) && ![undefined, about].includes(asked(e, "status")),
  );
  const isAlike = (e: Exchange) => asked(e, "limit") === asked(exchange, "limit");
  return [filtered.findLast(isAlike) ?? filtered.at(-1) ?? []].flat();
}

/** So many invalid keys fill a small table of keys. */
const mostKeys = 6;

/** Before a 401 to the valid key: the last reads with each of the last invalid keys, which may have taken its place. */
export function invalidKeysBefore(best: Symptom): readonly Exchange[] {
  const { exchange, isAllowed, got, facts, observation } = best;
  if (!isAllowed || got !== 401 || observation.requirement === "RATE-11") return [];
  const latest = new Map<string, Exchange>();
  for (const e of facts.exchanges) {
    const { credential } = e.request;
    if (e.id < exchange.id && isSafe(e.request) && credential.kind === "other")
      latest.set(credential.value, e);
  }
  return [...latest.values()].slice(-mostKeys);
}

/** The last create that was rejected before a pet which reads do not find: it may have taken an id, or a place in a journal. */
function gapBefore(best: Symptom): readonly Exchange[] {
  const own = isMissed(best) ? createOf(best) : undefined;
  if (own === undefined) return [];
  const isRefused = (e: Exchange) => e.request.method === "POST" && answeredWith(e, 400, 422);
  return best.facts.exchanges.filter((e) => e.id < own.id && isRefused(e)).slice(-1);
}

/**
 * Where reads of pets are wrong from some point on: the last read of an unknown id, which may leave its error behind. Where they get
 * other pets: the last list, and the create of the pet that is its first, which may have moved the others.
 */
function passedBefore({ best, kind }: Known): readonly Exchange[] {
  const { exchange, facts, operation, isAllowed, got, at } = best;
  if (kind !== "since" || operation !== "getPet" || !isAllowed) return [];
  const earlier = facts.exchanges.filter((e) => e.id < exchange.id);
  if (got === 200 && at === "field id") {
    const list = earlier.findLast(
      (e) => isList(e) && answeredWith(e, 200) && asked(e, "status") === undefined,
    );
    const [first] = (list && petsIn(list)) ?? [];
    const isOfFirst = (e: Exchange) => isNewPet(e) && petIn(e)?.id === first?.id;
    return [earlier.find(isOfFirst) ?? [], list ?? []].flat();
  }
  const asksNone = (e: Exchange) => answeredWith(e, 404) && !createdPets(facts).firstShown(idAsked(e));
  const isMiss = (e: Exchange) => findingsOn(e, facts.contract).allowed && asksNone(e);
  return earlier.filter((e) => idAsked(e) !== undefined && isMiss(e)).slice(-1);
}

/** So many are sent of the reads that may have filled a cache. */
const mostKept = 7;

/** True of a read by id that does not find its pet. */
function isMissed({ operation, got, isAllowed }: Symptom): boolean {
  return operation === "getPet" && got === 404 && isAllowed;
}

/** The create of the pet that the answer is about, or that a read asks for. */
export function createOf(best: Symptom): Exchange | undefined {
  return best.facts.exchanges.find((e) => isNewPet(e) && isOf(best, e));
}

function isOf({ pet, exchange }: Symptom, create: Exchange): boolean {
  return petIn(create)?.id === (pet?.id ?? idAsked(exchange));
}

/** Of the creates whose pets are lost, that of this answer, or the first; where answers are compared, the first of them. */
function lostOf({ best, fate, broken }: Comparison): Exchange | undefined {
  return broken.find((e) => fate && isOf(best, e)) ?? broken[0];
}

/** The same where other pets are not lost: what was sent beside its create may be to blame. */
function spoiltOf(comparison: Comparison): Exchange | undefined {
  const isOne = comparison.fate !== undefined && comparison.held.length > 0;
  return isOne ? lostOf(comparison) : undefined;
}

/** As many creates as there were before this one: a batch, a table or a shard may have been full. */
export function madeBefore(own: Exchange, { exchanges }: Facts): readonly Exchange[] {
  return Array<Exchange>(Math.max(0, exchanges.filter(isNewPet).indexOf(own))).fill(own);
}

/** As many as there were between it and a failure, if possible of its category. */
function madeSince(own: Exchange, { exchange: failure, facts }: Symptom): readonly Exchange[] {
  const later = facts.exchanges.filter((e) => isNewPet(e) && isAfter(e, own) && !isAfter(e, failure));
  const alike = later.findLast((e) => petIn(e)?.categoryId === petIn(own)?.categoryId) ?? later.at(-1);
  return alike === undefined ? [] : later.map(() => alike);
}

/** So many creates as bring a pet to the place at which it was lost, or at which another was read. */
function placing(comparison: Comparison): readonly Exchange[] {
  const { best, fate, contrasts } = comparison;
  const { exchange, facts } = best;
  const creates = facts.exchanges.filter(isNewPet);
  // A pet that is read in place of another may have its place in a table of so many.
  const [one = -1, other = -1] = [idAsked(exchange), petIn(exchange)?.id]
    .map((pet) => creates.findIndex((e) => petIn(e)?.id === pet))
    .sort((a, b) => a - b);
  if (one !== -1 && one !== other) return creates.slice(one + 1, other).flatMap(() => creates[other] ?? []);
  if (contrasts.length > 0) return [];
  const lost = spoiltOf(comparison);
  if (lost && fate !== "changed") return [...madeBefore(lost, facts), ...madeSince(lost, best)];
  if (!isMissed(best)) return [];
  const own = createOf(best);
  // One of this run may be the first of a batch, or on another page; one of others was pushed out by as many creates.
  if (own !== undefined) return madeBefore(own, facts);
  const made = creates.filter((e) => e.id < exchange.id);
  return made.flatMap(() => made.slice(-1));
}

/** For a list that is too long with pets of this run alone: a create of such a pet, as often as it takes. */
function crowding({ exchange, shape, facts }: Symptom): readonly Exchange[] {
  const { default: standard, maximum = mostCounted } = petstore(facts.contract).limit;
  const limit = Number(asked(exchange, "limit") ?? standard);
  const ids = new Set(petsIn(exchange)?.map(({ id }) => id));
  const own = facts.exchanges.filter((e) => isNewPet(e) && ids.has(petIn(e)?.id));
  const others = ids.size - own.length;
  const lacking = (limit >= 1 && limit <= maximum ? limit : maximum) + 1 - others;
  const isCrowd = shape === "too-many" && lacking > 0 && lacking <= mostCounted;
  return isCrowd ? own.slice(-1).flatMap((e) => Array<Exchange>(lacking).fill(e)) : [];
}

/** A list that is no JSON may end too early: so may the answer to the create whose name has more bytes than characters. */
function longInBytes({ body, operation, exchange, facts }: Symptom): readonly Exchange[] {
  if (body !== undefined || operation !== "listPets") return [];
  const isLong = (e: Exchange) =>
    e.id < exchange.id && answeredWith(e, 201) && beyondAscii.test(sentName(e) ?? "");
  return facts.exchanges.filter(isLong).slice(-1);
}

/** The lists or reads that may have filled a cache before the pets were created that they lack. */
function keptBefore(comparison: Comparison): readonly Exchange[] {
  const { best, fate, contrasts } = comparison;
  const { exchange, operation, observation, facts } = best;
  const lost = lostOf(comparison);
  // Where all new pets are missing, a copy may have been made at the first list, or at the first read of any pet.
  const isFirst = (e: Exchange) =>
    lost !== undefined &&
    e.id < lost.id &&
    (operation === "getPet"
      ? idAsked(e) !== undefined
      : isList(e) && asked(e, "status") === asked(exchange, "status"));
  const [first] = contrasts;
  const areAll = first ? first.traits[0]?.kind === "created" : fate !== undefined;
  const isOfStatus = observation.requirement === "LIST-9" && asked(exchange, "status") !== undefined;
  const firsts = areAll ? facts.exchanges.filter(isFirst) : isOfStatus ? keptOf(exchange, facts) : [];
  // A table of misses may have few places: each other id that was not found may take that of the pet.
  const missed = new Map(firsts.filter((e) => answeredWith(e, 404)).map((e) => [e.request.path, e]));
  const served = firsts.filter((e) => answeredWith(e, 200));
  const isSame = (e: Exchange) => requestName(e.request) === requestName(exchange.request);
  return [served.find(isSame) ?? served[0] ?? [], ...missed.values()].flat().slice(0, mostKept);
}
