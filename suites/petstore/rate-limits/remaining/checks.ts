import { caseRef } from "#core/check/case.ts";
import { runCheck, type TraceCheck } from "#core/check/check.ts";
import { answeredWith } from "#core/check/facts.ts";
import { observer } from "#core/check/observe.ts";
import { isWellBefore, type KeyCheck, type KeyedAnswer, type KeyWatch } from "#core/check/traffic-check.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import {
  announcementOf,
  isPlausible,
  rateHeadersOf,
  roundingSeconds,
  valueIn,
} from "#core/exchange/pacing/rate-headers.ts";
import { type ResetRules, ResetWatch } from "#core/exchange/pacing/rate-state.ts";
import { untested } from "#suites/petstore/reasons.ts";
import {
  isOfOddId,
  notDue,
  ratedAnswers,
  resetMoves,
} from "#suites/petstore/shared/evidence/rate-evidence.ts";
import { firstList } from "#suites/petstore/shared/steps/named-steps.ts";
import { agreement, observedInRun, rateFold, shownInRun } from "../rate-fold.ts";
import { ofTraffic, type RatePoint, ratePointOf } from "../rate-point.ts";

/**
 * What Limit and Remaining may do within a rate series (ruling 20). Requests run side by side, and the order in which
 * the target counted them is only partly known. So two answers are compared only if one came before the request of
 * the other was sent, and requests in flight between them are allowed for.
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

const case_ = caseRef("answers-to-one-key", "the answers to one key");

/** So many requests of one key are remembered to know which were in flight at once. */
const mostInFlight = 64;

/** Reset, Date and the instants of the recording may each be a second off. */
const resetRules: ResetRules<RatePoint> = {
  isBefore: isWellBefore,
  endSlackSeconds: 3 * roundingSeconds,
  mostResets: 4,
};

/**
 * RATE-5 to RATE-8, RATE-10 and RATE-13: what Limit, Remaining and refusals do within the windows of one key. Where Reset
 * moves with the clock there are no windows, and nothing is reported.
 */
export const rateWatch: KeyCheck = {
  kind: "keyed",
  about: ["RATE-5", "RATE-6", "RATE-7", "RATE-8", "RATE-10", "RATE-13"],
  watch,
};

function watch(): KeyWatch {
  let [nowSeconds, forgotten] = [0, 0];
  const resets = new ResetWatch(resetRules);
  const inFlight = mostInFlightSoFar();
  const fold = rateFold(ofTraffic, 1, (resetAtSeconds) => {
    if (resetAtSeconds > nowSeconds) forgotten += 1;
  });
  return {
    isWithdrawn: () => resets.moves,
    forgotten: () => (resets.moves ? 0 : forgotten),
    next: (keyed) => {
      const { answer } = keyed;
      const alone = resets.moves ? undefined : pointOf(keyed);
      if (alone === undefined) return [];
      const { operation, aheadSeconds, dateMs = 0 } = alone;
      const compared = answeredWith(answer, 429)
        ? agreement(answer, aheadSeconds, observer("RATE-13", case_))
        : [];
      // A router may count these by itself; what one answer says is compared all the same.
      if (isOfOddId(answer.request, operation)) return compared;
      resets.add({ answer: alone, operation, rate: alone, aheadSeconds });
      if (resets.moves) return [];
      nowSeconds = dateMs / 1000;
      const observed = fold({ ...alone, inFlight: inFlight(alone) }).map(({ about, shown, place }) =>
        shown === "held"
          ? observer(about, case_).held(answer)
          : observer(about, case_).broken(answer, shown.expected, { seen: shown.seen, place }),
      );
      return [...observed, ...compared];
    },
  };
}

/**
 * What an answer announces. Undefined where it announces no limit, or one that RATE-3 and RATE-4 judge. Undefined,
 * too, where its moment on the service's clock is not known: it has no Date, or a cache may have stored it (`Age`).
 */
function pointOf({ answer, operation }: KeyedAnswer): RatePoint | undefined {
  const announced = announcementOf(answer, operation);
  const { headers, status } = answer.outcome.answer;
  const dateMs = valueIn(rateHeadersOf(answer).date);
  if (announced === undefined || dateMs === undefined || !isPlausible(announced)) return undefined;
  if (headerValues(headers, "age").length > 0) return undefined;
  return ratePointOf(announced, { status, dateMs, inFlight: 1 });
}

/** The most requests of the key that were in flight at once so far; late answers come later in a recording. */
function mostInFlightSoFar(): (point: RatePoint) => number {
  const last: RatePoint[] = [];
  let most = 1;
  return (point) => {
    last.push(point);
    if (last.length > mostInFlight) last.shift();
    const now = last.filter((other) => !isWellBefore(other, point) && !isWellBefore(point, other)).length;
    most = Math.max(most, now);
    return most;
  };
}
