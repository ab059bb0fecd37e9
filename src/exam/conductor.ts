import type { Lesson, Moment, Reply, Situation, SituationLesson } from "#core/check/clients/situation.ts";

export interface Replied {
  /** Undefined where the ordinary service answers. */
  readonly reply: Reply | undefined;
  readonly situation: string | undefined;
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

const byService: Replied = { reply: undefined, situation: undefined };

/**
 * Chooses who answers: the situation that is under way, else the first one left that this request fits, else the service.
 * It never waits for a request: what begins with one that does not come is left over.
 */
export function createConductor(situations: readonly Situation[]) {
  const waiting = situations.flatMap((situation) =>
    (situation.lessons ?? []).map((lesson): Part => ({ ...lesson, situation })),
  );
  const hasAny = waiting.length > 0;
  const isAlone = situations.length === 1;
  let active: { readonly part: Part; readonly lesson: Lesson }[] = [];
  let ordinary = 0;
  let hasPlayedLast = false;
  let gathered = 0;
  let another = Promise.withResolvers<void>();

  const isNext = (part: Part, moment: Moment): boolean => {
    if (!part.waitsFor(moment)) return false;
    const [first] = active;
    if (first !== undefined) return first.part.situation === part.situation;
    if (isAlone) return true;
    if (part.isLast !== true) return ordinary >= ordinaryBetween;
    const isOnlyOneLeft = waiting.every(({ isLast }) => isLast === true);
    return !hasPlayedLast && ordinary >= (isOnlyOneLeft ? ordinaryBetween : ordinaryBeforeLast);
  };

  /** What the active lessons reply; those that are over are dropped. */
  const repliedByActive = (moment: Moment): Replied | "over" | undefined => {
    let isOneOver = false;
    for (const one of active) {
      const reply = one.lesson(moment);
      if (reply === "over") {
        active = active.filter((other) => other !== one);
        isOneOver = true;
      } else if (reply !== "service") return { reply, situation: one.part.situation.name };
    }
    return isOneOver && active.length === 0 ? "over" : undefined;
  };

  const replied = (moment: Moment): Replied => {
    const underWay = repliedByActive(moment);
    if (underWay === "over" && !isAlone) {
      ordinary = 1;
      return byService;
    }
    if (underWay !== undefined && underWay !== "over") return underWay;
    const index = waiting.findIndex((part) => isNext(part, moment));
    const [part] = index === -1 ? [] : waiting.splice(index, 1);
    if (part === undefined) {
      if (active.length === 0) ordinary += 1;
      return byService;
    }
    hasPlayedLast ||= part.isLast === true;
    active.push({ part, lesson: part.begin() });
    const reply = repliedByActive(moment);
    return reply === undefined || reply === "over" ? byService : reply;
  };

  /** Until another request comes, where this one would begin something beside it. */
  const gather = async (moment: Moment, sleep: (ms: number) => Promise<void>): Promise<void> => {
    const beside = { ...moment, inFlight: 2 };
    const isGathering = waiting.some((part) => part.gathers === true && isNext(part, beside));
    if (!isGathering || moment.inFlight > 1 || gathered >= mostGathered) return;
    if (waiting.some((part) => isNext(part, moment))) return;
    gathered += 1;
    await Promise.race([another.promise, sleep(gatherMs)]);
  };

  return {
    /** True when there were situations, and none is left that this client comes to. */
    get isOver() {
      return hasAny && active.length === 0 && (waiting.length === 0 || hasPlayedLast);
    },
    /**
     * What is answered to a request, at the moment at which the answer is due.
     * @param moment read again after the answer was held back
     */
    async replyTo(moment: () => Moment, sleep: (ms: number) => Promise<void>): Promise<Replied> {
      another.resolve();
      another = Promise.withResolvers();
      await gather(moment(), sleep);
      const part = active[0]?.part ?? waiting.find((one) => isNext(one, moment()));
      if (part !== undefined && part.holdMs > 0) await sleep(part.holdMs);
      return replied(moment());
    },
  };
}
