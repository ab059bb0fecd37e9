import type { Facts } from "../../../../src/core/check/facts.ts";
import type { Exchange } from "../../../../src/core/exchange/exchange.ts";
import { orders } from "../steps/store-orders.ts";

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
