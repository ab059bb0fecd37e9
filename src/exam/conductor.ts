import type { Lesson, Moment, Reply, Situation, SituationLesson } from "#core/check/clients/situation.ts";

interface Replied {
  readonly reply: Reply;
  readonly situation: string;
}

/** Ordinary answers between two situations: what a client does next then shows how it took the first. */
const ordinaryBetween = 1;

/** After so many ordinary answers in a row, the client does nothing that would begin another situation. */
const ordinaryBeforeLast = 24;

/** How long one request waits for another: the service answers at once, and requests of several tasks would never overlap. */
const gatherMs = 250;
/** A client that does one thing at a time is not held up for ever. */
const mostGathered = 12;

interface Part extends SituationLesson {
  readonly situation: Situation;
}

/**
 * Chooses who answers: the situation that is under way, else the first one left that this request fits, else the service.
 * It never waits for a request: what begins with one that does not come is left over.
 */
export class Conductor {
  readonly #waiting: Part[];
  readonly #hasAny: boolean;
  readonly #isAlone: boolean;
  #active: readonly { readonly part: Part; readonly lesson: Lesson }[] = [];
  #ordinary = 0;
  #hasPlayedLast = false;
  #gathered = 0;
  #another = Promise.withResolvers<void>();

  constructor(situations: readonly Situation[]) {
    this.#waiting = situations.flatMap((situation) =>
      (situation.lessons ?? []).map((lesson): Part => ({ ...lesson, situation })),
    );
    this.#hasAny = this.#waiting.length > 0;
    this.#isAlone = situations.length === 1;
  }

  /** True when there were situations, and none is left that this client comes to. */
  get isOver(): boolean {
    const noneLeft = this.#waiting.length === 0 || this.#hasPlayedLast;
    return this.#hasAny && this.#active.length === 0 && noneLeft;
  }

  /**
   * What is answered to a request, at the moment at which the answer is due; undefined where the ordinary service answers.
   * @param moment read again after the answer was held back
   */
  async replyTo(moment: () => Moment, sleep: (ms: number) => Promise<void>): Promise<Replied | undefined> {
    this.#another.resolve();
    this.#another = Promise.withResolvers();
    await this.#gather(moment(), sleep);
    const part = this.#active[0]?.part ?? this.#waiting.find((one) => this.#isNext(one, moment()));
    if (part !== undefined && part.holdMs > 0) await sleep(part.holdMs);
    return this.#replied(moment());
  }

  #isNext(part: Part, moment: Moment): boolean {
    const isBeside = part.gathers !== true || moment.inFlight > 1;
    if (!isBeside || !part.asked.some((role) => role === moment.role)) return false;
    const [first] = this.#active;
    if (first !== undefined) return first.part.situation === part.situation;
    if (this.#isAlone) return true;
    if (part.isLast !== true) return this.#ordinary >= ordinaryBetween;
    const isOnlyOneLeft = this.#waiting.every(({ isLast }) => isLast === true);
    const enough = isOnlyOneLeft ? ordinaryBetween : ordinaryBeforeLast;
    return !this.#hasPlayedLast && this.#ordinary >= enough;
  }

  /** What the active lessons reply; those that are over are dropped. */
  #repliedByActive(moment: Moment): Replied | "over" | undefined {
    let isOneOver = false;
    for (const one of this.#active) {
      const reply = one.lesson(moment);
      if (reply === "over") {
        this.#active = this.#active.filter((other) => other !== one);
        isOneOver = true;
      } else if (reply !== "service") return { reply, situation: one.part.situation.name };
    }
    return isOneOver && this.#active.length === 0 ? "over" : undefined;
  }

  #replied(moment: Moment): Replied | undefined {
    const underWay = this.#repliedByActive(moment);
    if (underWay === "over" && !this.#isAlone) {
      this.#ordinary = 1;
      return undefined;
    }
    if (underWay !== undefined && underWay !== "over") return underWay;
    const index = this.#waiting.findIndex((part) => this.#isNext(part, moment));
    const [part] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (part === undefined) {
      if (this.#active.length === 0) this.#ordinary += 1;
      return undefined;
    }
    this.#hasPlayedLast ||= part.isLast === true;
    this.#active = [...this.#active, { part, lesson: part.begin() }];
    const reply = this.#repliedByActive(moment);
    return reply === "over" ? undefined : reply;
  }

  /** Until another request comes, where this one would begin something beside it. */
  async #gather(moment: Moment, sleep: (ms: number) => Promise<void>): Promise<void> {
    const beside = { ...moment, inFlight: 2 };
    const isGathering = this.#waiting.some((part) => part.gathers === true && this.#isNext(part, beside));
    if (!isGathering || moment.inFlight > 1 || this.#gathered >= mostGathered) return;
    if (this.#waiting.some((part) => this.#isNext(part, moment))) return;
    this.#gathered += 1;
    await Promise.race([this.#another.promise, sleep(gatherMs)]);
  }
}
