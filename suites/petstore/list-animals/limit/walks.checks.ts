import { scenario } from "../../../../src/core/check/check.ts";
import { petstore } from "../../roles.ts";
import { askedLimit } from "../../shared/evidence/store.ts";
import { asks, walkStep } from "../../shared/generated/walks.ts";
import { asManyAsAsked, onlyLists, storeHoldsMoreThan } from "../../shared/steps/lists.ts";

/** LIST-2. Subject: a list without a limit, between creates, reads and other lists. */
export const defaultOnWalk = scenario("LIST-2", (contract) => {
  const { limit } = petstore(contract);
  return limit.default === undefined
    ? []
    : [
        {
          step: walkStep,
          of: asks(),
          precondition: onlyLists,
          expect: asManyAsAsked,
          vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, limit.default ?? 0),
        },
      ];
});

/** LIST-4. Subject: a list with a limit, between creates, reads and other lists. */
export const limitOnWalk = scenario("LIST-4", (contract) => {
  const { limit } = petstore(contract);
  return limit.declared
    ? [
        {
          step: walkStep,
          of: asks("limit"),
          precondition: onlyLists,
          expect: asManyAsAsked,
          vacuousWhen: (answer, facts) => storeHoldsMoreThan(facts, askedLimit(answer, facts) ?? 0),
        },
      ]
    : [];
});
