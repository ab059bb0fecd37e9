import { caseOfStep } from "../../../../src/core/check/case.ts";
import { type PromisedCase, traceCheck } from "../../../../src/core/check/check.ts";
import { judgeStored, marked } from "../../shared/nothing-stored.ts";
import { sentinel, unauthenticatedCreates } from "../../shared/steps/named-steps.ts";

/** AUTH-5. Subject: every create without a valid key, whatever it was answered. */
export const unauthenticatedStoresNothing = traceCheck(
  "AUTH-5",
  [unauthenticatedCreates.withoutKey, unauthenticatedCreates.withWrongKey].map(
    (step): PromisedCase => ({ case: step, profile: "standard", from: [step, sentinel] }),
  ),
  (facts) => judgeStored("AUTH-5", caseOfStep, marked(Object.values(unauthenticatedCreates), facts), facts),
);
