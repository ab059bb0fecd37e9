import { stepRef } from "#core/check/case.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Credential, Exchange, RequestSpec } from "#core/exchange/exchange.ts";
import { firstList } from "./named-steps.ts";
import { getOrders, notInDocument, validKey } from "./requests.ts";

export const orders: Step = {
  ...stepRef("orders"),
  profile: "quick",
  requires: [firstList],
  request: (facts) => ordersRequest(facts),
};

/** After the creates and the wrong requests (ruling 32): the first answer may have been the only right one. */
export const ordersAgain: Step = {
  ...orders,
  ...stepRef("orders/again", "orders again"),
  ...{ profile: "thorough", requires: [orders], phase: "again" },
};

export function ordersRequest(facts: Facts, credential: Credential = validKey): RequestSpec | Unresolved {
  return facts.contract.operations.has("storeOrders") ? getOrders(credential) : notInDocument("storeOrders");
}

/** Ruling 14: where the orders do not exist even with a key, their 401 is not judged. */
export function isOfAbsentOrders(
  exchange: Exchange,
  { contract, answer, notSent }: Pick<Facts, "contract" | "answer" | "notSent">,
): boolean {
  if (contract.classify(exchange.request).operation !== "storeOrders") return false;
  const withKey = answer(orders);
  return (
    notSent(orders) !== undefined ||
    withKey === undefined ||
    [404, 405, 501].includes(withKey.outcome.answer.status)
  );
}
