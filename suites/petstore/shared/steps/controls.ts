import type { Control } from "../../../../src/core/check/check.ts";
import { answeredWith } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import type { StepRef } from "../../../../src/core/check/step.ts";
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

/** The same request with the key was not answered 401: what refuses it without is the key. */
export function notRefusedWithKey(step: Control["step"]): Control {
  return {
    step,
    held: (answer) => answer.outcome.answer.status !== 401,
    words: "let through with the key",
  };
}

/** The create that differs from what is judged in that one thing was accepted. */
export const created = answered(firstCreate, 201);
