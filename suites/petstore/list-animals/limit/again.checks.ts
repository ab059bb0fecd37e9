import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal, scenario } from "#core/check/check.ts";
import type { Priority } from "#core/check/step.ts";
import { listOf } from "#suites/petstore/pet-answers.ts";
import { petstore } from "#suites/petstore/roles.ts";
import {
  listsAfterLimits,
  onlyLists,
  storeHoldsMoreThan,
  wrongList,
} from "#suites/petstore/shared/steps/lists.ts";
import {
  filterAndLimit,
  limitOfLetters,
  listAfterLimit,
  withoutLimit,
} from "#suites/petstore/shared/steps/named-steps.ts";

/** LIST-2. Subject: the same after a wrong limit, which does not lift the default. */
export const defaultAgain = scenario("LIST-2", (contract) => {
  const { default: most } = petstore(contract).limit;
  if (most === undefined) return [];
  return listsAfterLimits(contract).map((step) => ({
    step,
    case: withoutLimit,
    precondition: onlyLists,
    expect: listOf({ atMost: most }),
    vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, most),
  }));
});

/** LIST-6. Subject: a limit that is wrong beside a filter, or for the second time. */
export const wrongLimitElsewhere = refusal("LIST-6", (contract): readonly RefusalCase[] => {
  const { limit, statuses } = petstore(contract);
  const [status, other = status] = statuses;
  if (!limit.declared) return [];
  const both = (filter: string | undefined, wrong: number | string, priority: Priority) => {
    if (filter === undefined) return [];
    const query = { status: filter, limit: wrong };
    return [wrongList(contract, filterAndLimit(filter, wrong), { priority, query })];
  };
  return [
    wrongList(contract, stepRef(`${limitOfLetters.id}/again`, `${limitOfLetters.label} again`), {
      priority: "rare",
      requires: [limitOfLetters],
      waitsFor: [listAfterLimit("abc")],
      query: { limit: "abc" },
    }),
    ...(limit.maximum === undefined ? [] : both(status, limit.maximum * 10, "frequent")),
    ...both(other, "abc", "occasional"),
  ];
});
