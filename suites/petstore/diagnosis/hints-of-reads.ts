import { answeredWith, derived, type Facts } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { idAsked, type PetView, petIn, petsIn } from "../pets.ts";
import { before, type Clues, createOf, hasId, hints, hintsOn, isDouble, isNewPet, where } from "./clues.ts";

/** What a read by id answers, compared with what was asked for. */
export const reads = [
  ...hintsOn(another, [
    [
      ({ got, due }) => BigInt.asIntN(32, got) === BigInt.asIntN(32, due),
      "The id in the path is cut to fewer bits than it has.",
      "Parse the id as a 64-bit integer, and compare it exactly.",
    ],
    [
      ({ due }, { symptom, facts }) => {
        const name = petIn(createOf(facts, due))?.name;
        return name !== undefined && name === petIn(symptom.exchange)?.name;
      },
      "The pet is looked up by its name: another pet of the same name is returned.",
      "Look the pet up by its id.",
    ],
    [
      () => true,
      "A pet other than the one that was asked for is returned: the id in the path is not part of the query, or not of the cache key.",
      "Look the pet up by the id in the path, and cache it under that id.",
    ],
  ]),
  ...hints([
    [
      { requirement: "GET-1", at: /^field /, also: ({ symptom }) => symptom.isValid },
      "The read takes this field from a different source than lists do: another model, an older table, or what an earlier request left there.",
      "Read and list pets from one store, with one serialiser.",
    ],
  ]),
  ...hintsOn(where({ requirement: "GET-1", at: "status", operation: "getPet" }), [
    [
      { got: /^[3-9]/, also: ({ symptom: { exchange } }) => isAskedFor(exchange) },
      "The pet is found and written, but the HTTP status is that of another request, left in a variable that outlives it.",
      "Set the HTTP status of each answer in its own request.",
    ],
    [
      {
        got: /405|410/,
        also: ({ facts }) => !facts.exchanges.some((e) => answeredWith(e, 200) && isAskedFor(e)),
      },
      "No pet is served by its id, though lists show them: the route is missing or removed already.",
      "Serve GET /pets/{petId} until the day of its removal.",
    ],
    [
      { got: /400|422/ },
      "An id that the service itself gave is rejected: the path is read into a type that is too small (32 bits), or by a pattern.",
      "Accept every 64-bit integer in the path.",
    ],
  ]),
  ...hintsOn(where({ requirement: "GET-4", at: "status", operation: "getPet" }), [
    [
      { got: 200, also: ({ body }) => body !== undefined && !hasId(body) },
      "The result is returned without a check that anything was found.",
      "Answer 404 with an Error body where no pet is found.",
    ],
  ]),
  ...hintsOn(where({ requirement: "GET-2", at: "status", operation: "getPet" }), [
    [
      { got: 200, also: ({ body }) => hasId(body) },
      "A pet is returned for an id that no pet has: the id is altered before it is looked up, or a record is made up.",
      "Compare the whole id, and answer 404 with an Error body where no pet has it.",
    ],
    [
      { got: /^2/ },
      "The result is returned without a check that anything was found.",
      "Answer 404 with an Error body where no pet is found.",
    ],
    [
      { got: /400|422/, also: isTooLongFor },
      "The id is a 64-bit integer that no pet has, and it is rejected as too large, though shorter unknown ids get 404: the validation of the path allows only what a double holds exactly (2^53), or 32 bits.",
      "Accept every 64-bit integer in the path, and answer 404 where no pet has it. Have a validator that knows only safe integers (Joi, zod) check the digits as a string.",
    ],
    [
      { got: /^4/ },
      "The handler answers a missing pet with another status.",
      "Answer 404 with an Error body where no pet is found.",
    ],
  ]),
];

/** A read that answers a pet of another id. */
function another({ symptom: { exchange }, seen }: Clues) {
  if (seen.operation !== "getPet" || seen.at !== "field id") return undefined;
  const [due, got] = [idAsked(exchange), petIn(exchange)?.id];
  return due === undefined || got === undefined || got === due ? undefined : { due, got };
}

/** An unknown id with fewer digits was answered 404. */
function isTooLongFor({ symptom: { exchange }, facts }: Clues): boolean {
  const length = (id: bigint | undefined) => String(id ?? "").length;
  return facts.exchanges.some(
    (e) => answeredWith(e, 404) && length(idAsked(e)) > 0 && length(idAsked(e)) < length(idAsked(exchange)),
  );
}

function isAskedFor(exchange: Exchange): boolean {
  const id = idAsked(exchange);
  return id !== undefined && petIn(exchange)?.id === id;
}

/** A pet that exists, or may, is not found by its id. */
const missing = { at: "status", got: 404, operation: "getPet", allowed: true } as const;

/** Which pets reads do not find, compared with those that they find. */
export const missingPets = [
  ...hintsOn(where(missing), [
    [
      ({ symptom, facts }) => isSinceAMoment(symptom.exchange, facts),
      "From one moment of the run on, no pet is found by its id, not even those that were found before: the route is gone (a deployment, a feature switch, an early removal), or reads use a store that was emptied.",
      "Serve GET /pets/{petId} until the day of its removal, from the store that creates write to. What changed is in the server's log, before the first of these answers.",
    ],
    [
      (clues) => before(clues).some((e) => isAtSameAddress(clues, e) && answeredWith(e, 200)),
      "The pet was served at this URL before: reading it removes it, or it came from a cache that no longer has it.",
      "Change nothing in the store when a pet is read, and read from the store what a cache does not have.",
    ],
    [
      hasCached404,
      "The same URL was answered 404 before the pet was created, and still is: a cache keeps the 404.",
      "Do not cache a 404, or invalidate it when the pet is created.",
    ],
  ]),
  ...hintsOn(where({ ...missing, requirement: "GET-1" }), [
    [
      ({ symptom, facts }) => isListedUnderAnotherId(facts, symptom.exchange),
      "The pet is listed with another id than the one in the answer to its create.",
      "Answer a create with the id that the stored pet has.",
    ],
    [
      (_, { facts }) => areDoubles(facts),
      "Every id that is shown fits into a double: ids beyond 2^53 are rounded when they are written, and no pet has the rounded id.",
      "Carry ids as 64-bit integers throughout (BigInt and a lossless JSON serialiser in JavaScript).",
    ],
    [
      ({ symptom: { exchange }, facts }) =>
        isLong(idAsked(exchange)) &&
        !readsOf(facts).some((e) => answeredWith(e, 200) && isLong(idAsked(e))) &&
        !readsOf(facts).some(
          (e) => !isLong(idAsked(e)) && isListed(facts, idAsked(e)) && answeredWith(e, 404),
        ),
      "No pet whose id has more than 31 bits is served by its id: the path is read into a 32-bit integer, or the route is missing.",
      "Serve GET /pets/{petId} until the day of its removal, and read the id as a 64-bit integer (Long.parseLong in Java).",
    ],
    [
      ({ facts }) => !readsOf(facts).some((e) => answeredWith(e, 200)),
      "No pet is served by its id, though lists show them: the route is missing or removed already, or ids are compared in another form.",
      "Serve GET /pets/{petId} until the day of its removal, and compare ids as 64-bit integers.",
    ],
    [
      ({ symptom, facts }) => wasGivenAgain(idAsked(symptom.exchange), facts),
      "The create was answered 201, and its pet was never stored, so that its id was given to another: the transaction was rolled back, or not committed.",
      "Commit before the 201 is written, on every path of the handler.",
    ],
    [
      ({ facts }) => haveOwnStatus(readCreated(facts)),
      "All pets that are not found have the same status, or none, and pets of the others are found: a condition of the query excludes them (an inner join, a comparison with NULL, a default filter).",
      "Look the pet up by its id alone.",
    ],
    [
      ({ facts }) => haveOwnCategory(readCreated(facts)),
      "No pet that is found has the category of one that is not: the query joins the categories, and some have no record there, or it leaves some out.",
      "Look the pet up by its id alone (or with an outer join), or reject with 400 a category that has no record.",
    ],
    [
      ({ facts }) => {
        const { found, lost, isLostLater } = readCreated(facts);
        return isLostLater && found.length > 1 && lost.length > 1;
      },
      "Pets are found up to a certain one, and none that was created after it: reads use a first page, a snapshot or a cache that creates do not update.",
      "Look the pet up in the store that creates write to, and in all of it.",
    ],
    [
      () => true,
      "Other pets are found by their ids and this one is not: creates and reads use different stores or caches, or an id is altered on the way.",
      "Read from the store that creates write to, and compare ids as 64-bit integers.",
    ],
  ]),
];

function isAtSameAddress({ symptom: { exchange } }: Clues, { request }: Exchange): boolean {
  return request.method === "GET" && request.path === exchange.request.path;
}

/** Reads by an id, with the key. */
function readsOf({ exchanges }: Facts): readonly Exchange[] {
  return exchanges.filter((e) => e.request.credential.kind === "valid" && idAsked(e) !== undefined);
}

/** One of the reads of pets that are known to exist, none of which is served since one of them was. */
function isSinceAMoment(read: Exchange, facts: Facts): boolean {
  const reads = readsOf(facts).filter((e) => answeredWith(e, 200) || isListed(facts, idAsked(e)));
  const since = reads.slice(1 + reads.findLastIndex((e) => answeredWith(e, 200)));
  const found = new Set(reads.filter((e) => answeredWith(e, 200)).map((e) => idAsked(e)));
  const lost = new Set(since.map((e) => idAsked(e)));
  // Reading a pet may remove it, and a store may lack some of them: both kinds have to be gone.
  return since.includes(read) && found.intersection(lost).size > 0 && lost.difference(found).size > 0;
}

function hasCached404(clues: Clues): boolean {
  const creating = createOf(clues.facts, idAsked(clues.symptom.exchange));
  const { found, lost } = readCreated(clues.facts);
  return (
    creating !== undefined &&
    before(clues).some((e) => e.id < creating.id && isAtSameAddress(clues, e) && answeredWith(e, 404)) &&
    found.length > 0 &&
    lost.every((pet) => pet.id === idAsked(clues.symptom.exchange))
  );
}

interface ReadCreated {
  readonly found: readonly PetView[];
  readonly lost: readonly PetView[];
  /** True where every pet that is found was created before every one that is lost. */
  readonly isLostLater: boolean;
}

/** Pets that the run created, and then read. */
const readCreated = derived((facts): ReadCreated => {
  const read = facts.exchanges.filter(isNewPet).flatMap((create) => {
    const pet = petIn(create);
    const reads = readsOf(facts).filter((e) => e.id > create.id && idAsked(e) === pet?.id);
    const isFound = reads.some((e) => answeredWith(e, 200));
    const isKnown = isFound || (reads.length > 0 && reads.every((e) => answeredWith(e, 404)));
    return pet !== undefined && isKnown ? [{ pet, isFound }] : [];
  });
  const firstLost = read.findIndex(({ isFound }) => !isFound);
  return {
    found: read.filter(({ isFound }) => isFound).map(({ pet }) => pet),
    lost: read.filter(({ isFound }) => !isFound).map(({ pet }) => pet),
    isLostLater: firstLost > read.findLastIndex(({ isFound }) => isFound),
  };
});

/** All that are lost have one status, which none that is found has; of a status that pets have, one alone may be chance. */
function haveOwnStatus({ found, lost }: ReadCreated): boolean {
  const statuses = new Set(lost.map((pet) => pet.status));
  const least = statuses.has(undefined) ? 1 : 2;
  return (
    statuses.size === 1 &&
    lost.length >= least &&
    found.length > 1 &&
    !found.some((pet) => statuses.has(pet.status))
  );
}

/** Whatever was found, and more than one pet was, has a category of the others. */
function haveOwnCategory({ found, lost }: ReadCreated): boolean {
  const categories = new Set(lost.map((pet) => pet.categoryId));
  return found.length > 1 && lost.length > 0 && !found.some((pet) => categories.has(pet.categoryId));
}

/** Creates of different pets were answered with this id. */
function wasGivenAgain(id: bigint | undefined, { exchanges }: Facts): boolean {
  const pets = exchanges.filter(isNewPet).flatMap((e) => petIn(e) ?? []);
  return new Set(pets.filter((pet) => pet.id === id).map(({ name }) => name)).size > 1;
}

function isListedUnderAnotherId(facts: Facts, read: Exchange): boolean {
  const id = idAsked(read);
  const name = petIn(createOf(facts, id))?.name;
  const listed = facts.exchanges.flatMap((e) => petsIn(e) ?? []).filter((pet) => pet.name === name);
  return name !== undefined && listed.length > 0 && !listed.some((pet) => pet.id === id);
}

function isLong(id: bigint | undefined): boolean {
  return id !== undefined && BigInt.asIntN(32, id) !== id;
}

function isListed({ exchanges }: Facts, id: bigint | undefined): boolean {
  return exchanges.some((e) => petsIn(e)?.some((pet) => pet.id === id));
}

/** So many ids beyond 2^53 are not all doubles by chance: at most every second integer there is one. */
const idsToShow = 8;

/** True where all ids that lists show beyond 2^53 are doubles. */
function areDoubles({ exchanges }: Facts): boolean {
  const shown = exchanges.flatMap((e) => petsIn(e) ?? []).flatMap(({ id }) => id ?? []);
  const ids = new Set(shown.filter((id) => id > 2n ** 53n));
  return ids.size >= idsToShow && [...ids].every(isDouble);
}
