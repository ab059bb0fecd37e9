import { answeredWith, statusClass } from "#core/check/facts.ts";
import { jsonOf, textOf } from "#core/check/json-body.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { integerOf, member } from "#core/json/read.ts";
import { asked, hasKey, idAsked, petIn, petsIn, sentField, sentName, textIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { gaveField, isNewPet, operationOf } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** So many are sent of the rejected bodies that have a field which another body got. */
const mostGiven = 6;

/** So many requests reach each thread of a small pool. */
const mostThreads = 9;

/** The sources of a wrong answer of one kind, of the exchanges before it; undefined for an answer of another kind. */
type Rule = (best: Symptom, earlier: readonly Exchange[]) => readonly Exchange[] | undefined;

/** The latest earlier exchanges whose request or answer has the value that is wrong in this answer. */
export function sourcesOf(best: Symptom): readonly Exchange[] {
  const { exchange, facts } = best;
  const earlier = facts.exchanges.filter((e) => e !== exchange && !isAfter(e, exchange));
  const found = rules.values().map((rule) => rule(best, earlier));
  return found.find((sources) => sources !== undefined) ?? [];
}

/** The first whose kind the answer is decides. */
const rules: readonly Rule[] = [
  // A cache in front of the key check may repeat the answer to another key.
  ({ exchange, aspect, got = 0 }, earlier) => {
    const isAsBefore = (e: Exchange) =>
      hasKey(e) !== hasKey(exchange) &&
      addressOf(e) === addressOf(exchange) &&
      statusClass(e) === statusClass(exchange);
    const isOfKey = aspect.of === "status" && (hasKey(exchange) ? got === 401 : got < 300);
    if (!isOfKey) return undefined;
    const [last] = earlier.filter(isAsBefore).slice(-1);
    // Each thread of a pool may keep the caller that it had last.
    return last
      ? Array<Exchange>(exchange.request.credential.kind === "none" ? mostThreads : 1).fill(last)
      : [];
  },
  // Another pet than the requested one: a cache may have it of its own read.
  ({ exchange, operation, got }, earlier) => {
    const read = operation === "getPet" && got === 200 ? petIn(exchange)?.id : undefined;
    if (read === undefined || read === idAsked(exchange)) return undefined;
    return earlier.filter((e) => petIn(e)?.id === read && idAsked(e) === read).slice(-1);
  },
  ({ exchange, operation }, earlier) => {
    const sent = sentName(exchange) ?? "";
    const name = operation === "createPet" ? petIn(exchange)?.name : undefined;
    if (name === undefined || name === sent) return undefined;
    return earlier.filter((e) => sentName(e) === name).slice(-1);
  },
  // A field that the body lacks may be left over from a body that was rejected, or from one that was stored.
  ({ exchange, aspect, got }, earlier) => {
    if (aspect.of !== "status" || got !== 201) return undefined;
    const given = earlier.filter((e) => gaveField(e, exchange));
    // Each field may be that of another body, since the last one that was stored.
    const last = earlier.findLast(isNewPet)?.id ?? 0;
    const rejected = given.filter((e) => !isNewPet(e));
    const since = rejected.filter(({ id }) => id > last);
    const left = since.length > 0 ? since.slice(-mostGiven) : rejected.slice(-1);
    return [given.findLast(isNewPet) ?? [], left].flat();
  },
  (best, earlier) => (isPage(best) && isWithLimitOfOthers(best) ? withLargeLimits(best, earlier) : undefined),
  (best, earlier) => (isPage(best) ? ifAny(copied(best.exchange, earlier)) : undefined),
  // A new pet may be indexed under the status of an earlier create, or be added to every list that is kept.
  ({ exchange, at, pet }, earlier) => {
    const filter = asked(exchange, "status");
    const createOf = (id: bigint | undefined) => earlier.find((e) => isNewPet(e) && petIn(e)?.id === id);
    const areNew = petsIn(exchange)?.every((one) => one.status === filter || createOf(one.id));
    const create = createOf(pet?.id);
    if (at !== "field status" || filter === undefined || create === undefined || !areNew) return undefined;
    const before = earlier.filter((e) => e.id < create.id);
    const isOfList = (e: Exchange) => isNewPet(e) && petIn(e)?.status === filter;
    const isOfCategory = (e: Exchange) => isOfList(e) && petIn(e)?.categoryId === pet?.categoryId;
    const kept = before.find((e) => answeredWith(e, 200) && addressOf(e) === addressOf(exchange));
    return ifAny([kept ?? [], before.findLast(isOfCategory) ?? before.findLast(isOfList) ?? []].flat());
  },
  // The status that an Error names.
  ({ exchange, at, got = 0, shown, operation, facts }, earlier) => {
    if (at !== "field status" || got < 400) return undefined;
    const those = earlier.filter((e) => answeredWith(e, Number(integerOf(shown))));
    const codeIn = (e: Exchange) => textIn(member(jsonOf(e), "code"));
    const isAlike = (e: Exchange) => codeIn(e) === codeIn(exchange);
    const isOfOperation = (e: Exchange) => operationOf(e, facts) === operation;
    return [those.findLast(isAlike) ?? those.findLast(isOfOperation) ?? those.at(-1) ?? []].flat();
  },
  ({ at, shown }, earlier) => {
    if (at !== "field id") return undefined;
    const id = integerOf(shown);
    return earlier.filter((e) => id !== undefined && statusClass(e) === 2 && petIn(e)?.id === id).slice(-1);
  },
  // Any other field.
  ({ exchange, aspect, shown, pet }, earlier) => {
    if (aspect.of !== "field") return undefined;
    const [due, text] = [idAsked(exchange), textIn(shown)];
    const isOther = (e: Exchange) => due === undefined || petIn(e)?.id !== due;
    const isOfIt = (e: Exchange) => Number(pet?.name !== undefined && sentName(e) === pet.name);
    return earlier
      .filter((e) => text !== undefined && textIn(sentField(e, aspect.name ?? "")) === text && isOther(e))
      .sort((a, b) => isOfIt(a) - isOfIt(b) || Number(statusClass(a) === 4) - Number(statusClass(b) === 4))
      .slice(-1);
  },
];

const addressOf = ({ request: { path, query } }: Exchange) => JSON.stringify([path, query ?? []]);

const isPage = ({ operation, got, aspect }: Symptom) =>
  operation === "listPets" && got === 200 && aspect.of !== "header";

/** The limit that a list asks for; no number where it asks for none. */
const limitOf = (e: Exchange) => Number(asked(e, "limit") || Number.NaN);

const ifAny = (sources: readonly Exchange[]) => (sources.length > 0 ? sources : undefined);

/** True of a list that is longer than its own limit, so that an earlier limit may apply. */
export function isWithLimitOfOthers({ exchange: list, facts }: Symptom): boolean {
  const { default: standard = Number.POSITIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = petstore(
    facts.contract,
  ).limit;
  const limit = Number(asked(list, "limit") ?? standard);
  return limit >= 1 && limit <= maximum && (petsIn(list)?.length ?? 0) > limit;
}

/** So many lists that keep their limits show that it is not chance which lists are too long. */
const listsToShow = 6;

/**
 * True where only lists without a limit are too long, after one with a limit: those that ask for fewer pets than this one has keep
 * their limits.
 */
export function areOfDefault({ exchange: list, facts }: Symptom, broken: readonly Exchange[]): boolean {
  const count = petsIn(list)?.length ?? 0;
  const isShort = (e: Exchange) => answeredWith(e, 200) && limitOf(e) >= 1 && limitOf(e) < count;
  const short = facts.exchanges.filter(isShort);
  const areKept = short.every((e) => (petsIn(e)?.length ?? 0) <= limitOf(e));
  const first = facts.exchanges.find((e) => asked(e, "limit") !== undefined || broken.includes(e));
  if (first !== undefined && broken.includes(first)) return false;
  return broken.every((e) => asked(e, "limit") === undefined) && short.length >= listsToShow && areKept;
}

/**
 * The last lists with a limit of at least this list's length. If it has a limit of its own: with the same filter; else one with a
 * limit above the maximum, one with a filter and one without. The service may keep the limit of any of them.
 */
function withLargeLimits({ exchange: list, facts }: Symptom, earlier: readonly Exchange[]) {
  const { maximum = Number.POSITIVE_INFINITY } = petstore(facts.contract).limit;
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
