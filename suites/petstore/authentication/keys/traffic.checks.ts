import { wrongStatus } from "#core/check/expectation.ts";
import { answeredWith, isRemoved } from "#core/check/facts.ts";
import { recordedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";

/**
 * AUTH-2. Subject: each success, and each 401, to a request of which it is known that it had no credential. Anything else
 * may come from what stands in front of the service.
 */
export const servedWithoutKey = recordedAnswers("AUTH-2", (answer, observe, facts) => {
  const { operation } = facts.contract.classify(answer.request);
  if (operation === undefined || operation === "storeOrders") return undefined;
  if (answer.request.credential.kind !== "none" || isRemoved(answer, facts)) return undefined;
  if (answeredWith(answer, 401)) return observe.held(answer);
  if (!answeredWith(answer, 200, 201)) return undefined;
  return observe.broken(answer, "401, since there was no key", wrongStatus(answer));
});
