import type { PromisedCase, TraceCheck } from "../../../../src/core/check/check.ts";
import { traceCheck } from "../../../../src/core/check/check.ts";
import type { Facts } from "../../../../src/core/check/facts.ts";
import { type Observer, observer } from "../../../../src/core/check/observe.ts";
import { inHeader } from "../../../../src/core/check/place.ts";
import type { Observation } from "../../../../src/core/check/verdict.ts";
import { countOf } from "../../../../src/core/check/words.ts";
import { isBefore, roundingSeconds } from "../../../../src/core/exchange/pacing/announcement.ts";
import {
  notDue,
  type RatedAnswer,
  ratedAnswers,
  rateSeries,
  refillOver,
  resetMoves,
} from "../../shared/evidence/rate-evidence.ts";
import { firstList } from "../../shared/steps/named-steps.ts";

/**
 * What Limit and Remaining may do within a rate series (ruling 20). Requests run side by side, so the order in
 * which the target counted them is known in part: only pairs of which one was answered before the other was
 * sent are compared, and what lies between them in flight is allowed for.
 */
const case_ = "a series of responses";

function rateSeriesCheck(
  about: string,
  judge: (facts: Facts, observe: Observer) => readonly Observation[],
): TraceCheck {
  const promises: readonly PromisedCase[] = [{ case: case_, profile: "standard", from: [firstList] }];
  return traceCheck(
    about,
    () => promises,
    (facts) => {
      const observe = observer(about, case_);
      const none = notDue(facts);
      if (none !== undefined) return [observe.unresolved(none)];
      if (ratedAnswers(facts).length < 2)
        return [observe.untested("fewer than two responses announce a limit in three well-formed headers")];
      if (resetMoves(facts))
        return [observe.untested("Reset moves with the clock, so only the values themselves are judged")];
      const judged = judge(facts, observe);
      return judged.length > 0 ? judged : [observe.untested("too few responses announce the same Reset")];
    },
    "run",
  );
}

/** RATE-5. Subject: Limit, from response to response of a rate series. */
export const steadyLimit = rateSeriesCheck("RATE-5", (facts, observe) =>
  rateSeries(facts).flatMap((answers): Observation[] => {
    const [first, ...rest] = answers;
    const other = rest.find((r) => r.rate.limit !== first.rate.limit);
    if (other === undefined) return rest.length === 0 ? [] : [observe.held(...answers.map((r) => r.answer))];
    return [
      observe.broken(
        other.answer,
        `the limit ${first.rate.limit}, as before in this series`,
        { seen: String(other.rate.limit), place: inHeader("X-RateLimit-Limit") },
        first.answer,
      ),
    ];
  }),
);

/** RATE-6. Subject: each rise of Remaining within a rate series, against what a refill may have given. */
export const noGreatRise = rateSeriesCheck("RATE-6", (facts, observe) =>
  rateSeries(facts).flatMap((answers): Observation[] => {
    const rise = greatestRise(
      answers,
      (earlier, later) =>
        later.rate.remaining - earlier.rate.remaining - allowance(earlier, later, answers, facts),
    );
    if (rise !== undefined) return [riseBroken(observe, rise, " plus a refill")];
    return answers.length < 2 ? [] : [observe.held(...answers.map((r) => r.answer))];
  }),
);

/** RATE-7. Subject: each rise of Remaining under one Reset, across operations too. */
export const noRise = rateSeriesCheck("RATE-7", (facts, observe) => {
  const byReset = Map.groupBy(ratedAnswers(facts), (r) => r.rate.resetAtSeconds);
  return [...byReset.values()].flatMap((group): Observation[] => {
    const rise = greatestRise(group, (earlier, later) => later.rate.remaining - earlier.rate.remaining);
    if (rise !== undefined) return [riseBroken(observe, rise, "")];
    return group.length < 2 ? [] : [observe.held(...group.map((r) => r.answer))];
  });
});

/** More requests than a refill gives must have been served before a Remaining that stands still is one. */
const servedToShow = 10;

/** RATE-8. Subject: each pair of answers of a rate series with requests served between them: Remaining fell, unless it was 0. */
export const itFalls = rateSeriesCheck("RATE-8", (facts, observe) => {
  const observed = rateSeries(facts).flatMap((answers): Observation[] => {
    const still = notFallen(answers, facts);
    if (still !== undefined) {
      const { first, last, served } = still;
      return [
        observe.broken(
          last.answer,
          `less than ${first.rate.remaining}, since ${countOf(served, "more request")} were served than a refill adds`,
          { seen: String(last.rate.remaining), place: inHeader("X-RateLimit-Remaining") },
          first.answer,
        ),
      ];
    }
    const [first] = answers;
    const lower = answers.find((r) => r.rate.remaining < first.rate.remaining);
    return lower === undefined ? [] : [observe.held(first.answer, lower.answer)];
  });
  return observed.length > 0
    ? observed
    : [observe.untested("too few requests were served under the same Reset")];
});

interface NotFallen {
  readonly first: RatedAnswer;
  readonly last: RatedAnswer;
  /** How many requests were served between the two, beyond what a refill gives. */
  readonly served: number;
}

/** The pair between which most was served of those that show no fall, where it is enough to show one. */
function notFallen(answers: readonly RatedAnswer[], facts: Facts): NotFallen | undefined {
  // A request that was refused may have been given back.
  const accepted = answers.filter((r) => r.answer.outcome.answer.status < 400);
  let most: NotFallen | undefined;
  for (const [at, first] of answers.entries()) {
    if (first.rate.remaining === 0) continue;
    const last = answers.findLast(
      (r, i) =>
        i > at &&
        r.rate.remaining >= first.rate.remaining &&
        // In the second of the Reset the limit may have been reset already.
        r.aheadSeconds > roundingSeconds &&
        isBefore(first.answer, r.answer),
    );
    if (last === undefined) continue;
    const refill = refillOver(last.answer.endedAtMs - first.answer.sentAtMs, first.rate.limit, facts);
    const between = accepted.filter(
      ({ answer }) =>
        isBefore(first.answer, answer) && (answer === last.answer || isBefore(answer, last.answer)),
    );
    const served = between.length - refill;
    if (served >= servedToShow && served > (most?.served ?? 0)) most = { first, last, served };
  }
  return most;
}

interface Rise {
  readonly earlier: RatedAnswer;
  readonly later: RatedAnswer;
}

/** The pair that exceeds most; undefined where none does. */
function greatestRise(
  group: readonly RatedAnswer[],
  excess: (earlier: RatedAnswer, later: RatedAnswer) => number,
): Rise | undefined {
  let found: (Rise & { readonly by: number }) | undefined;
  for (const later of group) {
    // In the second of the Reset the limit may have been reset already.
    if (later.aheadSeconds <= roundingSeconds) continue;
    for (const earlier of group) {
      if (later.rate.remaining <= earlier.rate.remaining) continue;
      if (earlier.answer.id >= later.answer.id || !isBefore(earlier.answer, later.answer)) continue;
      const by = excess(earlier, later);
      if (by > (found?.by ?? 0)) found = { earlier, later, by };
    }
  }
  return found;
}

function riseBroken(observe: Observer, { earlier, later }: Rise, allowed: string): Observation {
  return observe.broken(
    later.answer,
    `at most ${earlier.rate.remaining}${allowed}, since ${earlier.rate.remaining} was announced before with the same Reset`,
    { seen: String(later.rate.remaining), place: inHeader("X-RateLimit-Remaining") },
    earlier.answer,
  );
}

/** Ruling 20: a refill over the time between, the requests in flight, and the refusals since the rate series began. */
function allowance(
  earlier: RatedAnswer,
  later: RatedAnswer,
  answers: readonly RatedAnswer[],
  facts: Facts,
): number {
  const betweenMs = later.answer.endedAtMs - earlier.answer.sentAtMs;
  const refusals = answers.filter(
    (r) => r.answer.id <= later.answer.id && r.answer.outcome.answer.status >= 400,
  ).length;
  return (
    refillOver(betweenMs, later.rate.limit, facts) +
    Math.max(earlier.answer.inFlight, later.answer.inFlight) +
    refusals
  );
}
