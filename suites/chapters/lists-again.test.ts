import { expect, test } from "vitest";
import { isUnresolved } from "../../src/check/unresolved.ts";
import { requestsAsked } from "../../testing/suites/asked-requests.ts";
import { contract, factsOf } from "../../testing/suites/sample-evidence.ts";
import { firstList, limitOfLetters } from "../steps/named-steps.ts";
import { defaultAgain, servedAgain, unknownStatusAndLimit, wrongLimitElsewhere } from "./lists-again.ts";

const facts = factsOf([]);

test("the list is asked for again as it was at first, after wrong ones", async () => {
  const [one] = servedAgain.cases(contract);
  if (one === undefined) throw new Error("no case");
  expect(await requestsAsked(one.step, facts)).toEqual(await requestsAsked(firstList, facts));
  expect(one.step.waitsFor).toContainEqual(limitOfLetters);
  expect(defaultAgain.cases(contract).map(({ step }) => step.label)).toEqual([one.step.label]);
});

test("what is wrong beside a filter or a limit is refused by the contract, and by nothing else in the request", () => {
  const cases = [...wrongLimitElsewhere.cases(contract), ...unknownStatusAndLimit.cases(contract)];
  expect(cases).toHaveLength(4);
  for (const { step } of cases) {
    const asked = step.request(facts);
    if (isUnresolved(asked) || "series" in asked) throw new Error(step.label);
    expect([step.label, contract.classify(asked).allowed]).toEqual([step.label, false]);
  }
});
