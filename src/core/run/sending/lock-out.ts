import { answeredWith } from "#core/check/facts.ts";
import { inconclusive, untested } from "#core/check/results/core-reasons.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { isInvalidKey, isKeyServed } from "#core/check/sent-again.ts";
import { isSafe, type RequestSpec, type WholeExchange } from "#core/exchange/exchange.ts";
import type { Gate } from "#core/exchange/pacing/gate.ts";
import { announcedRate, rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import type { Trace } from "../journal/trace.ts";

/** How many requests must get 401 before a 429 counts as a lock-out. */
const refusedBeforeLockOut = 3;

/** How often a request is sent that gets 429. */
const maxTries = 3;

/** A limit on bursts asks for at most this wait. A lock-out lasts longer. */
const shortWaitMs = 10_000;

/**
 * True where a limit of all callers may be used up. The request is then sent once more when its wait is over. It may be used
 * up again by then, where requests with the key take what little a short wait gives back.
 */
function mayBeRateLimit(exchange: WholeExchange): boolean {
  const isUsedUp = announcedRate(exchange)?.remaining === 0;
  const isShort = (rateHeadersOf(exchange).retryAfterMs ?? Number.POSITIVE_INFINITY) <= shortWaitMs;
  return exchange.repeats === undefined ? isUsedUp || isShort : isUsedUp && isShort;
}

interface Asking {
  /** Sends a request beside the plan. */
  readonly again: (request: RequestSpec) => Promise<WholeExchange | Unresolved>;
}

/** Decides what a 403 or a 429 to a request without the valid key means (ruling 14). */
export class LockOutWatch {
  readonly #again: Asking["again"];
  readonly #gate: Gate;
  readonly #trace: Trace;
  /** Requests without the valid key that got 401. */
  readonly #refused: RequestSpec[] = [];
  #isLockedOut = false;
  #firstInvalid: WholeExchange | undefined;
  #limited: WholeExchange | undefined;
  /** Why no more requests without the valid key are sent. */
  #omission: Unresolved | undefined;
  /** Why no more requests without any key are sent. */
  #omissionWithoutAny: Unresolved | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ again }: Asking, gate: Gate, trace: Trace) {
    this.#again = again;
    this.#gate = gate;
    this.#trace = trace;
  }

  omission({ credential }: RequestSpec): Unresolved | undefined {
    if (credential.kind === "valid") return undefined;
    return this.#omission ?? (credential.kind === "none" ? this.#omissionWithoutAny : undefined);
  }

  /** True of a 429 that is judged as the answer, and is not sent again. */
  isJudged(exchange: WholeExchange): boolean {
    return exchange === this.#limited;
  }

  /**
   * Why this answer to a request without the valid key is not judged: it is a lock-out, or may be one; or the limit of such
   * requests is not worth a longer wait. It may be as small as the service likes, and says nothing about a 401.
   * @param limited how often the same request was answered 429 before
   */
  async notJudged(exchange: WholeExchange, limited: number): Promise<Unresolved | undefined> {
    if (isInvalidKey(exchange)) this.#firstInvalid ??= exchange;
    if (answeredWith(exchange, 401)) this.#refused.push(exchange.request);
    if (!answeredWith(exchange, 403, 429)) return undefined;
    // One at a time: the target would count the requests of one check against another.
    const check = this.#turn.then(() => this.#lockOut(exchange));
    this.#turn = check.catch(() => undefined);
    const lockOut = await check;
    const isTriedAgain = lockOut === undefined && answeredWith(exchange, 429) && !this.isJudged(exchange);
    return isTriedAgain && limited + 1 >= maxTries ? this.#givenUp(exchange) : lockOut;
  }

  /**
   * A 403 may also be a wrong status. Three requests tell them apart: one of the same kind that got 401 before, one with
   * the valid key, which resets a lock-out, and this one again. If the first gets 401 and the last 403, it is no lock-out.
   *
   * An answer to the very first invalid key is no lock-out while the valid key is served before and after it. Its 403 is
   * judged. Its 429 is judged if the same request gets 429 again after the wait.
   */
  async #lockOut(exchange: WholeExchange): Promise<Unresolved | undefined> {
    if (this.#isLockedOut) return this.#omission;
    const [refused, isLimited] = [this.#refused.length, answeredWith(exchange, 429)];
    // Such a lock-out may be left from an earlier run.
    if (isLimited && this.#gate.isLongLockOut(exchange)) {
      if (refused >= refusedBeforeLockOut) return this.#lockedOut();
      return this.#lockedOut((refused > 0 ? untested : inconclusive)("no-key-wait-too-long"));
    }
    const isFirst = exchange === this.#firstInvalid && refused < refusedBeforeLockOut;
    if (isFirst && (await isWrongAnswer(exchange, { again: this.#again }))) {
      if (isLimited) {
        this.#limited = exchange;
        this.#omission = inconclusive("first-invalid-key-limited");
      }
      return undefined;
    }
    const isLockedOut = isLimited
      ? this.#refused.length >= refusedBeforeLockOut && !mayBeRateLimit(exchange)
      : await this.#isLockOut(exchange);
    if (typeof isLockedOut !== "boolean") return isLockedOut;
    return isLockedOut ? this.#lockedOut() : undefined;
  }

  #lockedOut(why: Unresolved = untested("locked-out")): Unresolved {
    this.#isLockedOut = true;
    this.#omission ??= why;
    return this.#omission;
  }

  /** If no request without any key ever got 401, the reason lies in the answers: no more of them are sent. */
  #givenUp({ request: { credential } }: WholeExchange): Unresolved {
    const isRejected = this.#refused.some((one) => one.credential.kind === "none");
    if (credential.kind !== "none" || isRejected) return untested("no-key-limited");
    this.#omissionWithoutAny = inconclusive("no-key-limited-from-the-first");
    return this.#omissionWithoutAny;
  }

  /**
   * Whether a 403 is a lock-out. It is one if a request that got 401 before now gets 403 or 429. It is none if this request
   * gets 403 again right after one with the valid key.
   */
  async #isLockOut({ request }: WholeExchange): Promise<boolean | Unresolved> {
    const before = this.#known(request);
    const answerTo = async (spec: RequestSpec) => {
      const made = await this.#again(spec);
      const isLost = !isUnresolved(made) && made.outcome.kind === "failure";
      return isLost ? inconclusive("lock-out-doubtful") : made;
    };
    if (before !== undefined) {
      const remembered = await answerTo(before);
      if (isUnresolved(remembered)) return remembered;
      if (answeredWith(remembered, 403, 429)) {
        this.#trace.setAside(remembered);
        return true;
      }
    }
    // A valid key resets the target's count of invalid keys in a row.
    const read = [before, request].find((spec) => spec !== undefined && isSafe(spec));
    if (read !== undefined) await this.#again({ ...read, credential: { kind: "valid" } });
    const itself = await answerTo(request);
    return isUnresolved(itself) ? itself : !answeredWith(itself, 403);
  }

  #known(request: RequestSpec): RequestSpec | undefined {
    // Some targets count invalid keys only. A request without a key then says nothing about invalid keys.
    const alike = this.#refused.filter((r) => r.credential.kind === request.credential.kind);
    return alike.find(isSafe) ?? alike[0] ?? this.#refused.find(isSafe);
  }
}

/** True where the answer to the first invalid key is wrong: the valid key is served, and a 429 comes again after its wait. */
async function isWrongAnswer(exchange: WholeExchange, { again }: Asking): Promise<boolean> {
  const { request } = exchange;
  if (!isSafe(request)) return false;
  const served = async () => {
    const answer = await again({ ...request, credential: { kind: "valid" } });
    return !isUnresolved(answer) && isKeyServed(answer) ? answer : undefined;
  };
  const before = await served();
  if (before === undefined || !answeredWith(exchange, 429)) return before !== undefined;
  const itself = await again(request);
  if (isUnresolved(itself) || !answeredWith(itself, 429)) return false;
  return (await served()) !== undefined;
}

/** How many requests without the valid key may follow each other (ruling 14: several in a row may lock the key out). */
const mostInARow = 2;

type Made = { readonly id: number } | Unresolved | undefined;

/**
 * Spreads requests without the valid key between requests with it. After two of them, the next one waits for the answer to a
 * request with the valid key that was sent after them. If nothing is in flight, one is sent beside the plan; the next one
 * goes at once only where that is not sent either.
 */
export class WrongKeyLane {
  readonly #between: () => Promise<Made>;
  readonly #waiting: (() => void)[] = [];
  /** The answered requests without the valid key, by their place in the order of sending, since the last one with it. */
  #inARow: readonly number[] = [];
  #rightInFlight = 0;
  #wrongInFlight = 0;
  #hasAsked = false;

  /** @param between sends a request with the valid key beside the plan; never rejects */
  constructor(between: () => Promise<Made>) {
    this.#between = between;
  }

  /** Sends it: at once with the valid key, else when its turn has come. */
  async send<Result extends Made>(withKey: boolean, sending: () => Promise<Result>): Promise<Result> {
    if (withKey) this.#rightInFlight += 1;
    else await this.#turn();
    try {
      const result = await sending();
      // A request that was not sent after all has no place, and resets no counter of the target.
      const place = result === undefined || isUnresolved(result) ? undefined : result.id;
      if (place !== undefined)
        this.#inARow = withKey ? this.#inARow.filter((wrong) => wrong > place) : [...this.#inARow, place];
      return result;
    } finally {
      if (withKey) this.#rightInFlight -= 1;
      else this.#wrongInFlight -= 1;
      this.#letThrough();
    }
  }

  #turn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#letThrough();
    return promise;
  }

  #letThrough(): void {
    while (this.#waiting.length > 0 && this.#inARow.length + this.#wrongInFlight < mostInARow) this.#pass();
    if (this.#waiting.length === 0 || this.#rightInFlight + this.#wrongInFlight > 0) return;
    if (this.#hasAsked) this.#pass();
    else {
      this.#hasAsked = true;
      void this.send(true, this.#between);
    }
  }

  #pass(): void {
    this.#hasAsked = false;
    this.#wrongInFlight += 1;
    this.#waiting.shift()?.();
  }
}
