import { traceCheck } from "../../../../src/core/check/check.ts";
import type { Answered } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import { observer } from "../../../../src/core/check/observe.ts";
import { inBody, type Observation } from "../../../../src/core/check/verdict.ts";
import { member } from "../../../../src/core/json/read.ts";
import { type PetView, petsIn } from "../../pets.ts";
import { petstore } from "../../roles.ts";
import { everyList } from "../../shared/cases.ts";
import { acceptedCreates } from "../../shared/evidence/accepted-creates.ts";
import { changedBetween } from "../../shared/evidence/changes.ts";
import { isOwnName } from "../../shared/evidence/settling.ts";
import { sightingsBy } from "../../shared/evidence/store.ts";

/**
 * STATUS-1. Subject: a pet in a list, between two lists that show it with one other status, none of them so soon after another
 * that it may lag (rulings 4, 6). Others may change a status by means that are not shown, but hardly there and back within a run:
 * then the filter itself writes the status. The same holds for a pet that has no status before and after. Ids beyond a double
 * may be rounded, so that two pets seem one: the name has to be the same, too.
 */
export const thereAndBack = traceCheck("STATUS-1", [], (facts) => {
  const observe = observer("STATUS-1", everyList);
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
    const back = seen.find((later) => changedBetween(later, seen, ofStatus, facts) !== undefined);
    const changed = back && changedBetween(back, seen, ofStatus, facts);
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

const ofStatus = {
  isSame: (one: PetView, other: PetView) => one.status === other.status && one.name === other.name,
  isOther: (one: PetView, other: PetView) =>
    one.status !== undefined && one.status !== other.status && one.name === other.name,
};
