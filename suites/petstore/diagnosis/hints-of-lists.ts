import { answeredWith, type Facts } from "../../../src/core/check/facts.ts";
import { isAfter } from "../../../src/core/exchange/times.ts";
import { asked } from "../asked.ts";
import { type PetView, petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, hints, hintsOn, isNewPet, isSeen } from "./clues.ts";

/** Which pets a list shows, compared with other lists and reads of the same run. */
export const lists = [
  ...hintsOn(filtered, [
    [
      ({ status, shown }) => shown === status,
      "The status that was asked for is written into pets that have another: it is assigned where it should be compared, in the answer or in the store.",
      "Compare the stored status with the one that was asked for, and change nothing where pets are listed.",
    ],
    [
      ({ wrong }) => wrong.every((pet) => pet.status === undefined),
      "Pets without a status pass the filter: a missing value is taken for this one, or for any.",
      "Compare the stored status for equality; a pet without one is in no filtered list.",
    ],
    [
      ({ wrong, status }) => wrong.every((pet) => pet.name?.includes(status)),
      "The filter searches other fields too: these pets have the word in their name.",
      "Compare the status alone, for equality.",
    ],
    [
      ({ status }, { facts }) => isRightElsewhere(facts, status),
      "The status is applied in another list and not in this one: a parameter beside it replaces it, or their order matters.",
      "Build one query of all parameters, in whatever order they come.",
    ],
    [
      (_, clues) => leavesOutAStatus(clues),
      "The filter takes in another status too, and not every one: two are counted as one, or it asks for what is not a third.",
      "Compare the stored status for equality with the one that was asked for.",
    ],
    [
      () => true,
      "The filter is not applied: pets of every status come.",
      "Read the query parameter status, and compare the stored status for equality.",
    ],
  ]),
  ...hints([
    [
      { shape: "too-many", limit: /^/, filter: /^/ },
      "The limit is not applied where a status is asked for.",
      "Build one query of both, the filter first.",
    ],
    [
      {
        shape: "too-many",
        limit: /^[0-9]{1,9}$/,
        also: ({ seen, facts }) =>
          Number(seen.limit) > (petstore(facts.contract).limit.maximum ?? Number.POSITIVE_INFINITY),
      },
      "The maximum of limit is not applied, or another one is.",
      "Reject a limit above the maximum with 400, or apply the maximum in its place.",
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
      "No item of the list has an id of its own: each pet stands in an object round it.",
      "Write the fields of the pet into the item itself.",
    ],
    [
      ({ hidden, created }) => {
        const names = created.map(({ name }) => name);
        return hidden.every(({ name }) => names.filter((one) => one === name).length > 1);
      },
      "Pets of one name are taken for one: stored under their name, or listed once for each name.",
      "Tell pets apart by their id alone.",
    ],
  ]),
  ...hints([
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
      "Compare the stored value, filter before the limit is applied, and renew caches with each create.",
    ],
    [
      {
        at: "body",
        filter: undefined,
        also: ({ symptom, seen }) => petsIn(symptom.exchange)?.length === Number(seen.limit) - 1,
      },
      "One pet fewer than the limit comes: the end of a range is taken for its length, or the last is dropped.",
      "Take as many pets as the limit says.",
    ],
  ]),
  ...hintsOn(missing, [
    [
      ({ listed }, { seen, facts }) => {
        const { default: usual } = petstore(facts.contract).limit;
        const limit = Number(seen.limit ?? usual);
        return (
          limit !== usual && usual !== undefined && listed.length === usual && alwaysAtMost(facts, usual)
        );
      },
      "The limit is not read: as many pets come as without one.",
      "Read the query parameter limit, and apply it to the query.",
    ],
    [
      ({ hidden, created, listed }) => {
        const statuses = new Set(hidden.map((pet) => pet.status));
        const shown = created.filter((pet) => isShown(listed, pet));
        return statuses.size === 1 && shown.length > 0 && !shown.some((pet) => statuses.has(pet.status));
      },
      "All missing pets have the same status, or none, and pets of the others are listed: a condition of the query leaves them out (an inner join, a comparison with NULL, a default filter).",
      "List every pet where no status is asked for.",
    ],
    [
      ({ listed: { length } }, { seen, facts }) =>
        length > 0 &&
        length < Number(seen.limit) &&
        alwaysAtMost(facts, length) &&
        new Set(allListed(facts).map(({ id }) => id)).size > length,
      "No list of the run is longer than this one: a page size of its own cuts it before the limit does.",
      "Apply the limit that was asked for, up to the maximum, and no smaller one.",
    ],
    [
      ({ hidden }, { facts }) => hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 404),
      "The pets were answered with 201, and neither a list nor a read finds them: nothing is stored, or it is undone (a transaction that is not committed).",
      "Answer 201 only after the pet is stored.",
    ],
    [
      ({ hidden }, { seen, facts }) =>
        seen.filter !== undefined && hidden.some((pet) => listedElsewhere(facts, pet).length > 0),
      "Unfiltered lists show the pets, and this filtered one does not: it comes from a cache or an index that creates do not renew, or compares another form of the status.",
      "Renew what filtered lists are read from with each create, and compare the stored value.",
    ],
    [
      ({ hidden }, { facts }) => hidden.some((pet) => readOf(facts, pet)?.outcome.answer.status === 200),
      "Reading the pets by their ids finds them, and the list does not: it comes from a cache, a replica or an index that creates do not renew in time.",
      "Renew what lists are read from with each create, or read from the store that creates write to.",
    ],
  ]),
  ...hints([
    [
      { at: "field id", operation: "listPets", shown: "literal" },
      "A record that is gone or could not be read stands in the list as null.",
      "Leave it out of the list.",
    ],
    [
      {
        got: 200,
        operation: "listPets",
        also: ({ body }) => body?.kind === "literal" && body.value === null,
      },
      "An empty result is written as null (a nil slice in Go, a list that was never made).",
      "Begin with an empty list, and write it as [].",
    ],
  ]),
];

/** A filtered list that shows a pet which does not belong there, of which its place may show the status. */
function filtered(clues: Clues) {
  const { symptom, seen, facts } = clues;
  const status = seen.filter;
  if (status === undefined || !petstore(facts.contract).statuses.includes(status)) return undefined;
  if (symptom.pet?.id === undefined || (seen.shown !== "string" && seen.shown !== undefined))
    return undefined;
  if (!isSeen({ at: "field status", operation: "listPets" }, clues)) return undefined;
  const wrong = (petsIn(symptom.exchange) ?? []).filter((pet) => pet.status !== status);
  return { status, shown: seen.value, wrong };
}

/** A list, the pets that were created before it was asked for, and those of them that it should show and hides. */
function missing(clues: Clues) {
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

function named(listed: readonly PetView[], id: bigint | undefined): readonly PetView[] {
  return listed.filter((pet) => pet.id !== undefined && pet.id === id);
}

function isShown(listed: readonly PetView[], pet: PetView): boolean {
  return named(listed, pet.id).some((other) => other.name === pet.name);
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

/** A long list without pets of a status that other lists show. */
function leavesOutAStatus({ symptom, facts }: Clues): boolean {
  const listed = petsIn(symptom.exchange) ?? [];
  const here = new Set(listed.map((pet) => pet.status));
  return (
    listed.length > 5 && allListed(facts).some(({ status }) => status !== undefined && !here.has(status))
  );
}

/** Another list with the same filter shows that status alone. */
function isRightElsewhere({ exchanges }: Facts, status: string): boolean {
  return exchanges.some((e) => {
    const pets = asked(e, "status") === status ? petsIn(e) : undefined;
    return pets !== undefined && pets.length > 1 && pets.every((pet) => pet.status === status);
  });
}

/** What unfiltered lists show under the id of a pet. */
function listedElsewhere({ exchanges }: Facts, { id }: PetView): readonly PetView[] {
  return exchanges
    .filter((e) => asked(e, "status") === undefined)
    .flatMap((e) => (petsIn(e) ?? []).filter((pet) => pet.id === id));
}

/** True where no list of the run is longer, whatever limit it was asked for with. */
function alwaysAtMost({ exchanges }: Facts, most: number): boolean {
  const lengths = exchanges.flatMap((e) => petsIn(e)?.length ?? []);
  return lengths.every((length) => length <= most) && lengths.filter((length) => length === most).length > 1;
}
