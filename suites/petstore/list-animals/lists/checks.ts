import { stepRef } from "#core/check/case.ts";
import { invariant, scenario, traceCheck } from "#core/check/check.ts";
import { served } from "#core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, hasStatus } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { jsonOf } from "#core/check/json-body.ts";
import { observeBody } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { asked, isList, isRightList, petsIn } from "#suites/petstore/pets.ts";
import { notApplicable, untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { listedPets, sightings } from "#suites/petstore/shared/evidence/store.ts";
import { listOfStatus } from "#suites/petstore/shared/steps/filtered-lists.ts";
import { listsAfterLimits, storeHoldsMoreThan } from "#suites/petstore/shared/steps/lists.ts";
import {
  everyList,
  firstCreate,
  firstList,
  inEveryRun,
  statusOfNone,
} from "#suites/petstore/shared/steps/named-steps.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";

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
export const idsOnce = invariant("LIST-8", everyList, inEveryRun, (exchange, facts, observe) => {
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
});

/** LIST-1. Subject: the plain list; the invariant above judges every item. */
export const listServed = scenario("LIST-1", () => [{ step: firstList, expect: served(200) }]);

/** LIST-1. Subject: the list, asked for again in the same way. */
export const servedAgain = scenario("LIST-1", (contract) =>
  listsAfterLimits(contract).map((step) => ({ step, expect: served(200) })),
);

/**
 * Asks for a status that no listed pet has, so that the list may be empty. Checks on every list then see an empty one,
 * which there is not once pets have been created.
 */
export const unseenFilter: Step = {
  ...stepRef("status/unseen", "status that no listed pet has"),
  profile: "standard",
  requires: [firstList],
  phase: "opening",
  expectedValidity: "valid",
  alreadyShown: (facts) => unseenStatus(facts) === undefined,
  request: (facts) => {
    const status = unseenStatus(facts);
    return status === undefined ? notApplicable("all-statuses-listed") : listPets({ status });
  },
};

/** The same for a store that is empty at first, as every list then is: asked once there is one pet, which has another status. */
export const unseenFilterOfOnePet: Step = {
  ...statusOfNone,
  profile: "standard",
  requires: [firstList, firstCreate],
  expectedValidity: "valid",
  alreadyShown: (facts) => listedPets(facts).length > 0,
  request: ({ contract }) => {
    const status = petstore(contract).statuses.at(-1);
    return status === undefined ? notApplicable("all-statuses-listed") : listPets({ status });
  },
};

function unseenStatus(facts: Facts): string | undefined {
  const seen = new Set(listedPets(facts).map(({ pet }) => pet.status));
  return petstore(facts.contract).statuses.find((status) => !seen.has(status));
}

const unseen = { profile: "standard", from: [unseenFilter, unseenFilterOfOnePet] } as const;

/** LIST-12. Subject: the list of a status that no pet has; where no list has the right shape, only what says that there is nothing. */
export const emptyLists = traceCheck("LIST-12", unseenFilter, unseen, (facts, observe) => {
  const found = [unseenFilter, unseenFilterOfOnePet].flatMap((step): Observation | [] => {
    const answer = facts.answer(step);
    const status = answer === undefined ? undefined : asked(answer, "status");
    if (answer === undefined || status === undefined || hasStatus(answer, 401, 403, 429)) return [];
    if (!showsPets(facts.answer(firstList)) && hasStatus(answer, 200, 206) && !isNull(answer)) return [];
    const { words, mismatch } = listOfStatus(status, undefined);
    const seen = mismatch(answer, facts);
    if (seen !== undefined) return observe.broken(answer, words, seen);
    return petsIn(answer)?.length === 0 ? observe.held(answer) : [];
  });
  if (found.length > 0) return found;
  const shown = new Set(sightings(facts).map(({ pet }) => pet.status));
  return petstore(facts.contract).statuses.every((status) => shown.has(status))
    ? untested("no-empty-list", {}, { change: "a store with no pet of one status" })
    : undefined;
});

function showsPets(list: Exchange | undefined): boolean {
  return isList(list) && (petsIn(list) ?? []).every(({ id }) => id !== undefined);
}

function isNull(answer: Answered): boolean {
  const body = jsonOf(answer);
  return body?.kind === "literal" && body.value === null;
}
