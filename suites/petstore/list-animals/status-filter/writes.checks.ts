import { traceCheck } from "../../../../src/core/check/check.ts";
import type { Facts } from "../../../../src/core/check/facts.ts";
import { observer } from "../../../../src/core/check/observe.ts";
import { type BrokenObservation, inBody, type Observation } from "../../../../src/core/check/verdict.ts";
import { asked } from "../../asked.ts";
import type { PetView } from "../../pets.ts";
import { petOfThisRun } from "../../shared/cases.ts";
import { acceptedCreates } from "../../shared/evidence/accepted-creates.ts";
import { sightingsOf } from "../../shared/evidence/created-in-lists.ts";

/**
 * STATUS-1. Subject: a pet of this run in a list of another status than it was created with. If no answer shows the status
 * that it was created with, the create lost it: CREATE-20 judges that.
 */
export const ownPetInItsStatus = traceCheck("STATUS-1", [], (facts: Facts) => {
  const observe = observer("STATUS-1", petOfThisRun);
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
        place: statusOf(wrong.pet),
      },
      exchange,
      right.answer,
    );
  });
  return onePerAnswer(observed);
});

/** A filter writes into many pets at once: the first of an answer stands for all. */
function onePerAnswer(observed: readonly BrokenObservation[]): readonly Observation[] {
  return [...new Map(observed.toReversed().map((o) => [o.finding.exchange, o])).values()];
}

function statusOf({ pointer }: PetView) {
  return inBody(`${pointer}/status`);
}
