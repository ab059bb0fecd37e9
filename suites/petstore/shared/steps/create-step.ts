import { type StepRef, stepRef } from "../../../../src/core/check/case.ts";
import type { Facts } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import { isFailed } from "../../../../src/core/check/sent-again.ts";
import type { Step } from "../../../../src/core/check/step.ts";
import { petstore } from "../../roles.ts";
import { markOf } from "../evidence/marks.ts";
import { isOrdinary } from "../evidence/store.ts";
import { firstCreate, firstList } from "./named-steps.ts";
import { type NewPetFields, newPetText, posting, postPet } from "./requests.ts";

/** What a valid create sends; the name bears the run's mark. */
export interface ValidBody extends StepRef, Pick<Step, "profile" | "priority" | "requires" | "waitsFor"> {
  readonly phase?: "again";
  /** Writes the same JSON in another way. */
  readonly spell?: (text: string) => string;
  /** The name is more than letters, digits and hyphens, and may fail where a plain one does not. */
  readonly isNameUnusual?: true;
  readonly fields: (facts: Facts) => NewPetFields;
}

export function createStep({
  spell = (text) => text,
  fields: wanted,
  isNameUnusual: _,
  ...step
}: ValidBody): Step {
  // A service may refuse a status that the document does not name (ruling 9).
  const fields = (facts: Facts): NewPetFields =>
    petstore(facts.contract).newPet.properties.has("status")
      ? wanted(facts)
      : { ...wanted(facts), status: undefined };
  return posting({
    ...{ requires: [firstList], waitsFor: [] },
    ...step,
    effect: "create",
    expectedValidity: "valid",
    request: (facts) => postPet(spell(newPetText(petstore(facts.contract), fields(facts)))),
    fallback: (exchange, facts) => {
      const text = (given: NewPetFields) => spell(newPetText(petstore(facts.contract), given));
      // Much hangs on the first one, and a service may fail now and then: another pet, since that one may be stored.
      if (step.id === firstCreate.id && isFailed(exchange) && isList(facts.answer(firstList)))
        return postPet(text({ ...fields(facts), name: markOf(facts, stepRef("create/again").id) }));
      // Where the known categories lie beyond 2^53 the service may refuse them, and nothing else suffers (ruling 12).
      const { categoryId } = fields(facts);
      const refused =
        exchange.outcome.kind === "answer" && [400, 404, 409, 422].includes(exchange.outcome.answer.status);
      if (!refused || typeof categoryId !== "bigint" || isOrdinary(categoryId)) return undefined;
      return postPet(text({ ...fields(facts), categoryId: 1n }));
    },
  });
}
