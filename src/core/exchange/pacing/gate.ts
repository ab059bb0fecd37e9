import type { OperationId } from "#core/contract/operations.ts";
import type { Clock } from "../clock/clock.ts";
import type { Exchange } from "../exchange.ts";
import { type Pause, type PauseCause, pauseAfter429, roundingMs } from "./pause.ts";
import {
  announcedRate,
  isLimited,
  laterBudget,
  rateHeadersOf,
  type WaitableBudget,
  waitableBudgetOf,
} from "./rate-headers.ts";
import { RateState } from "./rate-state.ts";

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
  /** To be called when its answer begins with 429: what it names is known only at its end, and nothing goes out until then. */
  hold(): void;
  /** To be called once, when the exchange has ended; without an exchange if none was made. */
  leave(exchange: Exchange | undefined): void;
}

type Entry = GatePass | { readonly refused: string };

interface Waiter {
  readonly urgency: number;
  readonly answer: (entry: Entry) => void;
}

/**
 * Decides when a request may go out: the one place where the run's politeness lives.
 * Never lets a request out between a 429 and the time that it names, and one alone first after that.
 * Holds requests back when Remaining would fall below the reserve, until Reset, or until one more has been refilled;
 * a target whose Remaining does not show it after the wait is not believed again.
 */
export class Gate {
  /** The state of the rate limit after the last exchange that has left. */
  readonly rate: RateState;
  readonly #options: GateOptions;
  readonly #waiters: Waiter[] = [];
  #inFlight = 0;
  /** The 429s that have begun and not ended. */
  readonly #held = new Set<GatePass>();
  #isIgnoring = false;
  #refused: string | undefined;
  /** Ends the sleep until nothing may be sent, if there is one. */
  #stopSleeping: (() => void) | undefined;

  #pause: Pause | undefined;
  /** How many requests may be in flight: one after a 429, and one more with every round of answers without a 429. */
  #mostAtOnce: number;
  #width: number;
  #servedAtWidth = 0;
  #limit = Number.POSITIVE_INFINITY;

  /** The budget that was announced last, until a 429 or a wait makes it outdated. */
  #announced: WaitableBudget | undefined;
  #everAnnounced = false;
  /** The Remaining that caused the last wait, until an answer shows whether it has risen. */
  #waitedAtRemaining: number | undefined;
  #believed = true;

  constructor(options: GateOptions) {
    this.#options = options;
    this.rate = new RateState(options.operationOf);
    this.#mostAtOnce = options.concurrency;
    this.#width = options.concurrency;
  }

  /** Waits for a place; the more urgent go first, then in the order of calls. `refused` holds the reason, one sentence. */
  enter(urgency = 0): Promise<Entry> {
    const waiters = this.#waiters;
    const { promise, resolve } = Promise.withResolvers<Entry>();
    const waiter = { urgency, answer: resolve };
    waiters.splice(waiters.findLastIndex((other) => other.urgency >= urgency) + 1, 0, waiter);
    this.#letThrough();
    return promise;
  }

  /** False between a 429 and the moment that it names, even for a request that has passed. */
  isOpen(): boolean {
    return this.#held.size === 0 && this.#pauseNow() === undefined;
  }

  /** From now on no more than so many are in flight, nor more than the gate was made for; at least one. */
  limitTo(mostInFlight: number): void {
    this.#limit = mostInFlight;
    this.#letThrough();
  }

  /** From now on every request is refused, waiting ones too. */
  refuse(reason: string): void {
    this.#refused ??= reason;
    this.#wakeUp();
    this.#letThrough();
  }

  /** Until the returned function is called, Remaining is not watched (the over-limit probe). 429s are obeyed. */
  ignoreRemaining(): () => void {
    this.#isIgnoring = true;
    return () => {
      this.#isIgnoring = false;
    };
  }

  /**
   * True of a 429 to a request without the valid key that names a longer wait than the run has, though its limit is
   * not used up. Only requests without the valid key wait for it (rulings 14 and 37).
   */
  isLongLockOut(exchange: Exchange): boolean {
    return (
      exchange.request.credential.kind !== "valid" &&
      (rateHeadersOf(exchange).retryAfterMs ?? 0) > this.#options.maxWaitMs &&
      announcedRate(exchange)?.remaining !== 0
    );
  }

  #letThrough(): void {
    const { clock, maxWaitMs } = this.#options;
    while (this.#waiters.length > 0 && this.#refused === undefined) {
      if (this.#held.size > 0 || this.#inFlight >= this.#atOnce()) return;
      const wait = this.#pauseNow() ?? this.#waitForReset();
      if (wait === "for those in flight") return;
      if (wait === undefined) {
        this.#inFlight += 1;
        this.#waiters.shift()?.answer(this.#pass());
      } else if (wait.untilMs - clock.now() > maxWaitMs) {
        this.#refused = tooLong(wait, clock.now(), maxWaitMs);
      } else {
        this.#sleepUntil(wait);
        return;
      }
    }
    const refused = this.#refused;
    if (refused !== undefined) for (const waiter of this.#waiters.splice(0)) waiter.answer({ refused });
  }

  /** How many may be in flight now: one, if its answer decides how to go on. */
  #atOnce(): number {
    return this.#waitedAtRemaining === undefined ? Math.max(1, Math.min(this.#width, this.#limit)) : 1;
  }

  #pauseNow(): Pause | undefined {
    return this.#pause !== undefined && this.#pause.untilMs > this.#options.clock.now()
      ? this.#pause
      : undefined;
  }

  #waitForReset(): Pause | "for those in flight" | undefined {
    const announced = this.#announced;
    if (this.#isIgnoring || !this.#believed || announced === undefined) return undefined;
    const { remaining } = announced;
    const nowMs = this.#options.clock.now();
    // A Reset that moves with the clock means that the limit refills bit by bit until then.
    const { resetMoves } = this.rate;
    const untilMs = resetMoves ? refilledAtMs(announced, nowMs) : announced.resetAtMs + roundingMs;
    if (untilMs <= nowMs || remaining - this.#inFlight - 1 >= reserve) return undefined;
    // The answers in flight may announce more.
    if (this.#inFlight > 0) return "for those in flight";
    const left =
      remaining === 0 ? "no request is" : remaining === 1 ? "one request is" : `${remaining} requests are`;
    const reason = `${left} left until the target's limit ${resetMoves ? "refills" : "resets"}`;
    return { cause: "rate-limit", untilMs, reason, forRemaining: remaining };
  }

  #sleepUntil(wait: Pause): void {
    if (this.#stopSleeping !== undefined) return;
    const { clock, onWait } = this.#options;
    onWait?.(wait.reason, wait.untilMs, wait.cause);
    this.#stopSleeping = clock.after(wait.untilMs - clock.now(), () => {
      this.#stopSleeping = undefined;
      if (wait.forRemaining !== undefined) {
        this.#waitedAtRemaining = wait.forRemaining;
        this.#announced = undefined;
      }
      this.#letThrough();
    });
  }

  #wakeUp(): void {
    this.#stopSleeping?.();
    this.#stopSleeping = undefined;
  }

  #pass(): GatePass {
    const sentInRound = this.rate.round;
    const pass: GatePass = {
      hold: () => void this.#held.add(pass),
      leave: (exchange) => {
        this.#held.delete(pass);
        this.#inFlight -= 1;
        if (exchange !== undefined) this.#learn(exchange, sentInRound);
        this.#letThrough();
      },
    };
    return pass;
  }

  #learn(exchange: Exchange, sentInRound: number): void {
    const isOfRound = this.rate.record(exchange, sentInRound);
    if (isLimited(exchange)) this.#learnRefusal(exchange, isOfRound);
    else if (isOfRound && exchange.outcome.kind === "answer") this.#learnServed(exchange);
  }

  #learnRefusal(exchange: Exchange, isOfRound: boolean): void {
    if (this.isLongLockOut(exchange)) return;
    if (isOfRound) {
      this.#width = 1;
      this.#servedAtWidth = 0;
      // Without an announcement each window would end with as many 429s as may be in flight.
      if (!this.#everAnnounced) this.#mostAtOnce = Math.max(1, Math.floor(this.#mostAtOnce / 2));
    }
    const next = pauseAfter429(exchange, this.rate.roundsOf429, this.#options.random);
    if (this.#pause === undefined || next.untilMs > this.#pause.untilMs) this.#pause = next;
    this.#announced = undefined; // the 429 itself says when to go on
    // Another user of the key may have taken what had been refilled.
    if (isOfRound && this.rate.resetMoves && announcedRate(exchange)?.remaining === 0) this.#believed = true;
  }

  #learnServed(exchange: Exchange): void {
    this.#servedAtWidth += 1;
    if (this.#servedAtWidth > this.#width && this.#width < this.#mostAtOnce) {
      this.#width += 1;
      this.#servedAtWidth = 0;
    }
    const next = waitableBudgetOf(exchange);
    if (next === undefined) {
      if (exchange.request.credential.kind === "valid") this.#waitedAtRemaining = undefined;
      return;
    }
    if (this.#waitedAtRemaining !== undefined) {
      // Where it refills bit by bit, the wait was for this request alone.
      const expected = this.rate.resetMoves ? reserve : this.#waitedAtRemaining + 1;
      this.#believed &&= next.remaining >= expected;
      this.#waitedAtRemaining = undefined;
    }
    this.#everAnnounced = true;
    this.#announced = laterBudget(this.#announced, next);
  }
}

/** When a limit that refills evenly until Reset has refilled enough for one request beside the reserve. */
function refilledAtMs({ remaining, limit, resetAtMs }: WaitableBudget, nowMs: number): number {
  const missing = Math.max(1, reserve + 1 - remaining);
  const used = Math.max(missing, (limit ?? missing) - remaining);
  return nowMs + Math.ceil(((resetAtMs + roundingMs - nowMs) * missing) / used);
}

function tooLong(wait: Pause, nowMs: number, maxWaitMs: number): string {
  const seconds = (ms: number) => Math.ceil(ms / 1000);
  return `${wait.reason}: ${seconds(wait.untilMs - nowMs)} s from now, and max-wait allows ${seconds(maxWaitMs)} s`;
}
