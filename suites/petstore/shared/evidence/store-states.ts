import { derived, type Facts } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import type { StoreStates } from "../../../../src/core/check/suite.ts";
import { derivedFrom } from "../../../../src/core/exchange/derived-from.ts";
import { type Exchange, isAfter } from "../../../../src/core/exchange/exchange.ts";
import { isCreated, petIn } from "../../pets.ts";
import { untested } from "../../reasons.ts";
import { petstore } from "../../roles.ts";
import { storeHoldsMoreThan } from "../steps/lists.ts";
import { isCreate } from "./accepted-creates.ts";
import { seenIds } from "./store.ts";

/**
 * How many pets the store held, as far as answers show. Where the default and the maximum of `limit` lie decides what a list shows:
 * a store of fewer pets shows neither.
 */
export function storeStates(facts: Facts): StoreStates | undefined {
  if (!facts.exchanges.some((exchange) => isList(exchange))) return undefined;
  const { default: standard, maximum } = petstore(facts.contract).limit;
  const bounds = [...new Set([0, standard, maximum].filter((one) => one !== undefined))].sort(
    (a, b) => a - b,
  );
  const states = bounds.map((most, i) => {
    const below = bounds[i - 1];
    return { most, name: below === undefined ? "empty store" : `${below + 1} to ${most} pets` };
  });
  const largest = `more than ${bounds.at(-1)} pets`;
  return {
    names: [...states.map(({ name }) => name), largest],
    of: derivedFrom((exchange) => {
      const held = heldBefore(exchange, facts);
      return states.find(({ most }) => held <= most)?.name ?? largest;
    }),
    whyNot: (name) => {
      const least = (bounds[states.findIndex((state) => state.name === name) - 1] ?? bounds.at(-1)) || 0;
      const tooFew = name === states[0]?.name ? undefined : storeHoldsMoreThan(facts, least);
      return tooFew ?? untested("store-held-more", {}, { change: "a store with fewer pets" });
    },
  };
}

/** No operation removes a pet: what was seen at any time, and not created since, was there. */
function heldBefore(exchange: Exchange, facts: Facts): number {
  const { found, creates } = pets(facts);
  // On a virtual clock much happens at one instant.
  return found + creates.filter((create) => create.id < exchange.id && isAfter(exchange, create)).length;
}

const pets = derived((facts: Facts) => {
  const creates = facts.exchanges.filter((exchange) => isCreate(exchange) && isCreated(exchange));
  const own = new Set(creates.flatMap((exchange) => petIn(exchange)?.id ?? []));
  return { found: [...seenIds(facts)].filter((id) => !own.has(id)).length, creates };
});
