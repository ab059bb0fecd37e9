import type { OperationId } from "#core/contract/operations.ts";
import { type Clock, onAbort } from "../clock/clock.ts";
import type { Exchange } from "../exchange.ts";
import { type Pause, type PauseCause, pauseAfter429, roundingMs } from "./pause.ts";
import {
  announcedRate,
  laterBudget,
  rateHeadersOf,
  type WaitableBudget,
  waitableBudgetOf,
} from "./rate-headers.ts";
import { createRateState, type RateState } from "./rate-state.ts";

export interface GateOptions {
  readonly clock: Clock;
  /** From 0 (inclusive) to 1, for the jitter of the backoff. */
  readonly random: () => number;
  readonly concurrency: number;
  /** If a longer wait is asked for, every further request is refused. */
  readonly maxWaitMs: number;
  /** The operation whose limit an exchange announces; undefined if it announces none. */
  readonly operationOf: (exchange: Exchange) => OperationId | undefined;
  /** Called each time the gate closes for a while; `untilMs` on the clock. */
  readonly onWait?: (reason: string, untilMs: number, cause: PauseCause) => void;
}

/** How many requests are left to the other users of the key. */
const reserve = 1;

interface GatePass {
  /** To be called once, when the exchange has ended; without one when none came about. */
  leave(exchange: Exchange | undefined): void;
}

export type Gate = ReturnType<typeof createGate>;

type Entry = GatePass | { readonly refused: string };

interface Waiter {
  readonly urgency: number;
  readonly answer: (entry: Entry) => void;
}

/**
 * Decides when a request may go out: the one place where the run's politeness lives.
 * Never lets a request out between a 429 and the time that it names, and one alone first after that.
 * Holds requests back when Remaining would fall below the reserve, until Reset; a target whose Remaining
 * is no higher after such a wait is not believed again.
 */
export function createGate(options: GateOptions) {
  const { clock, maxWaitMs } = options;
  const rate = createRateState(options.operationOf);
  const waiters: Waiter[] = [];
  let inFlight = 0;
  let isIgnoring = false;
  let refused: string | undefined;
  let sleeping: AbortController | undefined;

  let pause: Pause | undefined;
  /** How many may be in flight: one after a 429, and one more with every round of answers without a 429. */
  let mostAtOnce = options.concurrency;
  let width = options.concurrency;
  let servedAtWidth = 0;
  let limit = Number.POSITIVE_INFINITY;

  /** What is left, until a 429 or a wait makes it out of date. */
  let announced: WaitableBudget | undefined;
  let everAnnounced = false;
  /** The Remaining that caused the last wait, until an answer shows whether it has risen. */
  let waitedAtRemaining: number | undefined;
  let believed = true;

  /** One alone where its answer decides, and never more than the target says are left, believed or not. */
  const atOnce = (): number => {
    if (waitedAtRemaining !== undefined) return 1;
    const left = isIgnoring ? undefined : announced?.remaining;
    return Math.max(1, Math.min(width, limit, left ?? width));
  };

  const letThrough = () => {
    while (waiters.length > 0 && refused === undefined) {
      if (inFlight >= atOnce()) return;
      const wait = pauseNow() ?? waitForReset();
      if (wait === "for those in flight") return;
      if (wait === undefined) {
        inFlight += 1;
        waiters.shift()?.answer(pass());
      } else if (wait.untilMs - clock.now() > maxWaitMs) {
        refused = tooLong(wait, clock.now(), maxWaitMs);
      } else {
        sleepUntil(wait);
        return;
      }
    }
    if (refused !== undefined) for (const waiter of waiters.splice(0)) waiter.answer({ refused });
  };

  const pauseNow = () => (pause !== undefined && pause.untilMs > clock.now() ? pause : undefined);

  const waitForReset = (): Pause | "for those in flight" | undefined => {
    if (isIgnoring || !believed || announced === undefined) return undefined;
    const { remaining } = announced;
    // A Reset that moves with the clock means that the limit refills bit by bit until then.
    const untilMs = rate.resetMoves ? refilledAtMs(announced, clock.now()) : announced.resetAtMs + roundingMs;
    if (untilMs <= clock.now() || remaining - inFlight - 1 >= reserve) return undefined;
    // Their answers may announce more.
    if (inFlight > 0) return "for those in flight";
    const left =
      remaining === 0 ? "no request is" : remaining === 1 ? "one request is" : `${remaining} requests are`;
    const reason = `${left} left until the target's limit ${rate.resetMoves ? "refills" : "resets"}`;
    return { cause: "rate-limit", untilMs, reason, forRemaining: remaining };
  };

  const sleepUntil = (wait: Pause) => {
    if (sleeping !== undefined) return;
    const controller = new AbortController();
    sleeping = controller;
    options.onWait?.(wait.reason, wait.untilMs, wait.cause);
    clock.sleep(wait.untilMs - clock.now(), controller.signal).then(
      () => {
        sleeping = undefined;
        if (wait.forRemaining !== undefined) {
          waitedAtRemaining = wait.forRemaining;
          announced = undefined;
        }
        letThrough();
      },
      () => {
        sleeping = undefined; // nobody waits any more
        letThrough();
      },
    );
  };

  /**
   * True of a 429 to a request without the valid key that names a longer wait than the run has, though its limit is
   * not used up. Only requests without the valid key wait for it (rulings 14 and 37).
   */
  const isLongLockOut = (exchange: Exchange): boolean =>
    exchange.request.credential.kind !== "valid" &&
    (rateHeadersOf(exchange).retryAfterMs ?? 0) > maxWaitMs &&
    announcedRate(exchange)?.remaining !== 0;

  const pass = (): GatePass => {
    const sentInRound = rate.round;
    return {
      leave(exchange) {
        inFlight -= 1;
        if (exchange?.outcome.kind === "answer") learn(exchange, exchange.outcome.answer.status, sentInRound);
        letThrough();
      },
    };
  };

  const learn = (exchange: Exchange, status: number, sentInRound: number) => {
    const isOfRound = rate.record(exchange, sentInRound);
    if (status === 429) {
      if (isLongLockOut(exchange)) return;
      if (isOfRound) {
        width = 1;
        servedAtWidth = 0;
        // Without an announcement each window would end with as many 429s as may be in flight.
        if (!everAnnounced) mostAtOnce = Math.max(1, Math.floor(mostAtOnce / 2));
      }
      const next = pauseAfter429(exchange, rate.roundsOf429, options.random);
      if (pause === undefined || next.untilMs > pause.untilMs) pause = next;
      announced = undefined; // the 429 itself says when to go on
      return;
    }
    if (!isOfRound) return;
    servedAtWidth += 1;
    if (servedAtWidth > width && width < mostAtOnce) {
      width += 1;
      servedAtWidth = 0;
    }
    const next = waitableBudgetOf(exchange);
    if (next === undefined) {
      if (exchange.request.credential.kind === "valid") waitedAtRemaining = undefined;
      return;
    }
    if (waitedAtRemaining !== undefined) {
      believed &&= next.remaining > waitedAtRemaining;
      waitedAtRemaining = undefined;
    }
    everAnnounced = true;
    announced = laterBudget(announced, next);
  };

  return {
    isLongLockOut,
    /** Up to the last exchange that has left. */
    rate: rate as RateState,
    /** The more urgent first, then in the order of asking. `refused` holds the reason, one sentence. */
    enter: (signal?: AbortSignal, urgency = 0): Promise<Entry> =>
      new Promise((resolve) => {
        const abandon = () => {
          const index = waiters.indexOf(waiter);
          if (index !== -1) waiters.splice(index, 1);
          if (waiters.length === 0) sleeping?.abort();
          resolve({ refused: "the run was ended while this request waited" });
        };
        const stopListening = signal && onAbort(signal, abandon);
        const waiter: Waiter = {
          urgency,
          answer: (result) => {
            stopListening?.();
            resolve(result);
          },
        };
        waiters.splice(waiters.findLastIndex((other) => other.urgency >= urgency) + 1, 0, waiter);
        letThrough();
      }),
    /** From now on no more than so many are in flight, nor more than the gate was made for; at least one. */
    limitTo: (mostInFlight: number): void => {
      limit = mostInFlight;
      letThrough();
    },
    /** From now on nothing is let through, and nothing waits any longer. */
    refuse: (reason: string): void => {
      refused ??= reason;
      sleeping?.abort();
      letThrough();
    },
    /** Until the returned function is called, Remaining is not watched (the over-limit probe). 429s are obeyed. */
    ignoreRemaining: () => {
      isIgnoring = true;
      return () => {
        isIgnoring = false;
      };
    },
  };
}

/** When a limit that refills evenly until Reset has refilled enough for one request beside the reserve. */
function refilledAtMs({ remaining, limit, resetAtMs }: WaitableBudget, nowMs: number): number {
  const missing = Math.max(1, reserve + 1 - remaining);
  const used = Math.max(missing, (limit ?? missing) - remaining);
  return nowMs + Math.ceil(((resetAtMs - nowMs) * missing) / used);
}

function tooLong(wait: Pause, nowMs: number, maxWaitMs: number): string {
  const seconds = (ms: number) => Math.ceil(ms / 1000);
  return `${wait.reason}: ${seconds(wait.untilMs - nowMs)} s from now, and max-wait allows ${seconds(maxWaitMs)} s`;
}
