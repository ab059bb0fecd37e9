import type { Lesson, Moment, Reply, Situation } from "./situation.ts";

interface Replied {
  /** Undefined where the ordinary service answers. */
  readonly reply: Reply | undefined;
  /** The situation that answers. */
  readonly situation: string | undefined;
}

export interface Conductor {
  /**
   * What is answered to a request, at the moment at which the answer is due.
   * @param moment read again after the answer was held back
   */
  replyTo(moment: () => Moment, sleep: (ms: number) => Promise<void>): Promise<Replied>;
  /** True when there were situations, and none is left that this client comes to. */
  readonly isOver: boolean;
  /** Situations that a request has fitted, but whose turn has not come. */
  readonly waiting: readonly string[];
}

/** Ordinary answers between two situations: what a client does next then shows how it took the first. */
const ordinaryBetween = 1;

/** After so many in a row, the client does nothing by which another situation would begin. */
const ordinaryBeforeLast = 24;

const isLast = ({ lesson }: Situation): boolean => lesson?.isLast === true;

const byService: Replied = { reply: undefined, situation: undefined };

/**
 * Chooses who answers: the situation that is under way, else the first one left that this request fits, else the service.
 * It never waits for a request: a situation whose request does not come is left over.
 */
export function createConductor(situations: readonly Situation[]): Conductor {
  const waiting = situations.filter(({ lesson }) => lesson !== undefined);
  const hasAny = waiting.length > 0;
  const hasLast = waiting.some(isLast);
  const fitted = new Set<Situation>();
  const isAlone = situations.length === 1;
  let current: { readonly situation: Situation; readonly lesson: Lesson } | undefined;
  let ordinary = 0;

  const isNext = ({ lesson }: Situation, moment: Moment): boolean => {
    if (lesson?.waitsFor(moment) !== true) return false;
    const isOnlyOneLeft = waiting.length === 1;
    return (
      isAlone || ordinary >= (lesson.isLast === true && !isOnlyOneLeft ? ordinaryBeforeLast : ordinaryBetween)
    );
  };

  const replied = (moment: Moment): Replied => {
    for (const one of waiting) if (one.lesson?.waitsFor(moment) === true) fitted.add(one);
    if (current === undefined) {
      const index = waiting.findIndex((situation) => isNext(situation, moment));
      const [situation] = index === -1 ? [] : waiting.splice(index, 1);
      if (situation?.lesson !== undefined) current = { situation, lesson: situation.lesson.begin() };
    }
    if (current === undefined) {
      ordinary += 1;
      return byService;
    }
    const { name } = current.situation;
    const reply = current.lesson(moment);
    if (reply !== "over") return reply === "service" ? byService : { reply, situation: name };
    current = undefined;
    ordinary = 1;
    return byService;
  };

  return {
    get isOver() {
      const hasPlayedLast = hasLast && !waiting.some(isLast);
      return hasAny && current === undefined && (waiting.length === 0 || hasPlayedLast);
    },
    get waiting() {
      return waiting.filter((one) => fitted.has(one)).map(({ name }) => name);
    },
    async replyTo(moment, sleep) {
      const { lesson } = current?.situation ?? waiting.find((one) => isNext(one, moment())) ?? {};
      if (lesson !== undefined && lesson.holdMs > 0) await sleep(lesson.holdMs);
      return replied(moment());
    },
  };
}
