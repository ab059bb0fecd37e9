import { expect, test } from "vitest";
import { judgedCase } from "#testing/suites/judged-by-one-check.ts";
import { contract, factsOf, idOf } from "#testing/suites/sample-evidence.ts";
import { getOrders, noKey } from "../shared/steps/requests.ts";
import { orders } from "../shared/steps/store-orders.ts";
import { ordersExist, ordersNeedKey } from "./checks.ts";

test("orders exist unless they are answered 404, 405, 501, any 5xx, or 401 to the key", () => {
  const judged = (status: number) =>
    judgedCase(
      ordersExist,
      orders,
      factsOf([{ label: orders.label, request: getOrders(), status, body: {} }]),
    );
  for (const status of [401, 404, 405, 500, 501, 503])
    expect([status, judged(status)]).toEqual([status, "broken"]);
  for (const status of [200, 204, 400, 403, 406, 422, 499])
    expect([status, judged(status)]).toEqual([status, "held"]);
});

test("where the orders do not exist, or refuse the valid key too, their 401 without one is not judged", () => {
  const isJudged = (status: number): readonly boolean[] => {
    const facts = factsOf([
      { label: orders.label, request: getOrders(), status, body: {} },
      { label: "no key, orders", request: getOrders(noKey), status: 401, body: {} },
    ]);
    const answer = facts.answer({ id: idOf("no key, orders") });
    return ordersNeedKey
      .cases(contract)
      .map(({ precondition }) => answer !== undefined && precondition?.(answer, facts) === undefined);
  };
  for (const status of [401, 404, 405, 501]) expect([status, ...isJudged(status)]).not.toContain(true);
  for (const status of [200, 403, 500]) expect([status, ...isJudged(status)]).not.toContain(false);
});
