import { stepRef } from "#core/check/case.ts";
import {
  type Case,
  type PromisedCase,
  type RefusalCase,
  refusal,
  scenario,
  traceCheck,
} from "#core/check/check.ts";
import { served } from "#core/check/expectation.ts";
import { type Generators, generatedStep } from "#core/check/inputs/generate.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { lone } from "#core/check/traffic-check.ts";
import type { Contract } from "#core/contract/contract.ts";
import { hasKey, isList, listOf } from "#suites/petstore/pets.ts";
import { inconclusive, notApplicable } from "#suites/petstore/reasons.ts";
import { type Petstore, petstore } from "#suites/petstore/roles.ts";
import { sightings } from "#suites/petstore/shared/evidence/store.ts";
import { digits, generatedScenario, letters, meets } from "#suites/petstore/shared/generated/values.ts";
import { listAnswered } from "#suites/petstore/shared/steps/controls.ts";
import { aloneStep } from "#suites/petstore/shared/steps/filtered-lists.ts";
import {
  allowedLimits,
  asManyAsAsked,
  fullList,
  lateList,
  limitStep,
  listAtMost,
  onlyLists,
  refusedOrWithin,
  secondList,
  storeHoldsMoreThan,
  tooFewForMaximum,
  whatShowsSize,
  withinItsLimit,
  wrongList,
} from "#suites/petstore/shared/steps/lists.ts";
import {
  everyList,
  fills,
  firstList,
  limitOf,
  limitsBeforeLists,
  listSteps,
  withoutLimit,
} from "#suites/petstore/shared/steps/named-steps.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";
import { onWalk } from "#suites/petstore/shared/steps/walk.ts";

/** LIST-2. Subject: a list without a limit, from a store that holds more pets than the default. */
export const defaultLimit = scenario("LIST-2", (contract): readonly Case[] => {
  const most = petstore(contract).limit.default;
  if (most === undefined) return [];
  return [firstList, secondList].map((step) => ({
    ...listAtMost(step, most),
    case: withoutLimit,
    needs: step === firstList ? [] : whatShowsSize(contract, most),
  }));
});

/** LIST-3. Subject: an answer to an allowed limit. */
export const limitInRange = scenario("LIST-3", (contract) => {
  const steps = allowedLimits(contract).map(({ limit, profile }) => limitStep(limit, profile, contract));
  const late = steps.length === 0 ? [] : [lateList(contract)];
  return [...steps, ...late].map((step) => ({ step, expect: served(200) }));
});

/** LIST-4. Subject: an answer to an allowed limit, from a store that holds more pets than it asks for. */
export const atMostLimit = scenario("LIST-4", (contract) =>
  allowedLimits(contract)
    .filter(({ limit }) => limit !== petstore(contract).limit.maximum)
    .map(({ limit, profile }) => ({
      ...listAtMost(limitStep(limit, profile, contract), limit),
      needs: profile === "quick" ? [] : whatShowsSize(contract, limit),
    })),
);

function closingLists(contract: Contract): readonly Omit<PromisedCase, "case">[] {
  const { maximum } = petstore(contract).limit;
  return maximum === undefined
    ? []
    : [
        { profile: "standard", from: [fullList(contract)] },
        { profile: "thorough", from: fills(contract, maximum) },
      ];
}

/** LIST-5. Subject: every list. Only a store that holds more pets than the maximum can show a list that is too long. */
export const neverMoreThanMaximum = lone(
  traceCheck("LIST-5", everyList, closingLists, (facts, observe) => {
    const { maximum } = petstore(facts.contract).limit;
    if (maximum === undefined) return [];
    const lists = facts.exchanges.filter((e) => hasKey(e)).filter(isList);
    if (lists.length === 0) return inconclusive("no-list");
    const judged = lists.map((list): Observation => {
      const mismatch = listOf(maximum).mismatch(list, facts);
      if (mismatch === undefined) return observe.held(list);
      return observe.broken(list, `at most ${maximum} pets`, mismatch);
    });
    const isTooLong = judged.some(({ kind }) => kind === "broken");
    return isTooLong ? judged : (storeHoldsMoreThan(facts, maximum) ?? judged);
  }),
);

type WrongLimit = readonly [text: string, profile: Depth];

/** Values outside a bound are tried where the contract has that bound. */
function wrongLimits({ minimum, maximum }: Petstore["limit"]): readonly WrongLimit[] {
  const below = (bound: number): readonly WrongLimit[] => [
    [String(bound - 1), "standard"],
    [String(bound - 2), "extended"],
    ["-2147483649", "thorough"],
  ];
  const above = (bound: number): readonly WrongLimit[] => [
    [String(bound + 1), "standard"],
    [String(bound * 10), "extended"],
    ["2147483648", "thorough"],
    ["9223372036854775808", "extended"],
  ];
  return [
    ...(minimum === undefined ? [] : below(minimum)),
    ...(maximum === undefined ? [] : above(maximum)),
    ["abc", "standard"],
    [`${minimum ?? 1}.5`, "extended"],
    ["", "extended"],
    ["5abc", "extended"],
    // Some functions that test for digits accept it; those that convert digits to a number do not.
    ["²", "thorough"],
    ["NaN", "thorough"],
    ["Infinity", "thorough"],
    ["'", "thorough"],
  ];
}

/** LIST-6. Subject: an answer to a limit that the interface does not allow. */
export const limitOutOfRange = refusal("LIST-6", (contract): readonly RefusalCase[] => {
  const { limit } = petstore(contract);
  const beforeLists = limitsBeforeLists(contract);
  return !limit.declared
    ? []
    : wrongLimits(limit).map(([text, profile]) => {
        const nth = beforeLists.indexOf(text);
        const earlier = nth === -1 ? beforeLists : beforeLists.slice(0, nth);
        return wrongList(contract, limitOf(text === "" ? "empty" : text), {
          profile,
          query: { limit: text },
          // The store is filled first. Limits that are followed by a list go one after the other, each right before its own.
          waitsFor: [...fills(contract, limit.maximum), ...earlier.map(listSteps.afterLimit)],
          vacuousWhen: tooFewForMaximum,
          ...(nth === -1 ? {} : { phase: "again" }),
        });
      });
});

/** LIST-2. Subject: a list with a filter and without a limit. */
export const defaultWithStatus = scenario("LIST-2", (contract) => {
  const { statuses, limit } = petstore(contract);
  const most = limit.default;
  if (most === undefined) return [];
  return statuses.map((status, index) => ({
    step: aloneStep(status, index, statuses),
    precondition: onlyLists,
    expect: listOf(most),
    vacuousWhen: (_, facts) => {
      const seen = new Set(sightings(facts).flatMap(({ pet }) => (pet.status === status ? pet.id : [])));
      return seen.size > most ? undefined : notApplicable("too-few-of-status", { seen: seen.size, status });
    },
  }));
});

/** Limits that the interface allows, from a store that has been filled. */
function allowedStep(contract: Contract): Step {
  const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER } = petstore(contract).limit;
  return generatedStep({
    ...stepRef("generated limits"),
    requires: [firstList],
    // A list shows what the one before it left behind, so these come after the lists that show the store.
    phase: "closing",
    waitsFor: [
      ...fills(contract, petstore(contract).limit.maximum),
      ...limitsBeforeLists(contract).map(listSteps.afterLimit),
      listSteps.closing,
    ],
    expectedValidity: "valid",
    runs: 8,
    inputs: (fc) => fc.integer({ min: minimum, max: maximum }),
    request: (limit) => listPets({ limit }),
    holds: meets(asManyAsAsked),
  });
}

/** LIST-3. Subject: an answer to a generated limit in range. */
export const servedForLimits = generatedScenario("LIST-3", (contract) =>
  petstore(contract).limit.declared ? [{ step: allowedStep(contract), expect: served(200) }] : [],
);

/** LIST-4. Subject: the same, from a store that holds more pets than the limit. */
export const withinLimits = generatedScenario("LIST-4", (contract) =>
  petstore(contract).limit.declared ? [{ step: allowedStep(contract), ...withinItsLimit }] : [],
);

/** Beyond a bound by any distance, fractions, words. `5.0` and `020` are not judged. */
function limitsOutside(fc: Generators, { minimum, maximum }: Petstore["limit"]) {
  const fraction = fc
    .tuple(fc.integer({ min: minimum ?? 1, max: Math.max(minimum ?? 1, maximum ?? 1) }), digits(fc, 1, 4))
    .map(([whole, rest]) => `${whole}.${rest}`);
  return fc.oneof(
    ...(minimum === undefined
      ? []
      : [fc.bigInt({ min: -(2n ** 70n), max: BigInt(minimum) - 1n }).map(String)]),
    ...(maximum === undefined ? [] : [fc.bigInt({ min: BigInt(maximum) + 1n, max: 2n ** 70n }).map(String)]),
    fraction,
    letters(fc),
    fc
      .tuple(fc.integer({ min: 1, max: 99 }), letters(fc, { least: 2, most: 4 }))
      .map((both) => both.join("")),
  );
}

/** LIST-6. Subject: an answer to a generated limit that the interface does not allow. */
export const generatedWrongLimits = generatedScenario("LIST-6", (contract) => {
  const { limit } = petstore(contract);
  const expect = refusedOrWithin(limit.maximum);
  const step = generatedStep({
    ...stepRef("generated limits out of range"),
    requires: [firstList],
    expectedValidity: "invalid",
    runs: 10,
    inputs: (fc) => limitsOutside(fc, limit),
    request: (text) => listPets({ limit: text }),
    holds: meets(expect),
  });
  return limit.declared
    ? [{ step, control: listAnswered(firstList), expect, vacuousWhen: tooFewForMaximum }]
    : [];
});

/** LIST-2. Subject: a list without a limit right after requests of every kind. */
export const defaultOnWalk = scenario("LIST-2", (contract) =>
  petstore(contract).limit.default === undefined
    ? []
    : onWalk(contract, "list").map((of) => ({ ...withinItsLimit, ...of })),
);
