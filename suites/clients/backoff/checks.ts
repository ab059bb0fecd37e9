import { caseRef } from "#core/check/case.ts";
import { type ClientCheck, observing } from "#core/check/clients/client-suite.ts";
import {
  type ClientExchange,
  endInWords,
  isSameRequest,
  type Session,
  timeInWords,
} from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { answerHeader } from "../shared/answers.ts";
import { untested } from "../shared/reasons.ts";
import { refusalsIn } from "../shared/refusals.ts";
import { named, operationOf, sentAfter } from "../shared/requests.ts";
import { habitsIn } from "../shared/rounds.ts";
import { isHeldBack, type Tries, triesIn } from "../shared/tries.ts";
import {
  added,
  growthOf,
  isLinear,
  isNeverLonger,
  isSame,
  isShrinking,
  isUpAndDown,
  latenessIn,
  latenessOf,
  possibleWaits,
  randomGrowth,
  samePart,
} from "../shared/waits.ts";
import {
  areOfOne,
  type Backoff,
  fewestForTimers,
  isSameButForOne,
  steadied,
  type Timer,
  timersBehind,
} from "./timers.ts";

/** Ruling 37: no wait is shorter. Timers may fire a little early. */
const leastWaitMs = 100 - 5;

/** Ruling 37: by so much waits grow, on average, since jitter is right. */
const growth = 1.5;
/** The milliseconds that a request is on its way make waits a little more alike. */
const wayMs = 5;

/** The must is about five refusals, with four waits between them. */
const fewestToJudge = 4;
/** With fewer, jitter may hide the growth: then waits that do not grow at all are a warning, and no others. */
const fewestToGrow = 3;

/** What is refused without a usable Retry-After. */
const unguidedIn = (session: Session): readonly ClientExchange[] =>
  refusalsIn(session).flatMap(({ exchange, askedMs }) => (askedMs === 0 ? exchange : []));

const noTime = caseRef("429-without-a-usable-retry-after", "a 429 without a usable Retry-After");

/** A 429 without a usable Retry-After, and what was sent next. */
interface Pause {
  readonly refused: ClientExchange;
  readonly next: ClientExchange;
  readonly waitMs: number;
  /** By so much it may have been shorter. */
  readonly lateMs: number;
}

/** CLIENT-7. Subject: a 429 without a usable Retry-After, and the next request after it. */
const pauses: ClientCheck = {
  about: "CLIENT-7",
  cases: [noTime],
  judge: ({ sessions }) => {
    const { held, broken, unresolved } = observing("CLIENT-7", noTime);
    const refusals = sessions.flatMap((session) =>
      unguidedIn(session).map((exchange) => ({ exchange, session })),
    );
    const all = refusals.flatMap(({ exchange, session }) => pauseAfter(exchange, session));
    const isClear = areClear(all);
    return [
      ...all.map(({ refused, next, waitMs }) => {
        if (waitMs >= leastWaitMs)
          return isClear ? held(refused) : unresolved(untested("busy-machine"), refused);
        const expected = `at least 0.1 s without a request after the 429 to ${named(refused)} ${retryAfterInWords(refused)}`;
        return broken(next, expected, `${named(next)} after ${timeInWords(waitMs)}`, refused);
      }),
      ...refusals
        .filter(({ exchange, session }) => sentAfter(exchange, session).length === 0)
        .map(({ exchange, session }) =>
          unresolved(untested("nothing-after-429", { end: endInWords(session) }), exchange),
        ),
    ];
  },
};

function pauseAfter(refused: ClientExchange, session: Session): readonly Pause[] {
  const next = sentAfter(refused, session).find((one) => !hasWaited(one, refused, session));
  if (next === undefined) return [];
  const lateMs = latenessIn(session, refused.endedAtMs, next.sentAtMs);
  return [{ refused, next, waitMs: next.sentAtMs - refused.endedAtMs, lateMs }];
}

/** Whether another task tries again after a wait of its own. */
function hasWaited(request: ClientExchange, refused: ClientExchange, session: Session): boolean {
  const own = refusalsIn(session).findLast(
    ({ exchange }) => exchange.id < request.id && isSameRequest(exchange, request),
  )?.exchange;
  if (own === undefined || isSameRequest(own, refused)) return false;
  return request.sentAtMs - own.endedAtMs >= leastWaitMs;
}

/** A busy machine makes waits longer and never shorter: the shortest of each operation says what its timer is. */
function areClear(pauses: readonly Pause[]): boolean {
  const byOperation = Map.groupBy(pauses, ({ refused }) => operationOf(refused));
  return [...byOperation.values()].every((some) => {
    const { waitMs, lateMs } = some.reduce((least, one) => (one.waitMs < least.waitMs ? one : least));
    return waitMs - lateMs >= leastWaitMs;
  });
}

function retryAfterInWords(exchange: ClientExchange): string {
  const value = answerHeader(exchange, "retry-after");
  return value === undefined ? "without Retry-After" : `with Retry-After: ${value}`;
}

/** The requests that are refused without a usable Retry-After, and their tries. */
export function backoffsIn(session: Session, sessions: readonly Session[]): readonly Tries[] {
  const refused = new Set(unguidedIn(session));
  return refused.size === 0
    ? []
    : triesIn(session, {
        hasFailed: (one) => refused.has(one),
        isOfSeveralTasks: habitsIn(session, sessions).isOfSeveralTasks,
      }).map((tries) =>
        isHeldBack(tries, session, refused) ? { ...tries, waitsMs: [], isUnclear: true } : tries,
      );
}

const fiveInARow = caseRef(
  "five-429s-in-a-row-without-retry-after",
  "five 429s in a row without Retry-After",
);

/** CLIENT-8. Subject: one request with five refusals in a row, none of which has a usable Retry-After. */
const keepsGrowing = ofWaits("CLIENT-8", {
  fewest: fewestToJudge,
  expected: "waits that become longer",
  // Random waits may shrink by chance: if those of another request grow, shrinking is not intended.
  isRight: (waits, others) =>
    !isSame(waits, samePart) &&
    (!isShrinking(waits) || (!isNeverLonger(waits) && others.some((more) => !isShrinking(more)))),
  isWrongTimer: (timers) => {
    const shortest = timers.map(({ waitMs }) => waitMs);
    return isSame(shortest, samePart) || isNeverLonger(shortest) || isSameButForOne(timers);
  },
});

/** CLIENT-9. Subject: the same with three waits or more. */
const growsByHalf = ofWaits("CLIENT-9", {
  fewest: fewestToGrow,
  expected: "waits that grow by half each time, on average",
  isRight: (waits, others) => {
    if (waits.length < fewestToJudge) return !isSame(waits, samePart) && !isNeverLonger(waits);
    // Waits that go up and down are random, and two of them say little about how they are chosen.
    const all = [waits, ...others.filter(({ length }) => length >= fewestToJudge)];
    if (all.some(isUpAndDown) && !isRepeated(all))
      return !isShrinking(added(all), all.length < fewestForTimers ? 1 : randomGrowth);
    const [first = 0, ...more] = waits;
    return growthOf([first - Math.min(wayMs, first / 10), ...more]) >= growth && !isLinear(waits);
  },
  isWrongTimer: (timers, all) => {
    const [first = 0, ...more] = timers.map(({ waitMs, lateMs }, at) =>
      at === 0 ? waitMs - Math.max(lateMs, Math.min(wayMs, waitMs / 10)) : waitMs,
    );
    const isSlow = growthOf([first, ...more]) < growth;
    if (areOfOne(timers)) return isSlow || isLinear(timers.map(({ waitMs }) => waitMs));
    return isSlow && isRepeated(all) && isUpAndDown([first, ...more]);
  },
});

function ofWaits(
  about: string,
  rule: {
    readonly fewest: number;
    readonly expected: string;
    /** @param others the waits of other requests that can be compared */
    readonly isRight: (waitsMs: readonly number[], others: readonly (readonly number[])[]) => boolean;
    /** Whether timers such as these are wrong, however late the machine was. */
    readonly isWrongTimer: (timers: readonly Timer[], all: readonly (readonly number[])[]) => boolean;
  },
): ClientCheck {
  const { held, broken, unresolved } = observing(about, fiveInARow);
  const judged = (backoff: Backoff, all: readonly Backoff[]): Observation => {
    const { session, tries } = backoff;
    const { requests, waitsMs, isUnclear } = tries;
    const [first, ...more] = requests;
    if (isUnclear) return unresolved(untested("several-tasks"), first);
    if (waitsMs.length < rule.fewest)
      return unresolved(
        waitsMs.length === 0
          ? untested("no-try-after-429", { end: endInWords(session) })
          : untested("too-few-tries", {
              ...{ tries: waitsMs.length, fewest: rule.fewest },
              end: endInWords(session),
            }),
        ...requests,
      );
    const others = all
      .map((one) => one.tries.waitsMs)
      .filter((waits) => waits !== waitsMs && waits.length >= rule.fewest);
    const seen = `waits of ${waitsMs.map(timeInWords).join(", ")}`;
    const timers = timersBehind(all, fewestToJudge);
    if (timers !== undefined && rule.isWrongTimer(timers, [waitsMs, ...others]))
      return broken(first, rule.expected, seen, ...more);
    const lateMs = latenessOf(requests, session);
    if (rule.isRight(waitsMs, others))
      return mayBeSame(waitsMs, lateMs) || !rule.isRight(steadied(waitsMs, backoff), others)
        ? unresolved(untested("busy-machine"), ...requests)
        : held(...requests);
    const firstsMs = others.map(([firstMs = 0]) => firstMs);
    return possibleWaits(waitsMs, lateMs, Math.min(...firstsMs)).some((waits) => rule.isRight(waits, others))
      ? unresolved(untested("busy-machine"), ...requests)
      : broken(first, rule.expected, seen, ...more);
  };
  return {
    about,
    cases: [fiveInARow],
    judge: ({ sessions }) => {
      // Of several reasons, the first is given: that of the request that was tried most often.
      const backoffs = sessions
        .flatMap((session) => backoffsIn(session, sessions).map((tries) => ({ session, tries })))
        .toSorted((a, b) => b.tries.waitsMs.length - a.tries.waitsMs.length);
      return backoffs.map((backoff) => judged(backoff, backoffs));
    },
  };
}

/** Whether they may differ only because the machine was late. */
function mayBeSame(waits: readonly number[], lateMs: number): boolean {
  return lateMs > 0 && Math.max(...waits) - lateMs <= Math.min(...waits) * (1 + samePart);
}

/** Whether several requests wait in the same way: what goes up and down in each of them is not random. */
function isRepeated(all: readonly (readonly number[])[]): boolean {
  const [first = []] = all;
  return (
    all.length >= fewestForTimers &&
    first.slice(0, fewestToJudge).every((_, at) =>
      isSame(
        all.map((waits) => waits[at] ?? 0),
        samePart,
      ),
    )
  );
}

export const checks: readonly ClientCheck[] = [pauses, keepsGrowing, growsByHalf];
