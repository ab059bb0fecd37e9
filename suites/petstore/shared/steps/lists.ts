import { type StepRef, stepRef } from "#core/check/case.ts";
import type { Case, RefusalCase } from "#core/check/check.ts";
import { anyOf, type Expectation, refused } from "#core/check/expectation.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { answerInWords } from "#core/check/results/words.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { isList, listOf, validList } from "#suites/petstore/pets.ts";
import { inconclusive, untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { holdsCreated, isSettled } from "../evidence/settling.ts";
import { askedLimit, seenIds } from "../evidence/store.ts";
import { listAnswered } from "./controls.ts";
import {
  creates,
  fills,
  firstList,
  limitOf,
  limitsBeforeLists,
  listSteps,
  readSteps,
  unknownStatusFilter,
} from "./named-steps.ts";
import { type ListQuery, listing, listPets } from "./requests.ts";
import { validBodies } from "./valid-bodies.ts";

/** The first list once more, when the store has been filled and every wrong request has been sent (ruling 32). */
export const secondList = listing({
  ...listSteps.afterCreates,
  profile: "standard",
  phase: "closing",
  // Sent after the read, so that it does not change what that shows.
  waitsFor: [readSteps.afterFilter, listSteps.closing],
});

/** The closing list once more, late. */
export function lateList(contract: Contract): Step {
  const how = { profile: "thorough", phase: "late", requires: [listSteps.closing] } as const;
  return listing(
    { ...stepRef("list/late", "late list"), ...how },
    { limit: petstore(contract).limit.maximum },
  );
}

export function limitStep(limit: number, profile: Depth, contract: Contract): Step {
  const { default: standard, maximum } = petstore(contract).limit;
  // A small store is filled first, except for the maximum: that list shows the store's size. The escaped and the corrected body
  // are sent later, after rejected ones.
  const valid = validBodies(contract).filter(
    ({ id }) => id !== creates.escaped.id && id !== creates.corrected.id,
  );
  const waitsFor = limit === maximum ? [] : [...fills(contract, standard), ...valid];
  // The closing list comes after more creates. Where lists take in creates in batches, one of the two lacks some.
  const reread = maximum !== undefined && limit === maximum - 1 ? { retryUntil: holdsCreated } : {};
  return listing({ ...limitOf(limit), profile, requires: [firstList], waitsFor, ...reread }, { limit });
}

/** The steps that make a store hold more than so many pets, and show it. */
export function whatShowsSize(contract: Contract, limit: number): readonly StepRef[] {
  const size = storeSize(contract);
  return [...(size === undefined ? [] : [size]), ...fills(contract, limit)];
}

/** The step at the maximum, which shows the size of a smaller store. */
export function storeSize(contract: Contract): StepRef | undefined {
  const { maximum } = petstore(contract).limit;
  return maximum === undefined ? undefined : limitOf(maximum);
}

/** The unfiltered list at the maximum, when everything has been created. */
export function fullList(contract: Contract): Step {
  const { statuses, limit } = petstore(contract);
  // After the filtered ones, so that it shows what a filter left behind.
  const waitsFor = statuses.map(listSteps.closingOf);
  const how = { profile: "standard", phase: "closing", waitsFor, retryUntil: isSettled } as const;
  return listing({ ...listSteps.closing, ...how }, { limit: limit.maximum });
}

/** What is no list is judged by LIST-1 and LIST-3. */
export function onlyLists(answer: Answered): Unresolved | undefined {
  return isList(answer) ? undefined : inconclusive("no-list-but", { got: answerInWords(answer) });
}

/** Undefined when enough pets were seen for a list to have held too many. */
export function storeHoldsMoreThan(facts: Facts, limit: number): Unresolved | undefined {
  const seen = seenIds(facts).size;
  if (seen > limit) return undefined;
  const filled = limit <= (petstore(facts.contract).limit.default ?? limit);
  const options = [
    ...(filled ? [] : [{ option: "profile", value: "thorough" }]),
    { option: "max-creates", value: limit + roomBesideFilling },
  ];
  return untested(
    "too-few-pets",
    { seen, limit },
    facts.setting.readOnly ? { change: "a store with more pets" } : { options },
  );
}

/** A list that holds at most so many pets, from a store that holds more. */
export function listAtMost(step: Step, most: number): Case {
  return {
    step,
    precondition: onlyLists,
    expect: listOf(most),
    vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, most),
  };
}

/** A run creates pets for other cases too. */
const roomBesideFilling = 40;

/**
 * The most ordinary list, right after one with the greatest or a wrong limit, and once more. Neither that one nor a cache may
 * change it (ruling 32).
 */
export function listsAfterLimits(contract: Contract): readonly Step[] {
  const how = { profile: "extended", phase: "again" } as const;
  const limits = limitsBeforeLists(contract);
  const after = limits.map((limit) =>
    listing({
      ...{ ...listSteps.afterLimit(limit), ...how },
      requires: [firstList, limitOf(limit)],
      waitsFor: [unknownStatusFilter, listSteps.withoutKey, listSteps.withWrongKey],
    }),
  );
  // The first one, before any filter, which would hide it: a limit may be written into what all requests share.
  const maximum = storeSize(contract);
  const first = { ...listSteps.afterMaximum, profile: "extended", phase: "opening" } as const;
  const early = maximum === undefined ? [] : [listing({ ...first, requires: [firstList, maximum] })];
  // Most likely on the same connection: a server may compare it with the last list that it sent there, and answer 304 unasked.
  const repeated = { ...stepRef("list/repeated", "list repeated"), ...how, profile: "thorough" } as const;
  const last = limits.slice(-1).map(listSteps.afterLimit);
  return [...early, ...after, ...last.map((one) => listing({ ...repeated, requires: [one] }))];
}

export const asManyAsAsked: Expectation<"served"> = {
  kind: "served",
  words: "200 with a list of at most as many pets as its limit",
  mismatch: (answer, facts) => listOf(askedLimit(answer, facts)).mismatch(answer, facts),
};

/** The same of lists with any limit, or without one. */
export const withinItsLimit: Omit<Case, "step"> = {
  precondition: onlyLists,
  expect: asManyAsAsked,
  vacuousWhen: (answer, facts) => storeHoldsMoreThan(facts, askedLimit(answer, facts) ?? 0),
};

/** What may be answered to a list request that the interface does not allow. */
export const refusedOrWithin = (most: number | undefined) => anyOf(refused("4xx"), validList(most));

/**
 * Why a list in answer to a wrong limit shows nothing: in a store with no more pets than the maximum, a list of
 * everything looks like a list of at most the maximum.
 */
export function tooFewForMaximum(answer: Answered, facts: Facts): Unresolved | undefined {
  const { maximum } = petstore(facts.contract).limit;
  return maximum === undefined || !isList(answer) ? undefined : storeHoldsMoreThan(facts, maximum);
}

interface WrongList extends Partial<Step> {
  readonly query: ListQuery;
  readonly vacuousWhen?: Case["vacuousWhen"];
  /** Default: the list with the least limit. */
  readonly control?: StepRef;
}

/** A list request that the interface does not allow, beside a list that it does. */
export function wrongList(contract: Contract, { id, label }: StepRef, wrong: WrongList): RefusalCase {
  const { minimum = 1, maximum } = petstore(contract).limit;
  const { query, control = limitOf(minimum), vacuousWhen, ...more } = wrong;
  const usual = { profile: "thorough", requires: [firstList], expectedValidity: "invalid" } as const;
  return {
    step: listing({ id, label, ...usual, ...more }, query),
    control: listAnswered(control),
    expect: refusedOrWithin(maximum),
    ...(vacuousWhen && { vacuousWhen }),
  };
}

/**
 * A list that the interface allows and nobody asked for yet, so that no cache knows its address. Of those, the one that
 * shares the fewest parameters with the refused request: a service may refuse the key wherever there is a limit.
 */
export function unsentList(
  contract: Contract,
  refused: RequestSpec,
  sent: readonly RequestSpec[],
): RequestSpec | undefined {
  const { limit, statuses } = petstore(contract);
  const { declared, minimum = 1, maximum = minimum } = limit;
  // Limits in the middle, since cases use the bounds and their neighbours.
  const middle = Math.floor((minimum + maximum) / 2);
  const limits = declared ? Array.from({ length: maximum - middle + 1 }, (_, i) => middle + i) : [];
  const known = new Set(sent.map(addressOf));
  const candidates = [
    ...limits.map((most) => listPets({ limit: most })),
    ...statuses.map((status) => listPets({ status })),
    ...limits.slice(0, 1).flatMap((most) => statuses.map((status) => listPets({ status, limit: most }))),
  ].filter((list) => !known.has(addressOf(list)));
  return candidates.toSorted((a, b) => shared(a, refused) - shared(b, refused))[0];
}

function addressOf({ path, query = [] }: RequestSpec): string {
  return JSON.stringify([path, ...query]);
}

function shared({ query = [] }: RequestSpec, refused: RequestSpec): number {
  return query.filter(([name]) => refused.query?.some(([other]) => other === name)).length;
}

/** The greatest power of two below it: the default and the maximum themselves have rows of their own. */
const powerBelow = (most: number): number => 2 ** Math.floor(Math.log2(most - 1));

/** The allowed limits that are tried: both bounds, the default, their neighbours, and what lies between them. */
export function allowedLimits(
  contract: Contract,
): readonly { readonly limit: number; readonly profile: Depth }[] {
  const { limit } = petstore(contract);
  if (!limit.declared) return [];
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY, default: standard = Number.NaN } = limit;
  const tried: readonly (readonly [limit: number, profile: Depth])[] = [
    [minimum, "quick"],
    [minimum + 1, "extended"],
    [minimum + 6, "thorough"],
    [standard, "extended"],
    // Code that writes in portions of eight, sixteen or more stumbles on lists that fill them.
    [powerBelow(standard), "standard"],
    [powerBelow(maximum), "extended"],
    [maximum, "quick"],
    [maximum - 1, "extended"],
  ];
  // What is derived from a bound that is not there is no number.
  return tried
    .filter(([one], nth) => Number.isFinite(one) && tried.findIndex(([other]) => other === one) === nth)
    .filter(([one]) => one >= minimum && one <= maximum)
    .map(([one, profile]) => ({ limit: one, profile }));
}
