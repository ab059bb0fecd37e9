import type { StepRef } from "#core/check/case.ts";
import type { Control } from "#core/check/check.ts";
import { type Expectation, served } from "#core/check/expectation.ts";
import { answeredWith, hasStatus } from "#core/check/facts.ts";
import { isCreated, isList } from "#suites/petstore/pets.ts";
import { firstCreate } from "./named-steps.ts";

/** The same list, asked for rightly, was answered. */
export function listAnswered(step: StepRef): Control {
  return { step, held: (answer) => isList(answer), words: "answered 200 with a list" };
}

/** The same request, but for the one thing judged, was answered with this status. */
export function answered(step: Control["step"], ...statuses: readonly number[]): Control {
  return {
    step,
    held: (answer) => answeredWith(answer, ...statuses),
    words: `answered ${statuses.join(" or ")}`,
  };
}

export function createAccepted(step: StepRef): Control {
  return { step, held: isCreated, words: "answered 201" };
}

/** Accepted with 201, or with whatever status every create gets, which is a finding of its own. */
export const createdAsUsual: Expectation<"served"> = {
  ...served(201),
  mismatch: (answer, facts) => {
    const usual = facts.answer(firstCreate);
    const { status } = answer.outcome.answer;
    const isUsual = isCreated(answer) && isCreated(usual) && usual.outcome.answer.status === status;
    return isUsual ? undefined : served(201).mismatch(answer, facts);
  },
};

/** The same request with the key was not answered 401, so without it the key is the reason. */
export function notRefusedWithKey(step: Control["step"]): Control {
  return { step, held: (answer) => !hasStatus(answer, 401), words: "let through with the key" };
}

/** The create that differs only in what is judged was accepted. */
export const created = createAccepted(firstCreate);
