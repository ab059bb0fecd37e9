import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal } from "#core/check/check.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { generatedStep, meets, statusesOutside } from "#suites/petstore/shared/generated/values.ts";
import { listAnswered } from "#suites/petstore/shared/steps/controls.ts";
import { refusedOrWithin } from "#suites/petstore/shared/steps/lists.ts";
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
