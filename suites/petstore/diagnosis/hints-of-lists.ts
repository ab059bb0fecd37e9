import { answeredWith, type Facts } from "#core/check/facts.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { asked, type PetView, petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, createOf, hints, hintsOn, isNewPet, isNull, isSeen, limitIgnored } from "./clues.ts";
import { defaultOfFilter, isOfOneStatus, unfiltered } from "./hints-of-defaults.ts";
import { isLimitObeyed } from "./hints-of-parameters.ts";
import { isEmptyAtLimit } from "./symptom.ts";

/** Which pets a list lacks, compared with other lists and reads of the same run. */
export const lists = [
  ...hints([
    [
      {
        ...{ at: /^(?:body|status)$/, got: 200, operation: "listPets" },
        also: ({ symptom: { exchange }, facts }) =>
          isEmptyAtLimit(exchange) &&
          facts.exchanges.some(
            (e) => (petsIn(e)?.length ?? 0) > 0 && String(e.request.query) === String(exchange.request.query),
          ),
      },
      "Once the rate limit is used up the list is empty: the limiter answers in place of the service, with a 200.",
      "Answer 429 with Retry-After.",
    ],
  ]),
  ...hintsOn(missing, [
    [
      ({ hidden, listed }) =>
        hidden.some((pet) => named(listed, pet.id).some((other) => other.name !== pet.name)),
      "The pet is listed under another name than the one that was sent.",
      "Store and list the name as it came.",
    ],
    [
      ({ hidden }, { seen, facts }) =>
        seen.filter !== undefined &&
        hidden.some((pet) => listedElsewhere(facts, pet).some((other) => other.status !== pet.status)),
      "The pet is stored with another status than the one that was sent and answered, such as the default.",
      "Store the status that was sent, and use the default only where it is missing.",
    ],
    [
      ({ listed }) => listed.length > 0 && listed.every((pet) => pet.id === undefined),
      "No item of the list has an id: each pet is wrapped in another object.",
      "Write the fields of the pet into the item itself.",
    ],
    [
      ({ hidden, created }) => {
        const names = created.map(({ name }) => name);
        return hidden.every(({ name }) => names.filter((one) => one === name).length > 1);
      },
      "Pets with the same name are treated as one: stored under their name, or listed once for each name.",
      "Distinguish pets by their id alone.",
    ],
  ]),
  ...hints([
    [
      {
        at: "body",
        filter: /^/,
        also: ({ symptom, facts }) =>
          petsIn(symptom.exchange)?.length === 0 && isFilledByLimit(symptom.exchange, facts),
      },
      "A list with the same filter and a larger limit shows pets, and this one none: the limit is applied before the filter, to the pets of every status.",
      "Filter first, and apply the limit to what is left.",
    ],
    [
      {
        at: "body",
        filter: /^/,
        also: ({ symptom, seen, facts }) =>
          petsIn(symptom.exchange)?.length === 0 &&
          facts.exchanges.some(
            (e) => asked(e, "status") === undefined && petsIn(e)?.some((pet) => pet.status === seen.filter),
          ),
      },
      "Unfiltered lists show pets of this status, and the filter finds none: it compares another form of the status, looks at the pets of a first page alone, or is answered from a cache.",
      "Compare the stored value, filter before the limit is applied, and invalidate caches on each create.",
    ],
    [
      {
        at: "body",
        filter: undefined,
        limit: /^(?!1$)/,
        also: ({ symptom, seen }) => petsIn(symptom.exchange)?.length === Number(seen.limit) - 1,
      },
      "The list has one pet fewer than the limit: the end of a range is off by one, or the last pet is dropped.",
      "Return as many pets as the limit says.",
    ],
  ]),
  ...hintsOn(missing, [
    [
      ({ listed }, { seen, facts }) => {
        const { default: usual } = petstore(facts.contract).limit;
        const limit = Number(seen.limit ?? usual);
        return (
          limit !== usual &&
          usual !== undefined &&
          listed.length === usual &&
          alwaysAtMost(facts, usual) &&
          !isLimitObeyed(facts)
        );
      },
      ...limitIgnored,
    ],
    [
      ({ hidden, created, listed }) => {
        const statuses = new Set(hidden.map((pet) => pet.status));
        const shown = created.filter((pet) => isShown(listed, pet));
        return statuses.size === 1 && shown.length > 0 && !shown.some((pet) => statuses.has(pet.status));
      },
      "All missing pets have the same status, or none, and pets of the others are listed: a condition of the query excludes them (an inner join, a comparison with NULL, a default filter).",
      "List every pet where no status is asked for.",
    ],
    [
      ({ hidden, listed, created }) => {
        const categories = new Set(listed.map((pet) => pet.categoryId));
        return (
          created.some((pet) => isShown(listed, pet)) && !hidden.some((pet) => categories.has(pet.categoryId))
        );
      },
      "All missing pets are of categories that no listed pet has: the list is joined with the categories, and pets whose category is not among them fall out (an inner join).",
      "List pets by themselves, with an outer join where more is needed, or reject a create in an unknown category.",
    ],
    [
      ({ hidden, listed, created }, { seen, facts }) =>
        seen.filter === undefined &&
        isOfOneStatus(facts) &&
        hidden.every((pet) => pet.status !== listed[0]?.status) &&
        created.some((pet) => isShown(listed, pet)),
      ...defaultOfFilter,
    ],
    [
      ({ hidden, listed: { length } }, { seen, facts }) =>
        length > 0 &&
        length < Number(seen.limit) &&
        !hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 404) &&
        alwaysAtMost(facts, length) &&
        new Set(allListed(facts).map(({ id }) => id)).size > length,
      "No list of the run is longer than this one: a page size of its own cuts it before the limit does.",
      "Apply the limit that was asked for, up to the maximum, and no smaller one.",
    ],
    [
      (missed, { facts }) =>
        missed.hidden.length > 2 &&
        areFirst(missed, facts) &&
        missed.hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 404),
      "The pets that were created first are gone, and all later ones are there: the store keeps only so many, and drops the oldest (a bounded collection, a cache used as a store).",
      "Keep every pet whose create was answered 201.",
    ],
    [
      ({ hidden, listed, created }, { facts }) =>
        created.some((pet) => isShown(listed, pet)) &&
        hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 404),
      "Some pets whose create was answered 201 are lost, and neither a list nor a read finds them: they do not reach the store (a queue, a write that is not awaited or whose failure goes unnoticed, a transaction that another request rolls back, an instance with a store of its own).",
      "Answer 201 only after the pet is stored, and an error where that fails.",
    ],
    [
      ({ hidden }, { facts }) => hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 404),
      "The creates were answered 201, and neither a list nor a read finds their pets: nothing is stored, or only much later, or it is rolled back (a transaction that is not committed).",
      "Answer 201 only after the pet is stored.",
    ],
    [
      ({ hidden }, { seen, facts }) =>
        seen.filter !== undefined && hidden.some((pet) => listedElsewhere(facts, pet).length > 0),
      "Unfiltered lists show the pets, and this filtered one does not: it comes from a cache or an index that creates do not update, or compares another form of the status.",
      "Update or invalidate what filtered lists are read from on each create, and compare the stored value.",
    ],
    [
      areLast,
      "The pets that were created last are missing, and all earlier ones are listed: the list is some creates behind (a cache or a snapshot that a later create refreshes), has outgrown a bound, or loses its end.",
      "Read from the store that creates write to, and list all of it.",
    ],
    [
      ({ hidden, listed, created }, { facts }) => {
        const shown = created.filter((pet) => isShown(listed, pet));
        return shown.length > hidden.length && !hidden.some((pet) => readOf(facts, pet) !== undefined);
      },
      "Some created pets are missing, and others that were created later are listed: these creates did not last (rolled back with another request, a write that is not awaited, overwritten), or the query leaves these pets out.",
      "Read one of these pets by its id: a 404 shows that it was lost. Then answer 201 only after the pet is stored, each create in a transaction of its own.",
    ],
    [
      (missed, { facts }) =>
        isLaterShown(missed, facts) &&
        missed.hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 200),
      "Reading these pets by their ids finds them, and pets that were created later are listed: the query of the list leaves some out (a bound for each group, a join, a condition), or an index or a cache has not got them.",
      "List every pet of the store, up to the limit.",
    ],
    [
      ({ hidden }, { facts }) => hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 200),
      "Reading the pets by their ids finds them, and the list does not: it comes from a cache, a replica or an index that is not updated in time.",
      "Update or invalidate what lists are read from on each create, or read from the store that creates write to.",
    ],
  ]),
  ...hints([
    [
      { at: "field id", operation: "listPets", shown: "literal" },
      "A record that is gone or could not be read is listed as null.",
      "Leave it out of the list.",
    ],
    [
      { got: 200, operation: "listPets", also: ({ body }) => isNull(body) },
      "An empty result is written as null (a nil slice in Go, a list that was never made).",
      "Begin with an empty list, and write it as [].",
    ],
  ]),
];

/** The same filter with a larger limit showed pets before this URL was asked for: no cache explains it. */
function isFilledByLimit(list: Exchange, { exchanges }: Facts): boolean {
  const limit = asked(list, "limit");
  const alike = exchanges.filter((e) => asked(e, "status") === asked(list, "status"));
  const longer = alike.find((e) => Number(asked(e, "limit")) > Number(limit) && (petsIn(e)?.length ?? 0) > 0);
  const first = alike.find((e) => asked(e, "limit") === limit);
  return longer !== undefined && first !== undefined && longer.id < first.id;
}

interface Missing {
  readonly listed: readonly PetView[];
  readonly created: readonly PetView[];
  readonly hidden: readonly PetView[];
}

/** A list, the pets that were created before it was asked for, and those of them that it should show and hides. */
function missing(clues: Clues): Missing | undefined {
  const { exchange, observation } = clues.symptom;
  const listed = petsIn(exchange);
  if (listed === undefined || !isSeen({ at: "body", operation: "listPets" }, clues)) return undefined;
  const creates = clues.facts.exchanges.filter(isNewPet);
  if (!creates.some(({ id }) => observation.finding.related.includes(id))) return undefined;
  const created = creates.flatMap((e) => (isAfter(exchange, e) ? (petIn(e) ?? []) : []));
  const status = clues.seen.filter;
  const due = created.filter((pet) => status === undefined || pet.status === status);
  return { listed, created, hidden: due.filter((pet) => !isShown(listed, pet)) };
}

/** So many pets that are listed show that those after them are missing for being the last. */
const listedToShow = 8;

/** None of the listed pets was created when one of the hidden ones was there. */
function areLast(missed: Missing, { facts }: Clues): boolean {
  const shown = missed.created.filter((pet) => isShown(missed.listed, pet));
  return shown.length >= listedToShow && !isLaterShown(missed, facts);
}

/** One of the listed pets was created when one of the hidden ones was there. */
function isLaterShown({ hidden, listed, created }: Missing, facts: Facts): boolean {
  const [missed, shown] = [hidden, created.filter((pet) => isShown(listed, pet))].map((pets) =>
    pets.flatMap(({ id }) => createOf(facts, id) ?? []),
  );
  return shown?.some((e) => missed?.some((one) => e.id > one.id && isAfter(e, one))) === true;
}

/** All hidden pets were created before all that are listed, of which there are some. */
function areFirst({ hidden, listed, created }: Missing, facts: Facts): boolean {
  const shown = created.filter((pet) => isShown(listed, pet));
  return shown.length > 2 && !isLaterShown({ hidden: shown, listed: hidden, created }, facts);
}

function named(listed: readonly PetView[], id: bigint | undefined): readonly PetView[] {
  return listed.filter((pet) => pet.id !== undefined && pet.id === id);
}

/** What a store makes of such a name is open (ruling 11). */
function isOdd(name = ""): boolean {
  return !name.isWellFormed() || /\p{Cc}/u.test(name);
}

function isShown(listed: readonly PetView[], pet: PetView): boolean {
  return named(listed, pet.id).some((other) => other.name === pet.name || isOdd(pet.name));
}

function readOf({ exchanges }: Facts, { id }: PetView) {
  return exchanges
    .filter(({ request }) => request.method === "GET" && request.path.endsWith(`/${id}`))
    .filter(({ request }) => request.credential.kind === "valid")
    .findLast((e) => answeredWith(e, 200, 404));
}

function allListed({ exchanges }: Facts): readonly PetView[] {
  return exchanges.flatMap((e) => petsIn(e) ?? []);
}

/** What unfiltered lists show under the id of a pet. */
function listedElsewhere(facts: Facts, { id }: PetView): readonly PetView[] {
  return unfiltered(facts).filter((pet) => pet.id === id);
}

/** True where no list of the run is longer, whatever limit it was asked for with, and several are as long. */
function alwaysAtMost({ exchanges }: Facts, most: number): boolean {
  const lengths = exchanges.flatMap((e) => petsIn(e)?.length ?? []);
  return lengths.every((length) => length <= most) && lengths.filter((length) => length === most).length > 1;
}
