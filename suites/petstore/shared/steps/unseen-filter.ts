import type { Facts } from "../../../../src/core/check/facts.ts";
import { type Step, stepRef } from "../../../../src/core/check/step.ts";
import { notApplicable } from "../../reasons.ts";
import { petstore } from "../../roles.ts";
import { listedPets } from "../evidence/store.ts";
import { firstList } from "./named-steps.ts";
import { listPets } from "./requests.ts";

/**
 * Asks for a status that no listed pet has, so that the list may be empty. Checks on every list then see an empty one,
 * which there is not once pets have been created.
 */
export const unseenFilter: Step = {
  ...stepRef("status/unseen", "status that no listed pet has"),
  profile: "standard",
  priority: "common",
  requires: [firstList],
  phase: "opening",
  expectedValidity: "valid",
  alreadyShown: (facts) => unseenStatus(facts) === undefined,
  request: (facts) => {
    const status = unseenStatus(facts);
    return status === undefined ? notApplicable("all-statuses-listed") : listPets({ status });
  },
};

function unseenStatus(facts: Facts): string | undefined {
  const seen = new Set(listedPets(facts).map(({ pet }) => pet.status));
  return petstore(facts.contract).statuses.find((status) => !seen.has(status));
}
