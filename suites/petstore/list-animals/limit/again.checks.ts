import { type RefusalCase, refusal, scenario } from "../../../../src/core/check/check.ts";
import { anyOf, refused } from "../../../../src/core/check/expectation.ts";
import { type Step, stepRef } from "../../../../src/core/check/step.ts";
import { listOf, validList } from "../../pet-answers.ts";
import { petstore } from "../../roles.ts";
import { withoutLimit } from "../../shared/cases.ts";
import { listAnswered } from "../../shared/steps/controls.ts";
import { listsAfterLimits, onlyLists, storeHoldsMoreThan } from "../../shared/steps/lists.ts";
import { firstList, limitOf, limitOfLetters, listAfterLimit } from "../../shared/steps/named-steps.ts";
import { listPets } from "../../shared/steps/requests.ts";

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
  const { declared, maximum, minimum = 1 } = limit;
  if (!declared) return [];
  const wrong: Omit<Step, "profile" | "expectedValidity">[] = [
    {
      ...stepRef(`${limitOfLetters.id}/again`, `${limitOfLetters.label} again`),
      priority: "rare",
      requires: [limitOfLetters],
      waitsFor: [listAfterLimit("abc")],
      request: () => listPets({ limit: "abc" }),
    },
  ];
  const [status, other = status] = statuses;
  if (status !== undefined && maximum !== undefined) {
    const tooMany = maximum * 10;
    wrong.push({
      ...stepRef(`status/${status}/limit/${tooMany}`, `status ${status} and limit ${tooMany}`),
      priority: "frequent",
      requires: [firstList],
      request: () => listPets({ status, limit: tooMany }),
    });
  }
  if (other !== undefined) {
    wrong.push({
      ...stepRef(`status/${other}/limit/abc`, `status ${other} and limit abc`),
      priority: "occasional",
      requires: [firstList],
      request: () => listPets({ status: other, limit: "abc" }),
    });
  }
  return wrong.map((step) => ({
    step: { ...step, profile: "thorough", expectedValidity: "invalid" },
    control: listAnswered(limitOf(minimum)),
    expect: anyOf(refused("4xx"), validList({ atMost: maximum })),
  }));
});
