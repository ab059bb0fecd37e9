import { type Answered, derived, type Facts, isAnswered, judgedOperation } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { isAfter, type SentRequest, timesOf } from "#core/exchange/exchange.ts";
import {
  type Announcement,
  announcementOf,
  carriesRateHeader,
  isBefore,
  isPlausible,
} from "#core/exchange/pacing/rate-headers.ts";
import { resetMovesAmong } from "#core/exchange/pacing/rate-state.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { probe } from "../steps/named-steps.ts";

// What a run's answers show of rate limits, in the order of sending.

export interface RatedAnswer extends Announcement {
  readonly answer: Answered;
}

/** Answers of the four operations that are judged at all. */
export const judgedAnswers = derived((facts) =>
  facts.exchanges.filter(isAnswered).flatMap((answer) => {
    const operation = judgedOperation(answer, facts);
    return operation === undefined ? [] : [{ answer, operation }];
  }),
);

/** True as soon as one answer carries one of the three headers (ruling 19). */
const isAnnounced = derived((facts) => judgedAnswers(facts).some(({ answer }) => carriesRateHeader(answer)));

/** Why nothing about rate limits is due; undefined where it is (ruling 19). */
export function notDue(facts: Facts): Unresolved | undefined {
  if (facts.setting.rateLimit === "required" || isAnnounced(facts)) return undefined;
  return notApplicable("no-limit-announced");
}

/**
 * True of a read by an id that is no non-negative integer. A router that does not know the path may answer it, and
 * count it or not.
 */
export function isOfOddId({ path }: SentRequest, operation: OperationId | undefined): boolean {
  return operation === "getPet" && !/\/\d+$/.test(path);
}

/** Answers to the valid key that announce a limit in three headers that RATE-3 and RATE-4 accept. */
export const announcingAnswers = derived((facts): readonly RatedAnswer[] =>
  judgedAnswers(facts).flatMap(({ answer, operation }) => {
    const announced = announcementOf(answer, operation);
    return announced !== undefined && isPlausible(announced) ? [{ ...announced, answer }] : [];
  }),
);

/**
 * Those of them that one counter certainly answers for, so that they can be compared with each other: up to the first after the
 * over-limit probe, since a sliding window gives back at once what its burst had used.
 */
export const ratedAnswers = derived((facts) => {
  const last = facts.all(probe.recovery).at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return announcingAnswers(facts).filter(
    ({ answer, operation }) => answer.id <= last && !isOfOddId(answer.request, operation),
  );
});

/** Whether Reset moves with the clock; then only the values themselves are judged (ruling 20). */
export const resetMoves = derived((facts) => resetMovesAmong(ratedAnswers(facts)));

/** The length of the window as far as it is known: the longest distance to Reset that was seen, in seconds. */
export const windowSeconds = derived((facts) =>
  Math.max(1, ...ratedAnswers(facts).map((r) => r.aheadSeconds)),
);

/**
 * True where another client uses the key: Remaining fell by more than the requests of this run that the target can
 * have counted in between. A reset or a refill makes it rise, so a fall is use, whatever Reset says.
 */
export const othersUseTheKey = derived((facts): boolean => {
  const placeOf = new Map(facts.exchanges.map(({ id }, place) => [id, place]));
  const sentFrom = (earlier: Answered, later: Answered) =>
    (placeOf.get(later.id) ?? 0) - (placeOf.get(earlier.id) ?? 0);
  const byCount = Map.groupBy(ratedAnswers(facts), (r) => `${r.operation} ${r.rate.limit}`);
  return [...byCount.values()].some((rated) =>
    rated.some((later, i) => {
      const earlier = rated.slice(0, i).findLast(({ answer }) => isBefore(answer, later.answer));
      if (earlier === undefined) return false;
      const fell = earlier.rate.remaining - later.rate.remaining;
      // Those that were in flight at either end come to these.
      if (fell <= sentFrom(earlier.answer, later.answer)) return false;
      return fell > requestsBetween(earlier.answer, later.answer, facts);
    }),
  );
});

/**
 * True where an answer announces less than this run alone would have left: another client used the key, perhaps before the
 * run began. Sliding windows and buckets give such use back while the run goes on.
 */
export const usedByOthers = derived((facts): boolean => {
  const sentAtMs = facts.exchanges.map((e) => timesOf(e).sentAtMs).sort((a, b) => a - b);
  return ratedAnswers(facts).some(({ answer, rate }) => {
    const used = rate.limit - rate.remaining;
    // The run had sent fewer by then.
    return used > 0 && (sentAtMs[used - 1] ?? Number.POSITIVE_INFINITY) > timesOf(answer).endedAtMs;
  });
});

/**
 * How many requests of this run the target can have counted after one and up to another, itself included. By their ids,
 * since what was set aside was sent, too.
 */
export function requestsBetween(first: Answered, last: Answered, facts: Facts): number {
  const besideThem = facts.exchanges.filter(
    (e) => (e.id < first.id && !isAfter(first, e)) || (e.id > last.id && !isAfter(e, last)),
  );
  return last.id - first.id + besideThem.length;
}
