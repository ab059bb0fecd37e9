import { scenario } from "../../src/check/check.ts";
import type { Facts } from "../../src/check/facts.ts";
import type { Step } from "../../src/check/step.ts";
import { askedStatus, listedPets } from "../evidence/store.ts";
import { firstList } from "../steps/named-steps.ts";
import { listPets } from "../steps/requests.ts";
import { onlyLists } from "./list-pets.ts";
import { filterCouldShow, listOfStatus } from "./status-filter.ts";

/** A status that no listed pet has: the list of it may be empty, as none is once pets were created. */
const unseenFilter: Step = {
  label: "status that no listed pet has",
  profile: "standard",
  priority: "common",
  requires: [firstList],
  phase: "opening",
  expectedValidity: "valid",
  request: (facts) => {
    const status = unseenStatus(facts);
    return status === undefined
      ? { reason: "the first list shows pets of every status", kind: "not-applicable" }
      : listPets({ status });
  },
};

function unseenStatus(facts: Facts): string | undefined {
  const seen = new Set(listedPets(facts).map(({ pet }) => pet.status));
  return facts.contract.statuses.find((status) => !seen.has(status));
}

/** STATUS-1. Subject: a filtered list that may have nothing in it. */
export const exactStatusOfNone = scenario("STATUS-1", () => [
  {
    step: unseenFilter,
    precondition: onlyLists,
    expect: {
      kind: "served",
      words: "200 with a list, every pet of that status",
      mismatch: (answer, facts) => listOfStatus(askedStatus(answer) ?? "", undefined).mismatch(answer, facts),
    },
    vacuousWhen: (answer, facts) =>
      filterCouldShow(answer, facts, askedStatus(answer) ?? "") && {
        reason: "the list is empty, or every pet that was seen has that status",
        kind: "not-applicable",
      },
  },
]);
