import { caseRef } from "#core/check/case.ts";
import { runCheck, type TraceCheck } from "#core/check/check.ts";
import { untested } from "#suites/petstore/reasons.ts";
import { notDue, ratedAnswers, resetMoves } from "#suites/petstore/shared/evidence/rate-evidence.ts";
import { firstList } from "#suites/petstore/shared/steps/named-steps.ts";
import { observedInRun, shownInRun } from "../rate-fold.ts";

/**
 * What Limit and Remaining may do within a rate series (ruling 20). Requests run side by side, so the order in which the
 * target counted them is only partly known: only pairs of which one was answered before the other was sent are compared,
 * and what lies between them in flight is allowed for.
 */
const seriesOfResponses = caseRef("series-of-responses", "a series of responses");

function rateSeriesCheck(about: string): TraceCheck {
  return runCheck(about, seriesOfResponses, { profile: "standard", from: [firstList] }, (facts, observe) => {
    const none = notDue(facts);
    if (none !== undefined) return none;
    if (ratedAnswers(facts).length < 2) return untested("too-few-announce");
    if (resetMoves(facts)) return untested("reset-moves-values");
    const judged = shownInRun(facts)
      .filter((shown) => shown.about === about)
      .map((shown) => observedInRun(shown, facts, observe));
    if (judged.length > 0) return judged;
    return untested(about === "RATE-8" ? "too-few-served" : "no-common-reset");
  });
}

/** RATE-5. Subject: Limit, from response to response of a rate series. */
export const steadyLimit = rateSeriesCheck("RATE-5");

/** RATE-6. Subject: Remaining of each response of a rate series, beside the lowest before it and what a refill may have given. */
export const noGreatRise = rateSeriesCheck("RATE-6");

/** RATE-7. Subject: Remaining of each response, beside the lowest before it under the same Reset, across operations too. */
export const noRise = rateSeriesCheck("RATE-7");

/** RATE-8. Subject: Remaining of each response of a rate series, after requests that were served: it fell, unless it was 0. */
export const itFalls = rateSeriesCheck("RATE-8");
