import { scenario } from "../../../../src/core/check/check.ts";
import { asked } from "../../pets.ts";
import { petstore } from "../../roles.ts";
import { askedLimit } from "../../shared/evidence/store.ts";
import { asks, ofAskedStatus, walkStep } from "../../shared/generated/walks.ts";
import { filterAndLimitCouldShow, filterCouldShow } from "../../shared/steps/filtered-lists.ts";
import { asManyAsAsked, onlyLists } from "../../shared/steps/lists.ts";

/** STATUS-1. Subject: a filtered list, with a limit or without, between creates, reads and other lists. */
export const statusOnWalk = scenario("STATUS-1", (contract) => {
  const { statuses } = petstore(contract);
  return statuses.length === 0
    ? []
    : [
        {
          step: walkStep,
          of: (exchange) => asks("status")(exchange) || asks("status", "limit")(exchange),
          precondition: onlyLists,
          expect: ofAskedStatus,
          vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, asked(answer, "status") ?? ""),
        },
      ];
});

/** STATUS-2. Subject: the same with a limit. */
export const bothOnWalk = scenario("STATUS-2", (contract) => {
  const { statuses, limit } = petstore(contract);
  return statuses.length === 0 || !limit.declared
    ? []
    : [
        {
          step: walkStep,
          of: asks("status", "limit"),
          precondition: onlyLists,
          expect: asManyAsAsked,
          vacuousWhen: (answer, facts) =>
            filterAndLimitCouldShow(
              answer,
              facts,
              asked(answer, "status") ?? "",
              askedLimit(answer, facts) ?? 0,
            ),
        },
      ];
});
