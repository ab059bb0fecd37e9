import { answeredWith, isAnswered } from "../../../src/core/check/facts.ts";
import { type PetView, petIn, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { asked, type Clues, type Hint, isNewPet } from "./clues.ts";

/** Which pets a list shows, compared with other lists and reads of the same run. */
export const lists: readonly Hint[] = [
  filtered(
    ({ shown }, status) => shown?.kind === "string" && shown.value === status,
    "The status that was asked for is written into pets that have another: it is assigned where it should be compared, in the answer or in the store.",
    "Compare the stored status with the one that was asked for, and change nothing where pets are listed.",
  ),
  filtered(
    (clues, status) => wrong(clues, status).every((pet) => pet.status === undefined),
    "Pets without a status pass the filter: a missing value is taken for this one, or for any.",
    "Compare the stored status for equality; a pet without one is in no filtered list.",
  ),
  filtered(
    (clues, status) => wrong(clues, status).every((pet) => pet.name?.includes(status)),
    "The filter searches other fields too: these pets have the word in their name.",
    "Compare the status alone, for equality.",
  ),
  filtered(
    (clues, status) => isRightElsewhere(clues, status),
    "The status is applied in another list and not in this one: a parameter beside it replaces it, or their order matters.",
    "Build one query of all parameters, in whatever order they come.",
  ),
  filtered(
    (clues) => leavesOutAStatus(clues),
    "The filter takes in another status too, and not every one: two are counted as one, or it asks for what is not a third.",
    "Compare the stored status for equality with the one that was asked for.",
  ),
  filtered(
    () => true,
    "The filter is not applied: pets of every status come.",
    "Read the query parameter status, and compare the stored status for equality.",
  ),
  {
    fits: ({ symptom: { exchange, shape } }) =>
      shape === "too-many" &&
      asked(exchange, "limit") !== undefined &&
      asked(exchange, "status") !== undefined,
    likelyCause: "The limit is not applied where a status is asked for.",
    howToFix: "Build one query of both, the filter first.",
  },
  {
    fits: ({ symptom: { exchange, shape }, facts }) => {
      const limit = asked(exchange, "limit") ?? "";
      const { maximum } = petstore(facts.contract).limit;
      return (
        shape === "too-many" && /^[0-9]{1,9}$/.test(limit) && maximum !== undefined && Number(limit) > maximum
      );
    },
    likelyCause: "The maximum of limit is not applied, or another one is.",
    howToFix: "Reject a limit above the maximum with 400, or apply the maximum in its place.",
  },
  missing(
    (clues, created) => created.some((pet) => named(clues, pet.id).some((other) => other.name !== pet.name)),
    "The pet is listed under another name than the one that was sent.",
    "Store and list the name as it came.",
  ),
  missing(
    (clues, created) =>
      asked(clues.symptom.exchange, "status") !== undefined &&
      created.some((pet) => listedElsewhere(clues, pet).some((other) => other.status !== pet.status)),
    "The pet is stored with another status than the one that was sent and answered, such as the default.",
    "Store the status that was sent, and use the default only where it is missing.",
  ),
  missing(
    (clues) => (listed(clues) ?? []).every((pet) => pet.id === undefined) && listed(clues)?.length !== 0,
    "No item of the list has an id of its own: each pet stands in an object round it.",
    "Write the fields of the pet into the item itself.",
  ),
  missing(
    (clues, created) => {
      const names = createdPets(clues).map(({ name }) => name);
      return created.every(({ name }) => names.filter((one) => one === name).length > 1);
    },
    "Pets of one name are taken for one: stored under their name, or listed once for each name.",
    "Tell pets apart by their id alone.",
  ),
  {
    fits: (clues) => {
      const { exchange, aspect } = clues.symptom;
      const status = asked(exchange, "status");
      if (aspect.of !== "body" || status === undefined || listed(clues)?.length !== 0) return false;
      return clues.facts.exchanges.some(
        (e) =>
          isAnswered(e) &&
          asked(e, "status") === undefined &&
          petsIn(e)?.some((pet) => pet.status === status),
      );
    },
    likelyCause:
      "Unfiltered lists show pets of this status, and the filter finds none: it compares another form of the status, looks at the pets of a first page alone, or is answered from a cache.",
    howToFix:
      "Compare the stored value, filter before the limit is applied, and renew caches with each create.",
  },
  {
    fits: (clues) => {
      const { exchange, aspect } = clues.symptom;
      const [limit, pets] = [Number(asked(exchange, "limit")), listed(clues)];
      return aspect.of === "body" && asked(exchange, "status") === undefined && pets?.length === limit - 1;
    },
    likelyCause:
      "One pet fewer than the limit comes: the end of a range is taken for its length, or the last is dropped.",
    howToFix: "Take as many pets as the limit says.",
  },
  missing(
    (clues) => {
      const { default: usual } = petstore(clues.facts.contract).limit;
      const limit = Number(asked(clues.symptom.exchange, "limit") ?? usual);
      return (
        limit !== usual &&
        usual !== undefined &&
        listed(clues)?.length === usual &&
        alwaysAtMost(clues, usual)
      );
    },
    "The limit is not read: as many pets come as without one.",
    "Read the query parameter limit, and apply it to the query.",
  ),
  missing(
    (clues, created) => {
      const hidden = new Set(created.map((pet) => pet.status));
      const shown = createdPets(clues)
        .filter((pet) => isShown(clues, pet))
        .map((pet) => pet.status);
      return hidden.size === 1 && shown.length > 0 && !shown.some((status) => hidden.has(status));
    },
    "All missing pets have the same status, or none, and pets of the others are listed: a condition of the query leaves them out (an inner join, a comparison with NULL, a default filter).",
    "List every pet where no status is asked for.",
  ),
  missing(
    (clues) => {
      const most = listed(clues)?.length ?? 0;
      return (
        most > 0 &&
        most < Number(asked(clues.symptom.exchange, "limit")) &&
        alwaysAtMost(clues, most) &&
        idsListed(clues).size > most
      );
    },
    "No list of the run is longer than this one: a page size of its own cuts it before the limit does.",
    "Apply the limit that was asked for, up to the maximum, and no smaller one.",
  ),
  missing(
    (clues, created) => created.some((pet) => readOf(clues, pet)?.outcome.answer.status === 404),
    "The pets were answered with 201, and neither a list nor a read finds them: nothing is stored, or it is undone (a transaction that is not committed).",
    "Answer 201 only after the pet is stored.",
  ),
  missing(
    (clues, created) =>
      asked(clues.symptom.exchange, "status") !== undefined &&
      created.some((pet) => listedElsewhere(clues, pet).length > 0),
    "Unfiltered lists show the pets, and this filtered one does not: it comes from a cache or an index that creates do not renew, or compares another form of the status.",
    "Renew what filtered lists are read from with each create, and compare the stored value.",
  ),
  missing(
    (clues, created) => created.some((pet) => readOf(clues, pet)?.outcome.answer.status === 200),
    "Reading the pets by their ids finds them, and the list does not: it comes from a cache, a replica or an index that creates do not renew in time.",
    "Renew what lists are read from with each create, or read from the store that creates write to.",
  ),
  {
    fits: ({ symptom: { aspect, operation }, shown }) =>
      operation === "listPets" && aspect.of === "field" && shown?.kind === "literal" && aspect.name === "id",
    likelyCause: "A record that is gone or could not be read stands in the list as null.",
    howToFix: "Leave it out of the list.",
  },
  {
    fits: ({ symptom: { operation, got }, body }) =>
      operation === "listPets" && got === 200 && body?.kind === "literal" && body.value === null,
    likelyCause: "An empty result is written as null (a nil slice in Go, a list that was never made).",
    howToFix: "Begin with an empty list, and write it as [].",
  },
];

/** A hint on a filtered list that shows a pet which does not belong there. */
function filtered(
  fits: (clues: Clues, status: string) => boolean,
  likelyCause: string,
  howToFix: string,
): Hint {
  return {
    fits: (clues) => {
      const { operation, aspect, exchange } = clues.symptom;
      const status = asked(exchange, "status");
      return (
        operation === "listPets" &&
        aspect.of === "field" &&
        aspect.name === "status" &&
        status !== undefined &&
        clues.symptom.pet?.id !== undefined &&
        (clues.shown?.kind === "string" || clues.shown === undefined) &&
        petstore(clues.facts.contract).statuses.includes(status) &&
        fits(clues, status)
      );
    },
    likelyCause,
    howToFix,
  };
}

/** A hint on a list that lacks pets which this run created. */
function missing(
  fits: (clues: Clues, created: readonly PetView[]) => boolean,
  likelyCause: string,
  howToFix: string,
): Hint {
  return {
    fits: (clues) => {
      const { aspect, operation, observation } = clues.symptom;
      if (aspect.of !== "body" || operation !== "listPets" || listed(clues) === undefined) return false;
      const related = clues.facts.exchanges.filter((e) => observation.finding.related.includes(e.id));
      if (!related.some((e) => isNewPet(e))) return false;
      const status = asked(clues.symptom.exchange, "status");
      const due = createdPets(clues).filter((pet) => status === undefined || pet.status === status);
      return fits(
        clues,
        due.filter((pet) => !isShown(clues, pet)),
      );
    },
    likelyCause,
    howToFix,
  };
}

function listed({ symptom: { exchange } }: Clues): readonly PetView[] | undefined {
  return isAnswered(exchange) ? petsIn(exchange) : undefined;
}

/** The pets that were created before the list was asked for. */
function createdPets({ symptom, facts }: Clues): readonly PetView[] {
  return facts.exchanges
    .filter((e) => isNewPet(e) && e.endedAtMs <= symptom.exchange.sentAtMs)
    .flatMap((e) => (isNewPet(e) ? (petIn(e) ?? []) : []));
}

function named(clues: Clues, id: bigint | undefined): readonly PetView[] {
  return (listed(clues) ?? []).filter((pet) => pet.id !== undefined && pet.id === id);
}

function isShown(clues: Clues, pet: PetView): boolean {
  return named(clues, pet.id).some((other) => other.name === pet.name);
}

function readOf({ facts }: Clues, pet: PetView) {
  const reads = facts.exchanges.filter(
    (e) => e.request.method === "GET" && e.request.path.endsWith(`/${pet.id}`),
  );
  return reads
    .filter((e) => e.request.credential.kind === "valid")
    .findLast((e) => answeredWith(e, 200, 404));
}

function wrong(clues: Clues, status: string): readonly PetView[] {
  return (listed(clues) ?? []).filter((pet) => pet.status !== status);
}

/** A long list without pets of a status that other lists show. */
function leavesOutAStatus(clues: Clues): boolean {
  const here = new Set((listed(clues) ?? []).map((pet) => pet.status));
  const everywhere = clues.facts.exchanges.flatMap((e) => (isAnswered(e) ? (petsIn(e) ?? []) : []));
  return (
    (listed(clues)?.length ?? 0) > 5 &&
    everywhere.some((pet) => pet.status !== undefined && !here.has(pet.status))
  );
}

/** Another list with the same filter shows that status alone. */
function isRightElsewhere({ facts }: Clues, status: string): boolean {
  return facts.exchanges.some((e) => {
    const pets = asked(e, "status") === status && isAnswered(e) ? petsIn(e) : undefined;
    return pets !== undefined && pets.length > 1 && pets.every((pet) => pet.status === status);
  });
}

/** What unfiltered lists show under the id of a pet. */
function listedElsewhere({ facts }: Clues, { id }: PetView): readonly PetView[] {
  return facts.exchanges.flatMap((e) =>
    asked(e, "status") === undefined && isAnswered(e) ? (petsIn(e) ?? []).filter((pet) => pet.id === id) : [],
  );
}

function idsListed({ facts }: Clues): ReadonlySet<bigint | undefined> {
  return new Set(
    facts.exchanges.flatMap((e) => (isAnswered(e) ? (petsIn(e) ?? []) : []).map(({ id }) => id)),
  );
}

/** True where no list of the run is longer, whatever limit it was asked for with. */
function alwaysAtMost({ facts }: Clues, most: number): boolean {
  const lengths = facts.exchanges.flatMap((e) => (isAnswered(e) ? (petsIn(e)?.length ?? []) : []));
  return lengths.every((length) => length <= most) && lengths.filter((length) => length === most).length > 1;
}
