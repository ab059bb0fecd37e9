import { petstore } from "#suites/petstore/roles.ts";
import { askedLimit } from "#suites/petstore/shared/evidence/store.ts";
import { asks, listsOnWalk } from "#suites/petstore/shared/generated/walks.ts";
import { asManyAsAsked, storeHoldsMoreThan } from "#suites/petstore/shared/steps/lists.ts";

/** LIST-2. Subject: a list without a limit, between creates, reads and other lists. */
export const defaultOnWalk = listsOnWalk("LIST-2", ({ limit }) => limit.default !== undefined, {
  of: asks(),
  expect: asManyAsAsked,
  vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, petstore(facts.contract).limit.default ?? 0),
});

/** LIST-4. Subject: a list with a limit, between creates, reads and other lists. */
export const limitOnWalk = listsOnWalk("LIST-4", ({ limit }) => limit.declared, {
  of: asks("limit"),
  expect: asManyAsAsked,
  vacuousWhen: (answer, facts) => storeHoldsMoreThan(facts, askedLimit(answer, facts) ?? 0),
});
