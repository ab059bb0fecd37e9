import { invariant, scenario } from "#core/check/check.ts";
import { served } from "#core/check/expectation.ts";
import { type Answered, answeredWith } from "#core/check/facts.ts";
import { observeBody } from "#core/check/observe.ts";
import { inBody } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { isRightList, petsIn } from "#suites/petstore/pets.ts";
import { listsAfterLimits, storeHoldsMoreThan } from "#suites/petstore/shared/steps/lists.ts";
import { everyList, firstList } from "#suites/petstore/shared/steps/named-steps.ts";

/** A 200 to an allowed list with the key; answers to wrong ones are judged by requirements of their own. */
function isServedList(exchange: Exchange, contract: Contract): exchange is Answered {
  return isRightList(exchange, contract) && answeredWith(exchange, 200);
}

/** LIST-1. Subject: the body of every 200 of listPets. */
export const listsAreLists = invariant("LIST-1", everyList, [], (exchange, { contract }, observe) => {
  if (!isServedList(exchange, contract)) return undefined;
  const schema = contract.operations.get("listPets")?.answer(200);
  return observeBody(observe, exchange, schema, "200 with an array of pets");
});

/** LIST-8. Subject: the ids of every list. */
export const idsOnce = invariant(
  "LIST-8",
  everyList,
  { profile: "quick", from: [firstList] },
  (exchange, facts, observe) => {
    if (!isServedList(exchange, facts.contract)) return undefined;
    const pets = petsIn(exchange) ?? [];
    if (pets.length < 2) return storeHoldsMoreThan(facts, 1);
    const seen = new Set<bigint>();
    for (const { id, pointer } of pets) {
      const mismatch = { seen: `the id ${id} twice`, place: inBody(`${pointer}/id`) };
      if (id !== undefined && seen.has(id)) return observe.broken(exchange, "each id once", mismatch);
      if (id !== undefined) seen.add(id);
    }
    return observe.held(exchange);
  },
);

/** LIST-1. Subject: the plain list; the invariant above judges every item. */
export const listServed = scenario("LIST-1", () => [{ step: firstList, expect: served(200) }]);

/** LIST-1. Subject: the list, asked for again in the same way. */
export const servedAgain = scenario("LIST-1", (contract) =>
  listsAfterLimits(contract).map((step) => ({ step, expect: served(200) })),
);
