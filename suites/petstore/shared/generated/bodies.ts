import type { RefusalCase } from "../../../../src/core/check/check.ts";
import type { Permission } from "../../../../src/core/check/expectation.ts";
import type { Facts } from "../../../../src/core/check/facts.ts";
import type { Step } from "../../../../src/core/check/step.ts";
import { petstore } from "../../roles.ts";
import { serialMark } from "../evidence/marks.ts";
import { fewestStatus, ordinaryCategory } from "../evidence/store.ts";
import { created } from "../steps/controls.ts";
import { firstCreate } from "../steps/named-steps.ts";
import { type NewPetFields, newPetText, postingAfter } from "../steps/requests.ts";
import { generatedStep, type OneRequest } from "./step.ts";

/** A right body but for these members, with a mark of its own (ruling 7). */
export function body(facts: Facts, letter: string, nth: number, fields: NewPetFields = {}): string {
  return newPetText(petstore(facts.contract), {
    name: serialMark(facts, letter, nth),
    categoryId: ordinaryCategory(facts).id,
    status: fewestStatus(facts),
    ...fields,
  });
}

export function posted<Input>(
  sent: Pick<Step, "id" | "label" | "effect" | "expectedValidity">,
  one: OneRequest<Input>,
): Step {
  return postingAfter(firstCreate, generatedStep(sent, one));
}

export function cases(step: Step, expect: Permission): readonly RefusalCase[] {
  return [{ step, control: created, expect }];
}
