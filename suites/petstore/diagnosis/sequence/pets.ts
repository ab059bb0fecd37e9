import { answeredWith, type Facts } from "#core/check/facts.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { asked, idAsked, isList, petIn, petsIn, sentName } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import type { Comparison } from "../comparison.ts";
import { beyondAscii, isNewPet, keptOf } from "../history.ts";
import type { Symptom } from "../symptom.ts";
import { mostCounted } from "./counted.ts";

/** So many are sent of the reads that may have filled a cache. */
const mostKept = 7;

/** True of a read by id that does not find its pet. */
export function isMissed({ operation, got, isAllowed }: Symptom): boolean {
  return operation === "getPet" && got === 404 && isAllowed;
}

/** The create of the pet that the answer is about, or that a read asks for. */
export function createOf(best: Symptom, { exchanges }: Facts): Exchange | undefined {
  return exchanges.find((e) => isNewPet(e) && isOf(best, e));
}

export function isOf({ pet, exchange }: Symptom, create: Exchange): boolean {
  return petIn(create)?.id === (pet?.id ?? idAsked(exchange));
}

/** Of the creates whose pets are lost, that of this answer, or the first; where answers are compared, the first of them. */
export function lostOf(best: Symptom, { fate, broken }: Comparison): Exchange | undefined {
  return broken.find((e) => fate && isOf(best, e)) ?? broken[0];
}

/** The same where other pets are not lost: what was sent beside its create may be to blame. */
export function spoiltOf(best: Symptom, comparison: Comparison): Exchange | undefined {
  const isOne = comparison.fate !== undefined && comparison.held.length > 0;
  return isOne ? lostOf(best, comparison) : undefined;
}

/** As many creates as there were before this one: a batch, a table or a shard may have been full. */
export function madeBefore(own: Exchange, { exchanges }: Facts): readonly Exchange[] {
  return Array<Exchange>(Math.max(0, exchanges.filter(isNewPet).indexOf(own))).fill(own);
}

/** As many as there were between it and a failure, if possible of its category. */
function madeSince(own: Exchange, failure: Exchange, { exchanges }: Facts): readonly Exchange[] {
  const later = exchanges.filter((e) => isNewPet(e) && isAfter(e, own) && !isAfter(e, failure));
  const alike = later.findLast((e) => petIn(e)?.categoryId === petIn(own)?.categoryId) ?? later.at(-1);
  return alike === undefined ? [] : later.map(() => alike);
}

/** So many creates as bring a pet to the place at which it was lost, or at which another was read. */
export function placing(best: Symptom, comparison: Comparison, facts: Facts): readonly Exchange[] {
  const { exchange } = best;
  const { fate, contrasts } = comparison;
  const creates = facts.exchanges.filter(isNewPet);
  // A pet that is read in place of another may have its place in a table of so many.
  const [one = -1, other = -1] = [idAsked(exchange), petIn(exchange)?.id]
    .map((pet) => creates.findIndex((e) => petIn(e)?.id === pet))
    .sort((a, b) => a - b);
  if (one !== -1 && one !== other) return creates.slice(one + 1, other).flatMap(() => creates[other] ?? []);
  if (contrasts.length > 0) return [];
  const lost = spoiltOf(best, comparison);
  if (lost && fate !== "changed") return [...madeBefore(lost, facts), ...madeSince(lost, exchange, facts)];
  if (!isMissed(best)) return [];
  const own = createOf(best, facts);
  // One of this run may be the first of a batch, or on another page; one of others was pushed out by as many creates.
  if (own !== undefined) return madeBefore(own, facts);
  const made = creates.filter((e) => e.id < exchange.id);
  return made.flatMap(() => made.slice(-1));
}

/** For a list that is too long with pets of this run alone: a create of such a pet, as often as it takes. */
export function crowding({ exchange, shape }: Symptom, { exchanges, contract }: Facts): readonly Exchange[] {
  const { default: standard, maximum = mostCounted } = petstore(contract).limit;
  const limit = Number(asked(exchange, "limit") ?? standard);
  const ids = new Set(petsIn(exchange)?.map(({ id }) => id));
  const own = exchanges.filter((e) => isNewPet(e) && ids.has(petIn(e)?.id));
  const others = ids.size - own.length;
  const lacking = (limit >= 1 && limit <= maximum ? limit : maximum) + 1 - others;
  const isCrowd = shape === "too-many" && lacking > 0 && lacking <= mostCounted;
  return isCrowd ? own.slice(-1).flatMap((e) => Array<Exchange>(lacking).fill(e)) : [];
}

/** A list that is no JSON may end too early: so may the answer to the create whose name has more bytes than characters. */
export function longInBytes(
  { body, operation, exchange }: Symptom,
  { exchanges }: Facts,
): readonly Exchange[] {
  if (body !== undefined || operation !== "listPets") return [];
  const isLong = (e: Exchange) =>
    e.id < exchange.id && answeredWith(e, 201) && beyondAscii.test(sentName(e) ?? "");
  return exchanges.filter(isLong).slice(-1);
}

/** The lists or reads that may have filled a cache before the pets were created that they lack. */
export function keptBefore(best: Symptom, comparison: Comparison, facts: Facts): readonly Exchange[] {
  const { exchange, operation, observation } = best;
  const { fate, contrasts } = comparison;
  const lost = lostOf(best, comparison);
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
