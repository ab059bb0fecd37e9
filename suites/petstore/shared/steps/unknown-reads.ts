import { type Answered, answeredWith, type Facts } from "../../../../src/core/check/facts.ts";
import { integerBetween } from "../../../../src/core/check/random.ts";
import { type Step, stepRef } from "../../../../src/core/check/step.ts";
import type { Unresolved } from "../../../../src/core/check/unresolved.ts";
import { isInt64 } from "../../../../src/core/json/number.ts";
import { petIn } from "../../pets.ts";
import { untested } from "../../reasons.ts";
import { seenIds } from "../evidence/store.ts";
import { firstList } from "./named-steps.ts";
import { askedId, readStep } from "./reads.ts";

/** An id that no pet has, as far as can be known: far from all that were seen. */
export function unknownId(facts: Facts, purpose: string): string {
  const far = integerBetween(facts.random(purpose), 10 ** 6, 10 ** 9);
  const highest = [...seenIds(facts)].filter(isInt64).reduce((a, b) => (b > a ? b : a), 0n);
  const id = highest + BigInt(far);
  return String(id > 2n ** 63n - 1n ? highest - BigInt(far) : id);
}

/** The unknown id of a read-only run, where no pet is created first. */
export const getUnknown: Step = {
  ...readStep(
    stepRef("get/unknown", "get an unknown pet"),
    "quick",
    "essential",
    (facts) => unknownId(facts, "unknown"),
    "valid",
  ),
  requires: [firstList],
};

/** A pet may have an id that no list has shown: then serving it is right. */
export function hasThatPet(answer: Answered): Unresolved | undefined {
  const id = answeredWith(answer, 200) ? petIn(answer)?.id : undefined;
  return id !== undefined && id === askedId(answer) ? untested("id-taken", { id: String(id) }) : undefined;
}
