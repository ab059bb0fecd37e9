import { answeredWith, isAnswered } from "#core/check/facts.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { Preflight } from "#core/check/suite.ts";
import { namesExpiry } from "#core/exchange/bearer-key.ts";
import { isCutShort, type Rechecked, type RequestSpec, type WholeExchange } from "#core/exchange/exchange.ts";
import type { Trace } from "../journal/trace.ts";
import { mayBeGone, sinceItsLastAnswer } from "../judging/answers-in-place.ts";
import { causeInLastFailures } from "../judging/root-cause.ts";

/** So many answers in a row that reject the valid key, do not come from the service, or are missing. */
export const mostInARow = 5;

/** The waits before the lists are sent. A service that restarts is back after the last one. */
const waitsForServiceMs = [0, 1000, 2000, 4000];
/** A service may cache its 401 to a key for a moment; a 403 may be a lock-out, which it may end at any time (ruling 14). */
const waitsForKeyMs = { 401: [0, 3000], 403: [0] } as const;

/** The part of the sender that is needed here. */
interface Asking {
  /** Sends even while everything else is held back. */
  again(spec: RequestSpec, recheck: Rechecked): Promise<WholeExchange | Unresolved>;
  /** Resolves when nothing is in flight. */
  drained(): Promise<void>;
  pause(waitMs: number): Promise<void>;
  stop(cause: RootCause): void;
}

type Doubt = "refused" | "in-place" | "lost";

/**
 * Finds out whether the key and the service are still there, once several answers in a row say otherwise: lists are
 * sent, alone. Served: what was refused is judged as any answer. Else the run ends (rulings 26, 31, 42).
 */
export class Recheck {
  readonly #sender: Asking;
  readonly #trace: Trace;
  readonly #preflight: Preflight;
  /** The request of the preflight, once its answer is known: from then on, an answer that is not the service's raises doubt. */
  list: RequestSpec | undefined;
  #doubted: WholeExchange[] = [];
  #underWay: Promise<void> | undefined;

  constructor(sender: Asking, trace: Trace, preflight: Preflight) {
    this.#sender = sender;
    this.#trace = trace;
    this.#preflight = preflight;
  }

  /** Settles when others may be sent again; undefined where they may now. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  /** Gets the exchange of each request with the valid key, except for the lists that are sent from here. */
  hear(made: WholeExchange): void {
    if (answeredWith(made, 429)) return;
    // A later request may have been answered by something else.
    if (this.#doubtIn(made) === undefined) this.#doubted = this.#doubted.filter(({ id }) => id > made.id);
    else this.#doubted.push(made);
    if (this.#doubted.length >= mostInARow) this.#begin();
  }

  /** If the last answers are not the service's, however few, finds out whether it is still there. */
  async settle(): Promise<void> {
    if (this.list !== undefined && this.#doubted.some((one) => this.#doubtIn(one) !== "lost")) this.#begin();
    await this.#underWay;
  }

  #begin(): void {
    const last = this.#doubted.at(-1);
    if (last === undefined || this.#underWay !== undefined) return;
    if (this.list === undefined) {
      if (this.#doubted.every((one) => this.#doubtIn(one) === "lost"))
        this.#sender.stop(causeInLastFailures(last, this.#trace.facts.exchanges));
      return;
    }
    this.#underWay = this.#ask(this.list).finally(() => {
      this.#doubted = [];
      this.#underWay = undefined;
    });
  }

  /** The doubt that an exchange raises about the key or the service. A truncated body shows that the service is there. */
  #doubtIn(made: WholeExchange): Doubt | undefined {
    if (made.outcome.kind === "failure") return isCutShort(made.outcome.failure) ? undefined : "lost";
    if (answeredWith(made, 401, 403)) return "refused";
    return mayBeGone(made, this.#preflight.operation, this.#trace.facts) ? "in-place" : undefined;
  }

  async #ask(list: RequestSpec): Promise<void> {
    await this.#sender.drained();
    const doubted = this.#doubted.toSorted((one, other) => one.id - other.id);
    const refusal = doubted.find((one) => answeredWith(one, 401, 403));
    const waitsMs =
      refusal === undefined ? waitsForServiceMs : waitsForKeyMs[answeredWith(refusal, 401) ? 401 : 403];
    let answer: WholeExchange | undefined;
    for (const waitMs of waitsMs) {
      await this.#sender.pause(waitMs);
      answer = await this.#answerTo(list, refusal);
      const elsewhere = answer && refusal && this.#unsentList(refusal.request);
      if (elsewhere !== undefined) answer = await this.#answerTo(elsewhere, refusal);
      if (answer === undefined) break;
      if (this.#doubtIn(answer) === undefined) return;
    }
    // Neither the key nor what it got since then is judged.
    if (refusal !== undefined)
      for (const one of this.#trace.facts.exchanges) if (one.id >= refusal.id) this.#trace.setAside(one);
    if (answer !== undefined) this.#end(doubted, answer);
  }

  #unsentList(refused: RequestSpec): RequestSpec | undefined {
    const sent = this.#trace.everything.map(({ request }) => request);
    return this.#preflight.unsentList(this.#trace.facts.contract, refused, sent);
  }

  async #answerTo(spec: RequestSpec, refusal: WholeExchange | undefined): Promise<WholeExchange | undefined> {
    for (;;) {
      const made = await this.#sender.again(spec, refusal === undefined ? "service" : "key");
      if (isUnresolved(made)) return undefined;
      if (!answeredWith(made, 429)) return made;
    }
  }

  #end(doubted: readonly WholeExchange[], answer: WholeExchange): void {
    const { facts } = this.#trace;
    const first = doubted.find((one) => this.#doubtIn(one) === this.#doubtIn(answer)) ?? answer;
    const exchange = first.id;
    if (!isAnswered(answer)) this.#sender.stop(causeInLastFailures(answer, facts.exchanges));
    else if (answeredWith(answer, 401, 403)) {
      const expiry = namesExpiry(first) ? { hasExpired: true as const } : {};
      this.#sender.stop({ kind: "key-stopped", after: exchange - 1, exchange, ...expiry });
    } else {
      const { after } = sinceItsLastAnswer(facts);
      const answered = exchangeInWords(first);
      this.#sender.stop({ kind: "service-gone", after, failure: undefined, answer: answered, exchange });
    }
  }
}
