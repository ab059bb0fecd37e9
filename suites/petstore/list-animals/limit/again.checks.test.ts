import { expect, test } from "vitest";
import { isUnresolved } from "#core/check/unresolved.ts";
import { recorded } from "#core/contract/recorded.ts";
import { firstList, limitOf, limitOfLetters } from "#suites/petstore/shared/steps/named-steps.ts";
import { requestsAsked } from "#testing/suites/asked-requests.ts";
import { contract, factsOf } from "#testing/suites/sample-evidence.ts";
import { servedAgain } from "../lists/checks.ts";
import { unknownStatusAndLimit } from "../status-filter/checks.ts";
import { defaultAgain, wrongLimitElsewhere } from "./again.checks.ts";

const facts = factsOf([]);

test("the list is asked for again as it was at first, after wrong ones", async () => {
  const cases = servedAgain.cases(contract);
  for (const { step } of cases)
    expect(await requestsAsked(step, facts)).toEqual(await requestsAsked(firstList, facts));
  expect(cases.map(({ step }) => step.requires?.at(-1))).toEqual([limitOf(0), limitOf(101), limitOfLetters]);
  expect(defaultAgain.cases(contract).map(({ step }) => step.label)).toEqual(
    cases.map(({ step }) => step.label),
  );
});

test("what is wrong beside a filter or a limit is refused by the contract, and by nothing else in the request", () => {
  const cases = [...wrongLimitElsewhere.cases(contract), ...unknownStatusAndLimit.cases(contract)];
  expect(cases).toHaveLength(4);
  for (const { step } of cases) {
    const asked = step.request(facts);
    if (isUnresolved(asked) || "series" in asked) throw new Error(step.label);
    expect([step.label, recorded(contract.classify(asked).findings).allowed]).toEqual([step.label, false]);
  }
});
