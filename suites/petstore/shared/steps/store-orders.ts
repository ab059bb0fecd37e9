import { stepRef } from "#core/check/case.ts";
import { type Facts, hasStatus } from "#core/check/facts.ts";
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

/** What a router answers for a path that it does not know. */
export const absent = [404, 405, 501];

/** True where nothing shows that there are orders. */
export function ordersAreAbsent({ answer, notSent }: Facts): boolean {
  const withKey = answer(orders);
  return notSent(orders) !== undefined || withKey === undefined || hasStatus(withKey, ...absent);
}

/** Ruling 14: where the orders do not exist even with a key, their 401 is not judged. */
export function isOfAbsentOrders(exchange: Exchange, facts: Facts): boolean {
  return facts.contract.classify(exchange.request).operation === "storeOrders" && ordersAreAbsent(facts);
}
