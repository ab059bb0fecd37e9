import { expect, test } from "vitest";
import { getOrders } from "./requests.ts";
import { orders, ordersExist } from "./store-orders.ts";
import { contract, factsOf } from "./testing/sample-evidence.ts";

test("orders exist unless they are answered 404, 405, 501, any 5xx, or 401 to the key", () => {
  const isMissing = (status: number): boolean | undefined => {
    const facts = factsOf([{ label: orders.label, request: getOrders(), status, body: {} }]);
    const answer = facts.answer(orders.label);
    const [only] = ordersExist.cases(contract);
    return answer && only?.expect.mismatch(answer, facts) !== undefined;
  };
  for (const status of [401, 404, 405, 500, 501, 503])
    expect([status, isMissing(status)]).toEqual([status, true]);
  for (const status of [200, 204, 400, 403, 406, 422, 499])
    expect([status, isMissing(status)]).toEqual([status, false]);
});
