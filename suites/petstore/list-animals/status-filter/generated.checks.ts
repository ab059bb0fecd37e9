import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal } from "#core/check/check.ts";
import { asked } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { askedLimit } from "#suites/petstore/shared/evidence/store.ts";
import { generatedStep, meets, statusesOutside } from "#suites/petstore/shared/generated/values.ts";
import { asks, listsOnWalk, ofAskedStatus } from "#suites/petstore/shared/generated/walks.ts";
import { listAnswered } from "#suites/petstore/shared/steps/controls.ts";
import { filterAndLimitCouldShow, filterCouldShow } from "#suites/petstore/shared/steps/filtered-lists.ts";
import { asManyAsAsked, refusedOrWithin } from "#suites/petstore/shared/steps/lists.ts";
import { firstList } from "#suites/petstore/shared/steps/named-steps.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";

/** STATUS-3. Subject: an answer to a generated filter outside the enumeration. */
export const generatedWrongStatuses = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { statuses, limit } = petstore(contract);
  const expect = refusedOrWithin(limit.maximum);
  const step = generatedStep(
    { ...stepRef("generated status filters"), requires: [firstList], expectedValidity: "invalid" },
    {
      runs: 8,
      inputs: (fc) => statusesOutside(fc, statuses),
      request: (status) => listPets({ status }),
      holds: meets(expect),
    },
  );
  return statuses.length > 0 ? [{ step, control: listAnswered(firstList), expect }] : [];
});

/** STATUS-1. Subject: a filtered list, with a limit or without, between creates, reads and other lists. */
export const statusOnWalk = listsOnWalk("STATUS-1", ({ statuses }) => statuses.length > 0, {
  of: (exchange) => asks("status")(exchange) || asks("status", "limit")(exchange),
  expect: ofAskedStatus,
  vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, asked(answer, "status") ?? ""),
});

/** STATUS-2. Subject: the same with a limit. */
export const bothOnWalk = listsOnWalk(
  "STATUS-2",
  ({ statuses, limit }) => statuses.length > 0 && limit.declared,
  {
    of: asks("status", "limit"),
    expect: asManyAsAsked,
    vacuousWhen: (answer, facts) =>
      filterAndLimitCouldShow(answer, facts, asked(answer, "status") ?? "", askedLimit(answer, facts) ?? 0),
  },
);
