import { answeredWith } from "#core/check/facts.ts";
import { inconclusive, untested } from "#core/check/results/core-reasons.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { isInvalidKey, isKeyServed } from "#core/check/sent-again.ts";
import { isSafe, type RequestSpec, type WholeExchange } from "#core/exchange/exchange.ts";
import { announcedRate, rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import type { Trace } from "../journal/trace.ts";

/** How many requests must get 401 before a 429 counts as a lock-out. */
const refusedBeforeLockOut = 3;

/** A limit on bursts asks for at most this wait. A lock-out lasts longer. */
const shortWaitMs = 10_000;

/** True where a limit of all callers may be used up. The request is then sent once more when its wait is over. */
function mayBeRateLimit(exchange: WholeExchange): boolean {
  if (exchange.repeats !== undefined) return false;
  const waitMs = rateHeadersOf(exchange).retryAfterMs ?? Number.POSITIVE_INFINITY;
  return announcedRate(exchange)?.remaining === 0 || waitMs <= shortWaitMs;
}

const limitedFromTheFirst: Unresolved = inconclusive("first-invalid-key-limited");

type IsLong = (limited: WholeExchange) => boolean;

/** Distinguishes a lock-out after several invalid keys from a wrong status (ruling 14). */
export class LockOutWatch {
  readonly #isLong: IsLong;
  readonly #refused: RequestSpec[] = [];
  #locked = false;
  #firstInvalid: WholeExchange | undefined;
  #limited: WholeExchange | undefined;
  #omission: Unresolved = untested("locked-out");
  #turn: Promise<unknown> = Promise.resolve();

  /** @param isLong whether a 429 asks for a longer wait than the run has. Such a lock-out may be left from an earlier run */
  constructor(isLong: IsLong = () => false) {
    this.#isLong = isLong;
  }

  /** True: no more requests without the valid key are sent. */
  get locked(): boolean {
    return this.#locked || this.#limited !== undefined;
  }

  get omission(): Unresolved {
    return this.#omission;
  }

  /** True of a 429 that is judged as the answer, and is not sent again. */
  isJudged(exchange: WholeExchange): boolean {
    return exchange === this.#limited;
  }

  /**
   * Why this answer to a request without the valid key is not judged: it is a lock-out, or may be one (ruling 14). The
   * answer, and the requests that were sent to find out, are then set aside.
   *
   * A 403 may also be a wrong status. Three requests tell them apart: one of the same kind that got 401 before, one with
   * the valid key, which resets a lock-out, and this one again. If the first gets 401 and the last 403, it is no lock-out.
   *
   * An answer to the very first invalid key is no lock-out while the valid key is served before and after it. Its 403 is
   * judged. Its 429 is judged if the same request gets 429 again after the wait.
   */
  async notJudged(
    exchange: WholeExchange,
    again: Again,
    trace: Pick<Trace, "setAside">,
  ): Promise<Unresolved | undefined> {
    if (isInvalidKey(exchange)) this.#firstInvalid ??= exchange;
    if (answeredWith(exchange, 401)) this.#refused.push(exchange.request);
    if (!answeredWith(exchange, 403, 429)) return undefined;
    // One at a time: the target would count the requests of one check against another.
    const check = this.#turn.then(() => this.#locks(exchange, again, trace));
    this.#turn = check.catch(() => undefined);
    const result = await check;
    if (result === false) return undefined;
    trace.setAside(exchange);
    return result === true ? this.#omission : result;
  }

  async #locks(
    exchange: WholeExchange,
    again: Again,
    trace: Pick<Trace, "setAside">,
  ): Promise<boolean | Unresolved> {
    if (this.#locked) return true;
    const refused = this.#refused.length;
    if (answeredWith(exchange, 429) && this.#isLong(exchange)) {
      this.#locked = true;
      if (refused < refusedBeforeLockOut)
        this.#omission = (refused > 0 ? untested : inconclusive)("no-key-wait-too-long");
      return true;
    }
    const isFirst = exchange === this.#firstInvalid && refused < refusedBeforeLockOut;
    if (isFirst && (await isWrongAnswer(exchange, again))) {
      if (answeredWith(exchange, 429)) {
        this.#limited = exchange;
        this.#omission = limitedFromTheFirst;
      }
      return false;
    }
    if (answeredWith(exchange, 429))
      this.#locked = this.#refused.length >= refusedBeforeLockOut && !mayBeRateLimit(exchange);
    else {
      const answer = await isLockOut(exchange, this.#known(exchange), again, trace);
      if (typeof answer !== "boolean") return answer;
      this.#locked = answer;
    }
    return this.#locked;
  }

  #known({ request }: WholeExchange): RequestSpec | undefined {
    // Some targets count invalid keys only. A request without a key then says nothing about invalid keys.
    const alike = this.#refused.filter((r) => r.credential.kind === request.credential.kind);
    return alike.find(isSafe) ?? alike[0] ?? this.#refused.find(isSafe);
  }
}

type Again = (request: RequestSpec) => Promise<WholeExchange | Unresolved>;

/** True where the answer to the first invalid key is wrong: the valid key is served, and a 429 comes again after its wait. */
async function isWrongAnswer(exchange: WholeExchange, again: Again): Promise<boolean> {
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

/**
 * Whether a 403 is a lock-out. It is one if a request that got 401 before now gets 403 or 429. It is none if this request
 * gets 403 again right after one with the valid key.
 */
async function isLockOut(
  { request }: WholeExchange,
  before: RequestSpec | undefined,
  again: Again,
  trace: Pick<Trace, "setAside">,
): Promise<boolean | Unresolved> {
  if (before !== undefined) {
    const remembered = await again(before);
    if (isUnresolved(remembered) || remembered.outcome.kind === "failure") return whyUnknown(remembered);
    if (answeredWith(remembered, 403, 429)) {
      trace.setAside(remembered);
      return true;
    }
  }
  // A valid key resets the target's count of invalid keys in a row.
  const read = [before, request].find((spec) => spec !== undefined && isSafe(spec));
  if (read !== undefined) await again({ ...read, credential: { kind: "valid" } });
  const itself = await again(request);
  if (isUnresolved(itself) || itself.outcome.kind === "failure") return whyUnknown(itself);
  return !answeredWith(itself, 403);
}

function whyUnknown(repeated: WholeExchange | Unresolved): Unresolved {
  if (isUnresolved(repeated) && repeated.reason === undefined) return repeated;
  const because = isUnresolved(repeated)
    ? repeated.reason
    : "a request that was sent to find out got no answer";
  return inconclusive("lock-out-doubtful", { because });
}

/** How many requests without the valid key may follow each other (ruling 14: several in a row may lock the key out). */
const mostInARow = 2;

type Made = { readonly id: number } | Unresolved | undefined;

/**
 * Spreads requests without the valid key between requests with it. After two of them, the next one waits for the answer to a
 * request with the valid key that was sent after them. If nothing is in flight, it goes at once.
 */
export class WrongKeyLane {
  readonly #waiting: (() => void)[] = [];
  /** The answered requests without the valid key, by their place in the order of sending, since the last one with it. */
  #inARow: readonly number[] = [];
  #rightInFlight = 0;
  #wrongInFlight = 0;

  /** Runs it when its turn has come. */
  async withoutKey<Result extends Made>(sending: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#letThrough();
    });
    try {
      const result = await sending();
      const place = placeOf(result);
      if (place !== undefined) this.#inARow = [...this.#inARow, place];
      return result;
    } finally {
      this.#wrongInFlight -= 1;
      this.#letThrough();
    }
  }

  async withKey<Result extends Made>(sending: () => Promise<Result>): Promise<Result> {
    this.#rightInFlight += 1;
    try {
      const result = await sending();
      const place = placeOf(result);
      // What was not sent after all resets no count of the target's.
      if (place !== undefined) this.#inARow = this.#inARow.filter((wrong) => wrong > place);
      return result;
    } finally {
      this.#rightInFlight -= 1;
      this.#letThrough();
    }
  }

  #letThrough(): void {
    while (
      this.#waiting.length > 0 &&
      (this.#inARow.length + this.#wrongInFlight < mostInARow ||
        this.#rightInFlight + this.#wrongInFlight === 0)
    ) {
      this.#wrongInFlight += 1;
      this.#waiting.shift()?.();
    }
  }
}

/** Its place in the order of sending. Undefined where nothing was sent, or nothing stands. */
function placeOf(made: Made): number | undefined {
  return made === undefined || isUnresolved(made) ? undefined : made.id;
}

/** How often such a request is sent: its limit is not worth a long wait. */
const maxTries = 3;

const noKeyLimited: Unresolved = inconclusive("no-key-limited-from-the-first");

/**
 * Watches a limit of requests without the valid key, which may be as small as the service likes and says nothing
 * about a 401. If a request without any key was sent again after each wait and none of its kind ever got 401, the
 * reason lies in the answers: no more of them are sent.
 */
export class AnonymousLimit {
  #isRejected = false;
  #isLimited = false;

  omission({ credential }: RequestSpec): Unresolved | undefined {
    return this.#isLimited && credential.kind === "none" ? noKeyLimited : undefined;
  }

  /** Is given every answer to a request without the valid key, and how many 429s this request has got. */
  notJudged(made: WholeExchange, limited: number): Unresolved | undefined {
    const withoutAny = made.request.credential.kind === "none";
    if (withoutAny && answeredWith(made, 401)) this.#isRejected = true;
    if (limited < maxTries) return undefined;
    if (this.#isRejected || !withoutAny) return untested("no-key-limited");
    this.#isLimited = true;
    return noKeyLimited;
  }
}
