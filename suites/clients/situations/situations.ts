import type { Situation } from "#core/check/clients/situation.ts";
import { answerSituations } from "./answers.ts";
import { failureSituations } from "./failures.ts";
import { limitSituations } from "./limits.ts";

/** By which a situation comes later: it takes long, or it may end what a client does. */
function lateness({ longestSeconds, lessons = [] }: Situation): number {
  return lessons.some(({ isLast }) => isLast === true)
    ? Number.POSITIVE_INFINITY
    : Math.max(9, longestSeconds);
}

/** Every situation, in the order in which a client that is led through all of them meets them. The name is stable. */
export const situations: readonly Situation[] = [
  ...answerSituations,
  ...limitSituations,
  ...failureSituations,
].toSorted((a, b) => (lateness(a) === lateness(b) ? 0 : lateness(a) - lateness(b)));
