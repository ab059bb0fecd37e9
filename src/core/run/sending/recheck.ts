import { answeredWith, isAnswered } from "#core/check/facts.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { namesExpiry } from "#core/exchange/bearer-key.ts";
import { isCutShort, type Rechecked, type RequestSpec, type WholeExchange } from "#core/exchange/exchange.ts";
import type { Trace } from "../journal/trace.ts";
import { mayBeGone, sinceItsLastAnswer } from "../judging/answers-in-place.ts";
import { causeInLastFailures } from "../judging/root-cause.ts";

/** So many refusals of the valid key, answers in place of the service, or failures, with no answer of the service between them. */
export const mostInARow = 5;

/** The waits before the lists are sent. A service that restarts is back after the last one. */
const waitsForServiceMs = [0, 1000, 2000, 4000];
/** A service may remember its 401 to a key for a moment; a 403 may be a lock-out, which it may end when it likes (ruling 14). */
const waitsForKeyMs = { 401: [0, 3000], 403: [0] } as const;

/** The lists that show whether key and service are still there. */
export interface Lists {
  /** The list request of the preflight. */
  readonly again: RequestSpec;
  /** A list that was never sent before, as unlike the refused request as may be; undefined where there is none left. */
  readonly elsewhere: (refused: RequestSpec) => RequestSpec | undefined;
}

interface Asking {
  readonly trace: Trace;
  /** The operation whose answers show whether the service is still there. */
  readonly list: OperationId;
  /** Sends though everything else is held back. */
  readonly send: (spec: RequestSpec, recheck: Rechecked) => Promise<WholeExchange | Unresolved>;
  /** Resolves when nothing is in flight. */
  readonly drained: () => Promise<void>;
  readonly wait: (waitMs: number) => Promise<void>;
  readonly stop: (cause: RootCause) => void;
}

type Doubt = "refused" | "in-place" | "lost";

/**
 * Finds out whether the key and the service are still there, once several answers in a row say otherwise: lists are
 * sent, alone. Served: what was refused is judged as any answer. Else the run ends (rulings 26, 31, 42).
 */
export class Recheck {
  readonly #asking: Asking;
  #lists: Lists | undefined;
  #doubted: WholeExchange[] = [];
  #underWay: Promise<void> | undefined;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** From now on an answer that is not the service's is unexpected. */
  expect(lists: Lists): void {
    this.#lists = lists;
  }

  /** Settles when others may be sent again; undefined where they may now. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  /** Takes in what came of each request with the valid key, but for the lists that are sent from here. */
  hear(made: WholeExchange): void {
    if (answeredWith(made, 429)) return;
    // What was sent after it may have met something else.
    if (this.#doubtIn(made) === undefined) this.#doubted = this.#doubted.filter(({ id }) => id > made.id);
    else this.#doubted.push(made);
    if (this.#doubted.length >= mostInARow) this.#begin();
  }

  /** Where the last answers are not the service's, however few: whether it is still there. */
  async settle(): Promise<void> {
    if (this.#lists !== undefined && this.#doubted.some((one) => this.#doubtIn(one) !== "lost"))
      this.#begin();
    await this.#underWay;
  }

  #begin(): void {
    const { stop, trace } = this.#asking;
    const last = this.#doubted.at(-1);
    if (last === undefined || this.#underWay !== undefined) return;
    if (this.#lists === undefined) {
      if (this.#doubted.every((one) => this.#doubtIn(one) === "lost"))
        stop(causeInLastFailures(last, trace.facts.exchanges));
      return;
    }
    this.#underWay = this.#ask(this.#lists).finally(() => {
      this.#doubted = [];
      this.#underWay = undefined;
    });
  }

  /** What speaks against the key or the service. A body that was cut short speaks for the service. */
  #doubtIn(made: WholeExchange): Doubt | undefined {
    const { list, trace } = this.#asking;
    if (made.outcome.kind === "failure") return isCutShort(made.outcome.failure) ? undefined : "lost";
    if (answeredWith(made, 401, 403)) return "refused";
    return mayBeGone(made, list, trace.facts) ? "in-place" : undefined;
  }

  async #ask(lists: Lists): Promise<void> {
    const { trace, drained, wait } = this.#asking;
    await drained();
    const doubted = this.#doubted.toSorted((one, other) => one.id - other.id);
    const refusal = doubted.find((one) => answeredWith(one, 401, 403));
    const waitsMs =
      refusal === undefined ? waitsForServiceMs : waitsForKeyMs[answeredWith(refusal, 401) ? 401 : 403];
    let answer: WholeExchange | undefined;
    for (const waitMs of waitsMs) {
      await wait(waitMs);
      answer = await this.#answerTo(lists.again, refusal);
      const elsewhere = answer && refusal && lists.elsewhere(refusal.request);
      if (elsewhere !== undefined) answer = await this.#answerTo(elsewhere, refusal);
      if (answer === undefined) break;
      if (this.#doubtIn(answer) === undefined) return;
    }
    // Neither the key nor what it got since then is judged.
    if (refusal !== undefined)
      for (const one of trace.facts.exchanges.filter(({ id }) => id >= refusal.id)) trace.setAside(one);
    if (answer !== undefined) this.#end(doubted, answer);
  }

  async #answerTo(spec: RequestSpec, refusal: WholeExchange | undefined): Promise<WholeExchange | undefined> {
    for (;;) {
      const made = await this.#asking.send(spec, refusal === undefined ? "service" : "key");
      if (isUnresolved(made)) return undefined;
      if (!answeredWith(made, 429)) return made;
    }
  }

  #end(doubted: readonly WholeExchange[], answer: WholeExchange): void {
    const { trace, stop } = this.#asking;
    const first = doubted.find((one) => this.#doubtIn(one) === this.#doubtIn(answer)) ?? answer;
    if (!isAnswered(answer)) stop(causeInLastFailures(answer, trace.facts.exchanges));
    else if (answeredWith(answer, 401, 403))
      stop({
        ...{ kind: "key-stopped", after: first.id - 1, exchange: first.id },
        ...(namesExpiry(first) && { hasExpired: true }),
      });
    else
      stop({
        ...{ kind: "service-gone", after: sinceItsLastAnswer(trace.facts).after, failure: undefined },
        ...{ answer: exchangeInWords(first), exchange: first.id },
      });
  }
}
