import { refused, served } from "../../src/check/answers.ts";
import { type RefusalCase, refusal, scenario } from "../../src/check/check.ts";
import { anyOf } from "../../src/check/expectation.ts";
import type { Step } from "../../src/check/step.ts";
import { listOf, validList } from "../petstore/pet-answers.ts";
import { petstore } from "../petstore/roles.ts";
import { listAnswered } from "../steps/controls.ts";
import {
  firstList,
  limitOf,
  limitOfLetters,
  listWithoutKey,
  listWithWrongKey,
  unknownStatusFilter,
} from "../steps/named-steps.ts";
import { listPets } from "../steps/requests.ts";
import { onlyLists, storeHoldsMoreThan } from "./list-pets.ts";

/** The most ordinary request once more, after those like it that were wrong: neither they nor a cache may change it. */
const listAgain: Step = {
  label: "list again",
  profile: "thorough",
  priority: "typical",
  requires: [firstList],
  waitsFor: [limitOfLetters, unknownStatusFilter, listWithoutKey, listWithWrongKey],
  expectedValidity: "valid",
  request: () => listPets(),
};

/** LIST-1. Subject: the list, asked for again in the same way. */
export const servedAgain = scenario("LIST-1", () => [{ step: listAgain, expect: served(200) }]);

/** LIST-2. Subject: the same; that a limit was wrong before does not lift the default. */
export const defaultAgain = scenario("LIST-2", (contract) => {
  const { limit } = petstore(contract);
  const { default: most } = limit;
  if (most === undefined) return [];
  return [
    {
      step: listAgain,
      label: "no limit",
      precondition: onlyLists,
      expect: listOf({ atMost: most }),
      vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, most),
    },
  ];
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
