import { derived } from "../../src/check/derived.ts";
import { type Answered, type Facts, isAnswered, isRemovedRead } from "../../src/check/facts.ts";
import { type AnnouncedRate, announcedRate, answeredAtMs, carriesRateHeader } from "../../src/check/rate.ts";
import type { Unresolved } from "../../src/check/unresolved.ts";
import type { OperationId } from "../../src/contract/contract.ts";

/** What a run's answers show of rate limits, in the order of sending. */

export interface JudgedAnswer {
  readonly answer: Answered;
  readonly operation: OperationId;
}

export interface RatedAnswer extends JudgedAnswer {
  readonly rate: AnnouncedRate;
  /** From the answer to its Reset, in seconds, by the target's own clock. */
  readonly aheadSeconds: number;
}

/** Answers of the four operations that are judged at all. */
export const judgedAnswers = derived((facts): readonly JudgedAnswer[] =>
  facts.exchanges.filter(isAnswered).flatMap((answer) => {
    const { operation } = facts.contract.classify(answer.request);
    return operation === undefined || isRemovedRead(answer, facts) ? [] : [{ answer, operation }];
  }),
);

/** True as soon as one answer carries one of the three headers (ruling 19). */
export const isAnnounced = derived((facts) =>
  judgedAnswers(facts).some(({ answer }) => carriesRateHeader(answer)),
);

/** Why nothing about rate limits is due; undefined where it is (ruling 19). */
export function notDue(facts: Facts): Unresolved | undefined {
  if (facts.setting.rateLimit === "required" || isAnnounced(facts)) return undefined;
  return { reason: "the target announces no rate limit", kind: "not-applicable" };
}

// Ruling 20.
const slackSeconds = 5;
const furthestSeconds = 24 * 3600 + 5 * 60 + slackSeconds;

/** Answers to the valid key that announce a limit in three headers which RATE-3 and RATE-4 take for such. */
export const ratedAnswers = derived((facts): readonly RatedAnswer[] =>
  judgedAnswers(facts).flatMap(({ answer, operation }) => {
    const rate = answer.request.credential.kind === "valid" ? announcedRate(answer) : undefined;
    if (rate === undefined || rate.limit === 0 || rate.remaining > rate.limit) return [];
    const aheadSeconds = rate.resetAtSeconds - answeredAtMs(answer) / 1000;
    if (aheadSeconds < -slackSeconds || aheadSeconds > furthestSeconds) return [];
    return [{ answer, operation, rate, aheadSeconds }];
  }),
);

/** Answers on one operation under one Reset: what the limit is counted over (ruling 20). */
export type Series = readonly [RatedAnswer, ...RatedAnswer[]];

export const seriesOf = derived((facts): readonly Series[] => {
  const groups = new Map<string, [RatedAnswer, ...RatedAnswer[]]>();
  for (const rated of ratedAnswers(facts)) {
    const key = `${rated.operation} ${rated.rate.resetAtSeconds}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [rated]);
    else group.push(rated);
  }
  return [...groups.values()];
});

/** The target's clock may show a second less than it means. */
export const roundingSeconds = 1;
/** Ruling 20: 5 s between Date and the limiter's clock, and the second that either rounds away. */
const skewSeconds = slackSeconds + roundingSeconds;

/**
 * True where Reset moves with the clock (sliding windows, token buckets); then only the values themselves are
 * judged (ruling 20). It shows in two ways: Reset changed before the window that it announced had passed, or it
 * changed by less than that window is long, which from one fixed window to the next it never does. A change of a
 * second is rounding.
 */
export const resetMoves = derived((facts): boolean => {
  const byCount = Map.groupBy(ratedAnswers(facts), (r) => `${r.operation} ${r.rate.limit}`);
  return [...byCount.values()].some((rated) => {
    const longest = Math.max(...rated.map((r) => r.aheadSeconds));
    return rated.some((later, i) =>
      rated.slice(0, i).some((earlier) => {
        const step = Math.abs(later.rate.resetAtSeconds - earlier.rate.resetAtSeconds);
        if (step <= roundingSeconds || !isBefore(earlier.answer, later.answer)) return false;
        const passedSeconds = (later.answer.sentAtMs - earlier.answer.endedAtMs) / 1000;
        return passedSeconds < earlier.aheadSeconds - 1.5 * roundingSeconds || step < longest - skewSeconds;
      }),
    );
  });
});

/** The window as far as it shows: the longest distance to Reset that was seen, in seconds. */
export const windowSeconds = derived((facts) =>
  Math.max(1, ...ratedAnswers(facts).map((r) => r.aheadSeconds)),
);

/** What a refill may have given over a time, in requests, rounded up (ruling 20). */
export function refillOver(ms: number, limit: number, facts: Facts): number {
  return Math.ceil((limit * Math.max(0, ms)) / 1000 / windowSeconds(facts));
}

/** True when the server cannot have seen `b` before `a`: only then does their order mean anything. */
export function isBefore(a: Answered, b: Answered): boolean {
  return a.endedAtMs <= b.sentAtMs && a.id < b.id;
}

/**
 * True where Remaining fell by more than all the requests of this run that the target can have counted in between:
 * another client uses the key. Whatever resets or refills makes it rise, so a fall is use under any Reset.
 */
export const othersUseTheKey = derived((facts): boolean => {
  const byCount = Map.groupBy(ratedAnswers(facts), (r) => `${r.operation} ${r.rate.limit}`);
  return [...byCount.values()].some((rated) =>
    rated.some((later, i) => {
      const earlier = rated.slice(0, i).findLast((r) => isBefore(r.answer, later.answer));
      if (earlier === undefined) return false;
      return (
        earlier.rate.remaining - later.rate.remaining > requestsBetween(earlier.answer, later.answer, facts)
      );
    }),
  );
});

/** How many requests of this run the target can have counted after one and up to another, itself included. */
export function requestsBetween(first: Answered, last: Answered, facts: Facts): number {
  return facts.exchanges.filter((e) => {
    const isEarlier = e.id === first.id || (e.id < first.id && e.endedAtMs <= first.sentAtMs);
    const isLater = e.id > last.id && e.sentAtMs >= last.endedAtMs;
    return !isEarlier && !isLater;
  }).length;
}

/** As many answers on new connections announce the whole limit but their own request, while a kept one counts down. */
const connectionsToShow = 4;

/** True where each new connection begins with the whole limit. */
export const countedByConnection = derived((facts): boolean => {
  const rated = ratedAnswers(facts);
  const isWhole = ({ rate }: RatedAnswer) => rate.remaining >= rate.limit - 1;
  const fresh = rated.filter(({ answer }) => !answer.reusedConnection);
  const kept = rated.filter(({ answer }) => answer.reusedConnection);
  return fresh.length >= connectionsToShow && fresh.every(isWhole) && kept.some((r) => !isWhole(r));
});
