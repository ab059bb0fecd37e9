import { type StepRef, stepRef } from "#core/check/case.ts";
import type { Control } from "#core/check/check.ts";
import { type Expectation, wrongStatus } from "#core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, hasStatus, statusClass } from "#core/check/facts.ts";
import { integerBetween } from "#core/check/inputs/random.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inBody } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { isInt64 } from "#core/json/number.ts";
import { idAsked, isList, petIn, petsIn } from "#suites/petstore/pets.ts";
import { inconclusive, notApplicable, untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { createdId, noIdOf } from "../evidence/accepted-creates.ts";
import { isAsSeenLast } from "../evidence/settling.ts";
import { exactDoubles, isOneDouble, listedPets, seenIds, sightingsIn } from "../evidence/store.ts";
import { answered } from "./controls.ts";
import { creates, firstCreate, firstList, limitOf, listSteps, readSteps } from "./named-steps.ts";
import { getKnown, listPets, type ReadStep, readBy, reading } from "./requests.ts";

/** Reads may lag behind the create of a pet of the run's own. */
export const isThere = (exchange: Exchange): boolean => answeredWith(exchange, 200);

/** For a store that is empty at the start: a run that may create reads its own pets instead. */
function noneListed({ setting }: Facts): Unresolved {
  return setting.readOnly ? untested("no-readable-id-listed") : notApplicable("no-readable-id-listed");
}

/** The run's own pet, read by its id when every wrong request has been sent (ruling 32). */
export const getCreated = readBy({
  ...stepRef("get/created", "get the created pet"),
  profile: "standard",
  requires: [firstCreate],
  phase: "again",
  newConnection: true,
  retryUntil: isThere,
  petId: (facts) => createdId(facts, firstCreate) ?? noIdOf(firstCreate, facts, "inconclusive"),
});

/** Further pets of the run's own: a store may find its first new pet and miss the next, or spoil unusual values. */
export function laterReads(contract: Contract): readonly Step[] {
  const { statuses, limit } = petstore(contract);
  const created = [
    ...statuses.slice(1).map(creates.ofStatus),
    creates.withoutStatus,
    creates.everyKind,
    creates.ofBigCategory,
    creates.ofCategoryZero,
    creates.longName,
  ];
  const profiles: readonly Depth[] = ["extended", "thorough", "extended", "extended", "extended"];
  return created.map((one, i) => ({
    ...readOf(one, profiles[i] ?? "thorough"),
    // Between two lists: a default that reads alone show differs from what both show (ruling 4).
    ...(one.id === creates.withoutStatus.id && limit.default !== undefined
      ? { waitsFor: [limitOf(limit.default)] }
      : {}),
  }));
}

const guessedCategories = [creates.ofBigCategory.id, creates.ofCategoryZero.id];

export function readOf(created: StepRef, profile: Depth): Step {
  const step = stepRef(`get/${created.id}`, `get the pet of "${created.label}"`);
  const petId: ReadStep["petId"] = (facts) => {
    const id = createdId(facts, created);
    const answer = facts.answer(created);
    const isRefused = answer !== undefined && statusClass(answer) === 4;
    // A category that is only guessed may be refused, and nothing else suffers (ruling 12).
    if (id === undefined && guessedCategories.includes(created.id) && isRefused)
      return notApplicable("no-such-category");
    return id ?? noIdOf(created, facts, answer === undefined ? "inconclusive" : "untested");
  };
  return readBy({ ...step, profile, requires: [created], retryUntil: isThere, petId });
}

/** A pet of others, as the first list shows it. */
export const getListed = readBy({
  ...stepRef("get/listed", "get a listed pet"),
  profile: "quick",
  requires: [firstList],
  retryUntil: isThereAsListed,
  petId: (facts) => listedIds(facts)[0] ?? noneListed(facts),
});

/** Others create and change pets, too: one that was listed a moment ago may not be read yet as it was listed (ruling 6). */
function isThereAsListed(exchange: Exchange, facts: Facts): boolean {
  return !answeredWith(exchange, 404) && isAsSeenLast(exchange, facts);
}

/** Another one, where the first was gone when it was read (ruling 15). */
export const getAnother = readBy({
  ...stepRef("get/listed/other", "get another listed pet"),
  profile: "quick",
  requires: [getListed],
  retryUntil: isThereAsListed,
  petId: (facts) =>
    answeredWith(facts.answer(getListed), 404)
      ? (listedIds(facts)[1] ?? noneListed(facts))
      : notApplicable("first-was-read"),
});

/** The same list again after a 404 to a listed pet: a pet that it still shows was there all along (ruling 15). */
export const listAgain: Step = {
  ...stepRef("list/after-missing", "list after a missing pet"),
  profile: "quick",
  requires: [getListed, getAnother],
  expectedValidity: "valid",
  request: (facts) =>
    [getListed, getAnother].some((step) => answeredWith(facts.answer(step), 404))
      ? listPets()
      : notApplicable("listed-were-read"),
};

/** A pet of others, right after a list of another status and a read of no pet: what these left behind shows in it. */
export function getAfterFilter(contract: Contract): Step | undefined {
  const { statuses, limit } = petstore(contract);
  const [status, ...others] = statuses;
  // The list that shows whether the pet was deleted since is sent for the default.
  if (status === undefined || others.length === 0 || limit.default === undefined) return undefined;
  return readBy({
    ...readSteps.afterFilter,
    profile: "extended",
    phase: "closing",
    requires: [listSteps.ofStatusAlone(status)],
    waitsFor: [getListed, readSteps.ofUnknownAgain],
    petId: (facts) => {
      const list = facts.answer(firstList);
      const listed = list === undefined ? [] : petsIn(list);
      const others = listed?.filter((pet) => pet.status !== undefined && pet.status !== status) ?? [];
      // Of another status than the pet that was read first, if possible: reads may show the same one of all.
      const shown = petIn(facts.answer(getListed))?.status;
      const other = others.find((pet) => pet.status !== shown) ?? others[0];
      return other?.id === undefined || !isInt64(other.id) ? noneListed(facts) : other.id;
    },
  });
}

/** The id of a pet that can be read: the run's own, or one that is listed. */
export function readableId(facts: Facts): bigint | undefined {
  return createdId(facts, firstCreate) ?? listedIds(facts)[0];
}

/**
 * Ids that the first list shows, those within 2^53 first: the others are judged by INT64-1. Of these the one that can be halved
 * most often: a store in two, four or eight parts may lack any of them, and the ids of a run's own pets are a few in a row.
 */
function listedIds(facts: Facts): readonly bigint[] {
  const part = (id: bigint) => id & -id;
  const ids = listedPets(facts)
    .flatMap(({ pet }) => (pet.id !== undefined && pet.id > 0n && isInt64(pet.id) ? [pet.id] : []))
    .sort((a, b) => (part(a) === part(b) ? 0 : part(a) > part(b) ? -1 : 1));
  return [...ids.filter((id) => id <= exactDoubles), ...ids.filter((id) => id > exactDoubles)];
}

/** Met by the pet that the request names; an invariant judges whether the body is a pet. */
export const thatPet: Expectation<"served"> = {
  kind: "served",
  words: "200 with the pet of that id",
  mismatch: (answer) => {
    const [asked, got] = [idAsked(answer), petIn(answer)?.id];
    const isKnown = asked !== undefined && got !== undefined;
    // INT64-1 judges ids that were rounded to doubles.
    if (isKnown && isOneDouble(asked, got)) return undefined;
    if (!hasStatus(answer, 200)) return wrongStatus(answer);
    if (!isKnown || got === asked) return undefined;
    return { seen: `200 with the pet of id ${got}`, place: inBody("/id") };
  },
};

/**
 * Why a 404 to a listed pet shows nothing: others may have deleted it. It fails if a list shows the pet afterwards
 * (ruling 15).
 */
export function mayBeDeleted(answer: Answered, facts: Facts): Unresolved | undefined {
  if (!answeredWith(answer, 404)) return undefined;
  const id = idAsked(answer);
  const later = facts.exchanges.filter((e) => isAfter(e, answer));
  if (later.some((e) => sightingsIn(e).some(({ pet }) => pet.id === id))) return undefined;
  return later.some(isList) ? untested("listed-pets-gone") : inconclusive("listed-pet-gone");
}

/** The same pet again, after lists of all: one that is read now was not deleted, though a page full of others may not list it. */
export const getAfterFilterAgain: Step = readBy({
  ...stepRef("get/listed/after-filter/again", "get that pet again, after lists of all"),
  profile: "extended",
  phase: "closing",
  requires: [readSteps.afterFilter],
  waitsFor: [listSteps.afterCreates],
  petId: (facts) => {
    const read = facts.answer(readSteps.afterFilter);
    return (answeredWith(read, 404) ? idAsked(read) : undefined) ?? notApplicable("listed-were-read");
  },
});

/** A read that was served: of a listed pet, or of the run's own. */
export const aRead = answered([getListed, getAnother, getCreated], 200);
/** The read of the pet of `readableId` was served. */
export const readOfThatPet: Control = {
  ...aRead,
  isAbout: (answer, facts) => idAsked(answer) === readableId(facts),
  held: (answer, facts) => answeredWith(answer, 200) && idAsked(answer) === readableId(facts),
  words: "a read of the original id that was answered 200",
};

/** A read of an id that is made for it, or of none where no pet is known that it could be made from. */
export function readStep({ petId, ...step }: ReadStep): Step {
  const requires = [firstList, firstCreate];
  return reading({ requires, ...step, request: (facts) => getKnown(petId(facts)) });
}

/** An id that no pet has, as far as can be known: far from all that were seen. */
export function unknownId(facts: Facts, purpose: string): string {
  const far = integerBetween(facts.random(purpose), 10 ** 6, 10 ** 9);
  const highest = [...seenIds(facts)].filter(isInt64).reduce((a, b) => (b > a ? b : a), 0n);
  const id = highest + BigInt(far);
  return String(id > 2n ** 63n - 1n ? highest - BigInt(far) : id);
}

/** The unknown id of a read-only run, too: no pet is created first. */
export const getUnknown = readBy({
  ...stepRef("get/unknown", "get an unknown pet"),
  profile: "quick",
  requires: [firstList],
  petId: (facts) => unknownId(facts, "unknown"),
});

/** A pet may have an id that no list has shown: then serving it is right. */
export function hasThatPet(answer: Answered): Unresolved | undefined {
  const id = answeredWith(answer, 200) ? petIn(answer)?.id : undefined;
  return id !== undefined && id === idAsked(answer) ? untested("id-taken", { id: String(id) }) : undefined;
}
