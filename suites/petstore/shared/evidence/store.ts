import { stepRef } from "#core/check/case.ts";
import { type Answered, answeredWith, derived, type Facts } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { isInt64 } from "#core/json/number.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { asked, isCreated, isList, isRightList, type PetView, petIn, petsIn } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { declaredIn } from "#suites/petstore/settings.ts";
import { acceptedCreates } from "./accepted-creates.ts";

/** What the evidence shows of the target's store: pets seen, categories, statuses. */

export interface Sighting {
  readonly pet: PetView;
  readonly answer: Answered;
}

/** The read of the id that the next created pet should get. A pet in its answer is made up: GET-2 judges that. */
export const readOfIdToCome = stepRef("get/id-to-come", "get the id of a pet to come");

export const sightings = derived((facts: Facts): readonly Sighting[] => facts.exchanges.flatMap(sightingsIn));

export const sightingsIn = derivedFrom((exchange: Exchange): readonly Sighting[] => {
  if (isList(exchange)) return (petsIn(exchange) ?? []).map((pet) => ({ pet, answer: exchange }));
  if (exchange.step === readOfIdToCome.id) return [];
  if (exchange.request.method === "GET" && answeredWith(exchange, 200)) {
    const pet = petIn(exchange);
    return pet?.id === undefined ? [] : [{ pet, answer: exchange }];
  }
  return [];
});

/** Sightings of pets by id, and by name, each in the order of sending. */
export const sightingsBy = derived((facts: Facts) => ({
  id: Map.groupBy(sightings(facts), ({ pet }) => pet.id),
  name: Map.groupBy(sightings(facts), ({ pet }) => pet.name),
}));

/** Lists that the interface allows, asked for with the key. */
export const rightLists = derived((facts: Facts): readonly Answered[] =>
  facts.exchanges.filter(isList).filter((list) => isRightList(list, facts.contract)),
);

export const listedPets = derived((facts: Facts): readonly Sighting[] =>
  sightings(facts).filter(({ answer }) => isList(answer)),
);

/** The ids of all pets that were seen, the created ones included. */
export const seenIds = derived((facts: Facts): ReadonlySet<bigint> => {
  const created = facts.exchanges.filter((e) => e.request.method === "POST" && isCreated(e)).map(petIn);
  const listed = sightings(facts).map(({ pet }) => pet);
  return new Set([...listed, ...created].flatMap((pet) => pet?.id ?? []));
});

/** A category that exists, as far as can be known, and how it is known (ruling 10). */
interface KnownCategory {
  readonly id: bigint;
  readonly known: "declared" | "listed" | "guessed";
}

/** Those within 2^53 first: a service may refuse others (ruling 12). Never empty. */
export const categories = derived((facts: Facts): readonly [KnownCategory, ...KnownCategory[]] => {
  const declared = declaredIn(facts.setting).categoryIds.map((digits) => BigInt(digits));
  const listed = listedPets(facts).flatMap(({ pet }) => pet.categoryId ?? []);
  const how = new Map<bigint, KnownCategory["known"]>();
  for (const id of declared) if (isInt64(id)) how.set(id, "declared");
  for (const id of listed) if (isInt64(id) && !how.has(id)) how.set(id, "listed");
  const [first, ...others] = [...how]
    .map(([id, known]): KnownCategory => ({ id, known }))
    .toSorted((a, b) => Number(isOrdinary(b.id)) - Number(isOrdinary(a.id)));
  return first === undefined ? [{ id: guessedCategory(facts), known: "guessed" }] : [first, ...others];
});

/** The first one that the document allows, from 1 on. */
function guessedCategory({ contract }: Facts): bigint {
  const { minimum = 1, maximum = 1 } = petstore(contract).newPet.properties.get("categoryId") ?? {};
  const [least, most] = [minimum, maximum].map((bound) => BigInt(Math.round(Number(bound))));
  return most !== undefined && most < 1n ? most : least !== undefined && least > 1n ? least : 1n;
}

/** To create with: the first of a known one within 2^53, an accepted one, any known one, and 1 (ruling 10). */
export function ordinaryCategory(facts: Facts, nth = 0): KnownCategory {
  const ordinary = ordinaryCategories(facts);
  return ordinary[nth % ordinary.length] ?? ordinary[0];
}

const ordinaryCategories = derived((facts: Facts): readonly [KnownCategory, ...KnownCategory[]] => {
  const known = categories(facts);
  const [first, ...others] = known.filter(({ id }) => isOrdinary(id));
  if (first !== undefined) return [first, ...others];
  const [accepted] = acceptedCreates(facts).flatMap(({ sent }) => sent.categoryId ?? []);
  return [accepted === undefined ? known[0] : { id: accepted, known: "listed" }];
});

/** The greatest within 2^53 that is known: it may lie beyond 32 bits. */
export function greatestCategory(facts: Facts): KnownCategory {
  const known = categories(facts).filter(({ id }) => isOrdinary(id));
  return known.toSorted((a, b) => (a.id > b.id ? -1 : 1))[0] ?? ordinaryCategory(facts);
}

/** Within 2^53: a service may refuse others (ruling 12). */
export function isOrdinary(category: bigint): boolean {
  return category > 0n && category < exactDoubles;
}

/** The status that the fewest listed pets have; the last of the enumeration where several have. */
export const fewestStatus = derived((facts: Facts): string | undefined => {
  const { statuses } = petstore(facts.contract);
  const pets = Map.groupBy(listedPets(facts), ({ pet }) => pet.status);
  const count = (status: string) => pets.get(status)?.length ?? 0;
  return [...statuses].reverse().sort((a, b) => count(a) - count(b))[0];
});

/** The limit that was asked of a list; the default where none was. Undefined when it is no whole number. */
export function askedLimit(answer: Answered, facts: Facts): number | undefined {
  const limit = asked(answer, "limit");
  if (limit === undefined) return petstore(facts.contract).limit.default;
  return /^[0-9]{1,9}$/.test(limit) ? Number(limit) : undefined;
}

/** True when a list holds as many pets as it may: what it lacks says nothing (ruling 6). */
export function isFull(answer: Answered, facts: Facts): boolean {
  const limit = askedLimit(answer, facts);
  return limit === undefined || (petsIn(answer)?.length ?? 0) >= limit;
}

/** Beyond it a double no longer holds every integer (ruling 12). */
export const exactDoubles = 2n ** 53n;

export function isBig(n: bigint): boolean {
  return n > exactDoubles || n < -exactDoubles;
}

/** True for two integers that are the same as a double: a server that reads ids as doubles finds either pet. */
export function isOneDouble(a: bigint, b: bigint): boolean {
  return a !== b && (isBig(a) || isBig(b)) && Number(a) === Number(b);
}

/** An integer rounded to a double; undefined beyond all doubles. */
function asDouble(n: bigint): bigint | undefined {
  const double = Number(n);
  return Number.isFinite(double) ? BigInt(double) : undefined;
}

/** True where one of the integers is the other, rounded to a double. */
export function isRounded(a: bigint, b: bigint): boolean {
  return a !== b && (asDouble(a) === b || asDouble(b) === a);
}
