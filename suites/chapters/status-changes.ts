import { traceCheck } from "../../src/check/check.ts";
import { observer } from "../../src/check/observe.ts";
import { isList } from "../../src/check/pets.ts";
import { inBody } from "../../src/check/place.ts";
import type { Observation } from "../../src/check/verdict.ts";
import { isBefore } from "../../src/exchange/pacing/announcement.ts";
import { isOwnName } from "../evidence/settling.ts";
import { type Sighting, sightingsBy } from "../evidence/store.ts";

/**
 * STATUS-1. Subject: a pet in a list, between two lists that show it with one other status (ruling 4). Others may
 * change a status by means that are not shown, but not there and back within a run: the filter writes what it was asked
 * for. Ids beyond a double may be rounded, so that two pets seem one: the name has to be the same, too.
 */
export const thereAndBack = traceCheck(
  "STATUS-1",
  () => [],
  (facts) => {
    const observe = observer("STATUS-1", "every list");
    return [...sightingsBy(facts).id].flatMap(([id, all]): Observation[] => {
      // A created pet is held against its 201, and a status that is none against the document.
      const seen = all.filter(
        ({ answer, pet: { name, status } }) =>
          isList(answer) &&
          status !== undefined &&
          facts.contract.statuses.includes(status) &&
          !isOwnName(name, facts),
      );
      if (id === undefined || seen.every(({ pet }) => pet.status === seen[0]?.pet.status)) return [];
      const back = seen.find((later) => changedBefore(later, seen) !== undefined);
      const changed = back && changedBefore(back, seen);
      if (back === undefined || changed === undefined) return [];
      return [
        observe.broken(
          changed.answer,
          `pet ${id} with the status ${back.pet.status}, as before and after`,
          { seen: `the status ${changed.pet.status}`, place: inBody(`${changed.pet.pointer}/status`) },
          back.answer,
        ),
      ];
    });
  },
);

/** The list that shows another status than one before it and this one after it. */
function changedBefore(later: Sighting, seen: readonly Sighting[]): Sighting | undefined {
  return seen.find(
    (middle) =>
      middle.pet.status !== later.pet.status &&
      middle.pet.name === later.pet.name &&
      isBefore(middle.answer, later.answer) &&
      seen.some(
        ({ pet, answer }) =>
          pet.status === later.pet.status && pet.name === later.pet.name && isBefore(answer, middle.answer),
      ),
  );
}
