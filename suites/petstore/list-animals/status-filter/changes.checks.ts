import { traceCheck } from "#core/check/check.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import { type BrokenObservation, inBody, type Observation } from "#core/check/results/verdict.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { isBefore } from "#core/exchange/pacing/rate-headers.ts";
import { member } from "#core/json/read.ts";
import { asked, isList, type PetView, petsIn } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { acceptedCreates } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { isOwnName, sightingsOf } from "#suites/petstore/shared/evidence/settling.ts";
import { type Sighting, sightingsBy } from "#suites/petstore/shared/evidence/store.ts";
import { everyList, petOfThisRun } from "#suites/petstore/shared/steps/named-steps.ts";

/**
 * STATUS-1. Subject: a pet in a list, between two lists that show it with one other status (ruling 4). Others may
 * change a status by means that are not shown, but hardly there and back within a run: the filter itself writes the
 * status. The same holds for a pet without a status before and after. The name must be the same, too: ids beyond a
 * double may be rounded, and two pets then look like one.
 */
export const backAndForth = traceCheck("STATUS-1", everyList, [], (facts, observe) => {
  const createdWithout = new Set(
    acceptedCreates(facts).flatMap(({ sent, sentStatus }) => (sentStatus ? [] : [sent.name])),
  );
  return [...sightingsBy(facts).id].flatMap(([id, all]): Observation | [] => {
    // Pets created with a status, and invalid statuses, are judged elsewhere.
    const seen = all.filter(
      ({ answer, pet }) =>
        isList(answer) &&
        (pet.status === undefined
          ? isStatusless(pet, answer)
          : petstore(facts.contract).statuses.includes(pet.status)) &&
        (!isOwnName(pet.name, facts) || createdWithout.has(pet.name)),
    );
    if (id === undefined || seen.every(({ pet }) => pet.status === seen[0]?.pet.status)) return [];
    const settled = seen.filter((now) => !mayLag(now, seen, facts));
    const back = settled.find((later) => changedBefore(later, settled) !== undefined);
    const changed = back && changedBefore(back, settled);
    if (back === undefined || changed === undefined) return [];
    return observe.broken(
      changed.answer,
      `pet ${id} with ${back.pet.status === undefined ? "no status" : `the status ${back.pet.status}`}, as before and after`,
      { seen: `the status ${changed.pet.status}`, place: inBody(`${changed.pet.pointer}/status`) },
      back.answer,
    );
  });
});

/** True where the pet has no status although other pets in the list have one. */
function isStatusless({ node }: PetView, list: Answered): boolean {
  return (
    member(node, "status") === undefined && (petsIn(list) ?? []).some(({ status }) => status !== undefined)
  );
}

/** True so shortly after a change that the list may still show what was seen before it (ruling 6). */
function mayLag(now: Sighting, seen: readonly Sighting[], { setting }: Facts): boolean {
  return seen.some(
    (change) =>
      change.pet.status !== now.pet.status &&
      isBefore(change.answer, now.answer) &&
      !isAfter(now.answer, change.answer, setting.consistencyWaitMs) &&
      seen.some(({ pet, answer }) => pet.status === now.pet.status && isBefore(answer, change.answer)),
  );
}

/** The list that shows another status than one before it and this one after it. */
function changedBefore(later: Sighting, seen: readonly Sighting[]): Sighting | undefined {
  return seen.find(
    (middle) =>
      middle.pet.status !== undefined &&
      middle.pet.status !== later.pet.status &&
      middle.pet.name === later.pet.name &&
      isBefore(middle.answer, later.answer) &&
      seen.some(
        ({ pet, answer }) =>
          pet.status === later.pet.status && pet.name === later.pet.name && isBefore(answer, middle.answer),
      ),
  );
}

/**
 * STATUS-1. Subject: a pet of this run in a list of another status than it was created with. If no answer shows the status
 * that it was created with, the create lost it: CREATE-20 judges that.
 */
export const ownPetInItsStatus = traceCheck("STATUS-1", petOfThisRun, [], (facts, observe) => {
  const observed = acceptedCreates(facts).flatMap((accepted): BrokenObservation | [] => {
    const { sent, sentStatus, exchange } = accepted;
    if (!sentStatus) return [];
    // If ids are wrong, the id may be another pet's: CREATE-3 judges that.
    const shown = sightingsOf(accepted, facts).filter(({ pet }) => pet.name === sent.name);
    const right = shown.find(({ pet }) => pet.status === sent.status);
    const wrong = shown.find(({ pet, answer }) => {
      const filter = asked(answer, "status");
      return filter !== undefined && filter !== sent.status && pet.status === filter;
    });
    if (right === undefined || wrong === undefined) return [];
    return observe.broken(
      wrong.answer,
      `no pet that was created ${sent.status}`,
      {
        seen: `the pet ${wrong.pet.id ?? "of unknown id"} as ${wrong.pet.status}`,
        place: inBody(`${wrong.pet.pointer}/status`),
      },
      exchange,
      right.answer,
    );
  });
  // A filter writes into many pets at once: the first of an answer stands for all.
  return [...new Map(observed.toReversed().map((o) => [o.finding.exchange, o])).values()];
});
