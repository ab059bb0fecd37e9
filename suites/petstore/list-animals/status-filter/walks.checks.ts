import { asked } from "#suites/petstore/pets.ts";
import { askedLimit } from "#suites/petstore/shared/evidence/store.ts";
import { asks, listsOnWalk, ofAskedStatus } from "#suites/petstore/shared/generated/walks.ts";
import { filterAndLimitCouldShow, filterCouldShow } from "#suites/petstore/shared/steps/filtered-lists.ts";
import { asManyAsAsked } from "#suites/petstore/shared/steps/lists.ts";

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
