import { derived, type Facts } from "../../../src/core/check/facts.ts";
import type { Observer } from "../../../src/core/check/observe.ts";
import type { Observation } from "../../../src/core/check/verdict.ts";
import { type RatedAnswer, ratedAnswers, windowSeconds } from "../shared/evidence/rate-evidence.ts";
import { RateFold, type ShownOfRates } from "./rate-fold.ts";
import { ofRun, type RatePoint, ratePointOf } from "./rate-point.ts";

export interface ShownInRun extends ShownOfRates {
  readonly rated: RatedAnswer;
}

/** What each answer of a run shows of its rate limit. It means nothing if Reset moves with the clock. */
export const shownInRun = derived((facts): readonly ShownInRun[] => {
  const fold = new RateFold(ofRun, windowSeconds(facts));
  return ratedAnswers(facts).flatMap((rated) => fold.next(pointOf(rated)).map((one) => ({ ...one, rated })));
});

export function pointOf(rated: RatedAnswer): RatePoint {
  const { inFlight, outcome } = rated.answer;
  return ratePointOf(rated, { inFlight, status: outcome.answer.status, dateMs: undefined });
}

export function observedInRun(
  { rated, shown, place }: Omit<ShownInRun, "about">,
  facts: Facts,
  observe: Observer,
): Observation {
  if (shown === "held") return observe.held(rated.answer);
  const before = facts.exchanges.find(({ id }) => id === shown.since);
  return observe.broken(
    rated.answer,
    shown.expected,
    { seen: shown.seen, place },
    ...(before ? [before] : []),
  );
}
