import type { StepRef } from "#core/check/case.ts";
import { derived, type Facts } from "#core/check/facts.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Contract } from "#core/contract/contract.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { listedPets, ordinaryCategory, seenIds } from "../evidence/store.ts";
import {
  creates,
  fills,
  firstList,
  generatedCreates,
  generatedPets,
  limitOf,
  sentinel,
  unauthenticatedCreates,
} from "./named-steps.ts";
import { bodiesByContentType, oddBodies } from "./odd-bodies.ts";
import { createStep, fragileNames, validBodies } from "./valid-bodies.ts";
import { wrongBodies } from "./wrong-bodies.ts";

/**
 * Creates pets in a small store, until it holds more than the default limit, and in a thorough run more than the maximum. Each
 * has another valid body. The size of the store comes from the lists of the preflight: from the first one where it is below the
 * default, else from the one at the maximum.
 */
export function fillSteps(contract: Contract): readonly Step[] {
  const { default: standard = 0, maximum = standard } = petstore(contract).limit;
  const steps = fills(contract, maximum);
  const forDefault = steps.slice(0, standard + 1);
  const valid = validBodies(contract);
  // The valid bodies of a standard run, and the sentinel.
  const inStandard = valid.filter(({ profile }) => profile === "standard").length + 1;
  // They come first: a target that stores wrong bodies then needs fewer fills, and its fault is seen under any --max-creates.
  const wrongFirst: readonly StepRef[] = [
    ...wrongBodies(contract).flatMap(({ step }) => (step.phase === undefined ? [step] : [])),
    ...Object.values(unauthenticatedCreates),
  ];
  const otherCreates: readonly StepRef[] = [
    ...[...valid, ...oddBodies, ...fragileNames, ...bodiesByContentType.map(({ step }) => step)],
    ...[...forDefault, ...Object.values(generatedCreates), sentinel, creates.ofBigCategory],
  ];
  const inThorough = valid.length + 1 + generatedPets + fragileNames.length;
  return [
    ...forDefault.map((step, nth) => {
      const holdsEnough = (facts: Facts) => sizeOf(facts) + inStandard + nth > standard;
      const how = { isFiller: true, waitsFor: wrongFirst, alreadyShown: holdsEnough } as const;
      return filling(step, "standard", how, nth, holdsEnough);
    }),
    // Sent after everything else that creates. By then it is known how many pets the store still lacks.
    ...steps.slice(standard + 1).map((step, nth) => {
      const filled = (facts: Facts) => Math.max(0, standard + 1 - sizeOf(facts) - inStandard) + nth;
      const how: Partial<Step> = {
        requires: [firstList, limitOf(maximum)],
        waitsFor: otherCreates,
        // Asked when the plan is made: whether the pets of the preflight and those to be created are enough.
        alreadyShown: (facts) => sizeOf(facts) + inThorough + filled(facts) > maximum + spare,
      };
      return filling(step, "thorough", how, nth, (facts) => seenIds(facts).size + nth > maximum + spare);
    }),
  ];
}

/** How many more than the maximum are created. The lists may lack a few pets, and still add up (ruling 6). */
const spare = 3;

/** @param holdsEnough asked right before it is sent: whether enough pets were seen until then */
function filling(
  step: StepRef,
  profile: Depth,
  how: Partial<Step>,
  nth: number,
  holdsEnough: (facts: Facts) => boolean,
): Step {
  const fields = (facts: Facts) => {
    const { statuses } = petstore(facts.contract);
    return { categoryId: ordinaryCategory(facts, nth).id, status: statuses[nth % (statuses.length + 1)] };
  };
  const fill = createStep(step, profile, fields, how);
  return {
    ...fill,
    request: (facts) => (holdsEnough(facts) ? notApplicable("enough-pets") : fill.request(facts)),
  };
}

const sizeOf = derived((facts: Facts) => new Set(listedPets(facts).map(({ pet }) => pet.id)).size);
