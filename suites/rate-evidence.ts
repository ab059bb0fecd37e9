import type { OperationId } from "../src/contract/contract.ts";
import type { Untold } from "../src/run/check.ts";
import { type Answered, type Facts, isAnswered, isRemovedRead } from "../src/run/facts.ts";
import { type AnnouncedRate, announcedRate, answeredAtMs, carriesRateHeader } from "../src/run/rate.ts";

/** What a run's answers show of rate limits, in the order of sending. */

export interface RatedAnswer {
  readonly answer: Answered;
  readonly operation: OperationId;
  readonly rate: AnnouncedRate;
  /** From the answer to its Reset, in seconds, by the target's own clock. */
  readonly aheadSeconds: number;
}

/** Answers of the four operations that are judged at all. */
export function judgedAnswers(
  facts: Facts,
): readonly { readonly answer: Answered; readonly operation: OperationId }[] {
  return facts.exchanges.filter(isAnswered).flatMap((answer) => {
    const { operation } = facts.contract.classify(answer.request);
    return operation === undefined || isRemovedRead(answer, facts) ? [] : [{ answer, operation }];
  });
}

/** True as soon as one answer carries one of the three headers; a 429 counts like any other (ruling 19). */
export function isAnnounced(facts: Facts): boolean {
  return judgedAnswers(facts).some(({ answer }) => carriesRateHeader(answer));
}

/** Why nothing about rate limits is due; undefined where it is (ruling 19). */
export function notDue(facts: Facts): Untold | undefined {
  if (facts.setting.rateLimit === "required" || isAnnounced(facts)) return undefined;
  return { untold: "the target announces no rate limit", why: "not-applicable" };
}

/** Answers to the valid key that announce a limit in three well-formed headers. */
export function ratedAnswers(facts: Facts): readonly RatedAnswer[] {
  return judgedAnswers(facts).flatMap(({ answer, operation }) => {
    const rate = answer.request.credential.kind === "valid" ? announcedRate(answer) : undefined;
    if (rate === undefined) return [];
    return [{ answer, operation, rate, aheadSeconds: rate.resetAtSeconds - answeredAtMs(answer) / 1000 }];
  });
}

/** Answers on one operation under one Reset: what the limit is counted over (ruling 20). */
export type Series = readonly [RatedAnswer, ...RatedAnswer[]];

export function seriesOf(facts: Facts): readonly Series[] {
  const groups = new Map<string, [RatedAnswer, ...RatedAnswer[]]>();
  for (const rated of ratedAnswers(facts)) {
    const key = `${rated.operation} ${rated.rate.resetAtSeconds}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [rated]);
    else group.push(rated);
  }
  return [...groups.values()];
}

/** The target's clock may show a second less than it means. */
const roundingSeconds = 1;

/**
 * True where Reset moves with the clock: it changed before the window that it announced had passed
 * (sliding windows, token buckets); then only the values themselves are judged (ruling 20).
 */
export function resetMoves(facts: Facts): boolean {
  const rated = ratedAnswers(facts);
  return rated.some((later) =>
    rated.some(
      (earlier) =>
        earlier.operation === later.operation &&
        earlier.answer.endedAtMs <= later.answer.sentAtMs &&
        earlier.rate.resetAtSeconds !== later.rate.resetAtSeconds &&
        answeredAtMs(later.answer) / 1000 < earlier.rate.resetAtSeconds - roundingSeconds,
    ),
  );
}

/** The window as far as it shows: the longest distance to Reset that was seen, in seconds. */
export function windowSeconds(facts: Facts): number {
  return Math.max(1, ...ratedAnswers(facts).map((r) => r.aheadSeconds));
}

/** What a refill may have given over a time, in requests, rounded up (ruling 20). */
export function refillOver(ms: number, limit: number, facts: Facts): number {
  return Math.ceil((limit * Math.max(0, ms)) / 1000 / windowSeconds(facts));
}

/** True when the server cannot have seen `b` before `a`: only then does their order mean anything. */
export function isBefore(a: Answered, b: Answered): boolean {
  return a.endedAtMs <= b.sentAtMs && a.id < b.id;
}
