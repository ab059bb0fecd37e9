import { refused, served } from "../../src/core/check/answers.ts";
import { type RefusalCase, refusal, scenario } from "../../src/core/check/check.ts";
import { anyOf } from "../../src/core/check/expectation.ts";
import type { Step } from "../../src/core/check/step.ts";
import type { Contract } from "../../src/core/contract/contract.ts";
import { listOf, validList } from "../petstore/pet-answers.ts";
import { petstore } from "../petstore/roles.ts";
import { listAnswered } from "../steps/controls.ts";
import {
  firstList,
  limitOf,
  limitOfLetters,
  limitsBeforeLists,
  listAfterLimit,
  listWithoutKey,
  listWithWrongKey,
  unknownStatusFilter,
} from "../steps/named-steps.ts";
import { listPets } from "../steps/requests.ts";
import { onlyLists, storeHoldsMoreThan } from "./list-pets.ts";

/**
 * The most ordinary request once more, right after one like it that was wrong: neither that one nor a cache may change it
 * (ruling 32).
 */
function listsAfterLimits(contract: Contract): readonly Step[] {
  return limitsBeforeLists(contract).map((limit) => ({
    label: listAfterLimit(limit).label,
    profile: "thorough",
    priority: "typical",
    requires: [firstList, limitOf(limit)],
    waitsFor: [unknownStatusFilter, listWithoutKey, listWithWrongKey],
    phase: "again",
    expectedValidity: "valid",
    request: () => listPets(),
  }));
}

/** LIST-1. Subject: the list, asked for again in the same way. */
export const servedAgain = scenario("LIST-1", (contract) =>
  listsAfterLimits(contract).map((step) => ({ step, expect: served(200) })),
);

/** LIST-2. Subject: the same; that a limit was wrong before does not lift the default. */
export const defaultAgain = scenario("LIST-2", (contract) => {
  const { default: most } = petstore(contract).limit;
  if (most === undefined) return [];
  return listsAfterLimits(contract).map((step) => ({
    step,
    label: "no limit",
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
      label: `${limitOfLetters.label} again`,
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
      label: `status ${status} and limit ${tooMany}`,
      priority: "frequent",
      requires: [firstList],
      request: () => listPets({ status, limit: tooMany }),
    });
  }
  if (other !== undefined) {
    wrong.push({
      label: `status ${other} and limit abc`,
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

/** STATUS-3. Subject: a filter that is none of the enumeration, beside a limit. */
export const unknownStatusAndLimit = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { limit, statuses } = petstore(contract);
  const { declared, maximum, minimum = 1 } = limit;
  if (!declared || statuses.length === 0) return [];
  return [
    {
      step: {
        label: `${unknownStatusFilter.label}, and limit ${minimum}`,
        profile: "thorough",
        priority: "regular",
        requires: [firstList],
        expectedValidity: "invalid",
        request: () => listPets({ status: "conformance-unknown", limit: minimum }),
      },
      control: listAnswered(firstList),
      expect: anyOf(refused("4xx"), validList({ atMost: maximum })),
    },
  ];
});
