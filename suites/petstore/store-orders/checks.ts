import { type StepRef, stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal, scenario } from "#core/check/check.ts";
import { byStatus, refused } from "#core/check/expectation.ts";
import { type Answered, type Facts, hasStatus } from "#core/check/facts.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { notApplicable, untested } from "../reasons.ts";
import { notRefusedWithKey, wrongKey } from "../shared/steps/controls.ts";
import { noKey } from "../shared/steps/requests.ts";
import { absent, orders, ordersAgain, ordersRequest } from "../shared/steps/store-orders.ts";

/** ORDERS-1. Subject: the orders with a key. 403, the body and the success status are not judged (ruling 17). */
export const ordersExist = scenario("ORDERS-1", () => [
  { step: orders, expect: existing },
  { step: ordersAgain, expect: existing },
]);

const existing = byStatus(
  "served",
  "the answer of an operation that exists: not 404, 405 or 5xx, and not 401 to a key that works elsewhere",
  (answer) => !hasStatus(answer, ...absent, 401) && answer.outcome.answer.status < 500,
);

/** Ruling 14: where the orders do not exist even with a key, their 401 is not judged. */
function exists(_: Answered, facts: Facts): Unresolved | undefined {
  const answer = facts.answer(orders);
  if (answer !== undefined && hasStatus(answer, 401)) return untested("orders-reject-key");
  return answer !== undefined && hasStatus(answer, ...absent) ? notApplicable("no-orders") : undefined;
}

function ordersCase(step: StepRef, profile: Depth, credential: typeof wrongKey): RefusalCase {
  return {
    step: {
      ...{ ...step, profile, requires: [orders] },
      request: (facts) => ordersRequest(facts, credential(facts, step.id)),
    },
    control: notRefusedWithKey(orders),
    precondition: exists,
    expect: refused(401),
  };
}

/** ORDERS-2. Subject: the orders without a valid key. Control: with it they are not answered 401. */
export const ordersNeedKey = refusal("ORDERS-2", () => [
  ordersCase(stepRef("no-key/orders", "no key, orders"), "standard", () => noKey),
  ordersCase(stepRef("wrong-key/orders", "wrong key, orders"), "extended", wrongKey),
]);
