import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal, scenario } from "#core/check/check.ts";
import { served } from "#core/check/expectation.ts";
import type { Generators } from "#core/check/inputs/generate.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Contract } from "#core/contract/contract.ts";
import { type Petstore, petstore } from "#suites/petstore/roles.ts";
import { digits, generatedStep, letters, meets } from "#suites/petstore/shared/generated/values.ts";
import { asks, listsOnWalk } from "#suites/petstore/shared/generated/walks.ts";
import { listAnswered } from "#suites/petstore/shared/steps/controls.ts";
import {
  asManyAsAsked,
  refusedOrWithin,
  tooFewForMaximum,
  withinItsLimit,
} from "#suites/petstore/shared/steps/lists.ts";
import { fills, firstList, limitsBeforeLists, listSteps } from "#suites/petstore/shared/steps/named-steps.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";

/** Limits that the interface allows, from a store that has been filled. */
function allowedStep(contract: Contract): Step {
  const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER } = petstore(contract).limit;
  return generatedStep(
    {
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
    },
    {
      runs: 8,
      inputs: (fc) => fc.integer({ min: minimum, max: maximum }),
      request: (limit) => listPets({ limit }),
      holds: meets(asManyAsAsked),
    },
  );
}

/** LIST-3. Subject: an answer to a generated limit in range. */
export const servedForLimits = scenario("LIST-3", (contract) =>
  petstore(contract).limit.declared ? [{ step: allowedStep(contract), expect: served(200) }] : [],
);

/** LIST-4. Subject: the same, from a store that holds more pets than the limit. */
export const withinLimits = scenario("LIST-4", (contract) =>
  petstore(contract).limit.declared ? [{ step: allowedStep(contract), ...withinItsLimit }] : [],
);

/** Beyond a bound by any distance, fractions, words. `5.0` and `020` are not judged. */
function wrongLimits(fc: Generators, { minimum, maximum }: Petstore["limit"]) {
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
export const generatedWrongLimits = refusal("LIST-6", (contract): readonly RefusalCase[] => {
  const { limit } = petstore(contract);
  const expect = refusedOrWithin(limit.maximum);
  const step = generatedStep(
    { ...stepRef("generated limits out of range"), requires: [firstList], expectedValidity: "invalid" },
    {
      runs: 10,
      inputs: (fc) => wrongLimits(fc, limit),
      request: (text) => listPets({ limit: text }),
      holds: meets(expect),
    },
  );
  return limit.declared
    ? [{ step, control: listAnswered(firstList), expect, vacuousWhen: tooFewForMaximum }]
    : [];
});

/** LIST-2. Subject: a list without a limit, between creates, reads and other lists. */
export const defaultOnWalk = listsOnWalk("LIST-2", ({ limit }) => limit.default !== undefined, {
  ...withinItsLimit,
  of: asks(),
});

/** LIST-4. Subject: a list with a limit, between creates, reads and other lists. */
export const limitOnWalk = listsOnWalk("LIST-4", ({ limit }) => limit.declared, {
  ...withinItsLimit,
  of: asks("limit"),
});
