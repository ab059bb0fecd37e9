import type { OperationId } from "#core/contract/operations.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { type Exchange, type Timed, timesOf } from "../exchange.ts";
import {
  type Announcement,
  announcementOf,
  isBefore,
  isLimited,
  isPlausible,
  roundingSeconds,
  skewSeconds,
} from "./rate-headers.ts";

/** What the answers so far show about the target's rate limit. */
export class RateState {
  readonly #operationOf: (exchange: Exchange) => OperationId | undefined;
  readonly #watch = new ResetWatch(ofRun);
  readonly #last = new Map<OperationId, Announcement>();
  #roundsOf429 = 0;
  #round = 0;

  /** @param operationOf the operation whose limit an exchange announces; undefined if it announces none */
  constructor(operationOf: (exchange: Exchange) => OperationId | undefined) {
    this.#operationOf = operationOf;
  }

  /** 429s in a row, to whatever request. Those of requests that were in flight together count as one. */
  get roundsOf429(): number {
    return this.#roundsOf429;
  }

  /** Whether Reset moves with the clock, by the same watch as the checks. */
  get resetMoves(): boolean {
    return this.#watch.moves;
  }

  /** Grows with each round of 429s: a 429 to a request of an earlier round starts no new wait. */
  get round(): number {
    return this.#round;
  }

  /** The last sent answer to the valid key on this operation that announces a limit in three well-formed headers. */
  lastAnnounced(operation: OperationId): Announcement | undefined {
    return this.#last.get(operation);
  }

  /** Takes in an exchange when it has ended, in the order of answers. True where it was sent in this round. */
  record(exchange: Exchange, sentInRound: number): boolean {
    const isOfRound = sentInRound === this.#round;
    if (exchange.outcome.kind === "failure" && !isLimited(exchange)) return isOfRound;
    this.#hear(exchange);
    if (!isOfRound) return false;
    if (isLimited(exchange)) {
      this.#round += 1;
      this.#roundsOf429 += 1;
    } else this.#roundsOf429 = 0;
    return true;
  }

  #hear(exchange: Exchange): void {
    const operation = this.#operationOf(exchange);
    const announced = operation === undefined ? undefined : announcementOf(exchange, operation);
    if (announced === undefined) return;
    if (isPlausible(announced)) this.#watch.add(announced);
    const known = this.#last.get(announced.operation);
    if (known === undefined || known.answer.id < exchange.id) this.#last.set(announced.operation, announced);
  }
}

/** The parts of an announcement that are needed here. */
interface Announced<Moment> {
  readonly answer: Moment;
  readonly operation: OperationId;
  readonly rate: { readonly limit: number; readonly resetAtSeconds: number };
  readonly aheadSeconds: number;
}

/** How well the moments of answers are known. */
export interface ResetRules<Moment> {
  /** True where the target cannot have seen the second before the first. */
  readonly isBefore: (first: Moment, second: Moment) => boolean;
  /** By how much the end of a window may differ from what the moments say. */
  readonly endSlackSeconds: number;
  /** How many Resets are remembered of one operation under one limit. */
  readonly mostResets: number;
}

/** How many limits are remembered, each of one operation. */
const mostCounts = 8;

/** The rules for a run, which knows every request that it sent. */
const ofRun: ResetRules<Exchange> = {
  isBefore,
  endSlackSeconds: 1.5 * roundingSeconds,
  mostResets: Number.POSITIVE_INFINITY,
};

interface Seen<Moment> {
  readonly first: BoundedMap<number, Announced<Moment>>;
  longestSeconds: number;
  /** The smallest change of Reset so far, rounding excluded. */
  leastStepSeconds: number;
}

/**
 * Decides whether Reset moves with the clock, as with sliding windows and token buckets. A limit then frees requests
 * bit by bit, and only the values themselves are judged (ruling 20). Two answers on one operation under one limit
 * show it: Reset rose before the announced window had passed, or it changed by less than the length of a window. A
 * change of one second is rounding.
 */
export class ResetWatch<Moment extends Timed> {
  readonly #rules: ResetRules<Moment>;
  readonly #seenUnder = new BoundedMap<string, Seen<Moment>>(mostCounts);
  #moves = false;

  constructor(rules: ResetRules<Moment>) {
    this.#rules = rules;
  }

  get moves(): boolean {
    return this.#moves;
  }

  /** Takes in a plausible announcement. They may come in the order of sending or of answering. */
  add(next: Announced<Moment>): void {
    // Nothing can change that it moves.
    if (this.#moves) return;
    const { limit, resetAtSeconds } = next.rate;
    const key = `${next.operation} ${limit}`;
    const seen = this.#seenUnder.get(key) ?? {
      first: new BoundedMap<number, Announced<Moment>>(this.#rules.mostResets),
      longestSeconds: 0,
      leastStepSeconds: Number.POSITIVE_INFINITY,
    };
    this.#seenUnder.set(key, seen);
    this.#moves = movesBy(seen, next, this.#rules);
    if (seen.first.get(resetAtSeconds) === undefined) seen.first.set(resetAtSeconds, next);
  }
}

/** Whether Reset moves among these announcements, in the order of sending. */
export function resetMovesAmong(announcements: readonly Announcement[]): boolean {
  const watch = new ResetWatch(ofRun);
  for (const one of announcements) watch.add(one);
  return watch.moves;
}

function movesBy<Moment extends Timed>(
  seen: Seen<Moment>,
  later: Announced<Moment>,
  rules: ResetRules<Moment>,
): boolean {
  seen.longestSeconds = Math.max(seen.longestSeconds, later.aheadSeconds);
  for (const [reset, earlier] of seen.first.entries()) {
    const step = later.rate.resetAtSeconds - reset;
    if (Math.abs(step) <= roundingSeconds || !rules.isBefore(earlier.answer, later.answer)) continue;
    const passedSeconds = (timesOf(later.answer).sentAtMs - timesOf(earlier.answer).endedAtMs) / 1000;
    // A Reset smaller than an earlier one is repeated from an old answer: what moves with the clock rises.
    if (step > 0 && passedSeconds < earlier.aheadSeconds - rules.endSlackSeconds) return true;
    seen.leastStepSeconds = Math.min(seen.leastStepSeconds, Math.abs(step));
  }
  return seen.leastStepSeconds < seen.longestSeconds - skewSeconds;
}
