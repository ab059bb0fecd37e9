import { caseRef } from "#core/check/case.ts";
import type { ClientCheck } from "#core/check/clients/client-suite.ts";
import { endInWords, type Session, timeInWords } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { type Observing, ofEvidence } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { unguidedIn } from "../shared/refusals.ts";
import { habitsIn } from "../shared/rounds.ts";
import { isHeldBack, latenessOf, type Tries, triesIn } from "../shared/tries.ts";
import {
  added,
  isNeverLonger,
  isSame,
  isShrinking,
  latenessIn,
  possibleWaits,
  randomGrowth,
  samePart,
} from "../shared/waits.ts";

/** Ruling 37: by so much waits grow, on average, since jitter is right. */
const growth = 1.5;
/** The milliseconds that a request is on its way make waits a little more alike. */
const wayMs = 5;

/** The must is about five refusals, with four waits between them. */
const fewestToJudge = 4;
/** With fewer, jitter may hide the growth: then waits that do not grow at all are a warning, and no others. */
const fewestToGrow = 3;

/** The requests that are refused without a usable Retry-After, and their tries. */
export function backoffsIn(session: Session, sessions: readonly Session[]): readonly Tries[] {
  const refused = new Set(unguidedIn(session));
  return refused.size === 0
    ? []
    : triesIn(session, {
        hasFailed: (one) => refused.has(one),
        isOfSeveralTasks: habitsIn(session, sessions).isOfSeveralTasks,
      }).map((tries) => (isHeldBack(tries, refused) ? { ...tries, waitsMs: [], isUnclear: true } : tries));
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
    if (all.some(isUpAndDown))
      return !isShrinking(added(all), all.length < fewestForTimers ? 1 : randomGrowth);
    const [first = 0, ...more] = waits;
    return growthOf([first - Math.min(wayMs, first / 10), ...more]) >= growth && !isLinear(waits);
  },
  isWrongTimer: (timers) => {
    if (!areOfOne(timers)) return false;
    const [first = 0, ...more] = timers.map(({ waitMs, lateMs }, at) =>
      at === 0 ? waitMs - Math.max(lateMs, Math.min(wayMs, waitMs / 10)) : waitMs,
    );
    return growthOf([first, ...more]) < growth || isLinear(timers.map(({ waitMs }) => waitMs));
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
    readonly isWrongTimer: (timers: readonly Timer[]) => boolean;
  },
): ClientCheck {
  const judged = (tries: Tries, all: readonly Tries[], observe: Observing): Observation => {
    const { held, broken, unresolved } = observe;
    const { session, requests, waitsMs, isUnclear } = tries;
    const [first, ...more] = requests;
    if (isUnclear) return unresolved(untested("several-tasks"), first);
    const { fewest } = rule;
    const [end, count] = [endInWords(session), waitsMs.length];
    if (count === 0) return unresolved(untested("no-try-after-429", { end }), ...requests);
    if (count < fewest)
      return unresolved(untested("too-few-tries", { tries: count, fewest, end }), ...requests);
    const others = all
      .map((one) => one.waitsMs)
      .filter((waits) => waits !== waitsMs && waits.length >= fewest);
    const seen = `waits of ${waitsMs.map(timeInWords).join(", ")}`;
    const timers = timersBehind(all, fewestToJudge);
    if (timers !== undefined && rule.isWrongTimer(timers)) return broken(first, rule.expected, seen, ...more);
    const lateMs = latenessOf(tries);
    if (rule.isRight(waitsMs, others))
      return mayBeSame(waitsMs, lateMs)
        ? unresolved(untested("busy-machine"), ...requests)
        : held(...requests);
    const firstsMs = others.map(([firstMs = 0]) => firstMs);
    return possibleWaits(waitsMs, lateMs, Math.min(...firstsMs)).some((waits) => rule.isRight(waits, others))
      ? unresolved(untested("busy-machine"), ...requests)
      : broken(first, rule.expected, seen, ...more);
  };
  return ofEvidence(about, fiveInARow, ({ sessions }, observe) => {
    // Of several reasons, the first is given: that of the request that was tried most often.
    const all = sessions
      .flatMap((session) => backoffsIn(session, sessions))
      .toSorted((a, b) => b.waitsMs.length - a.waitsMs.length);
    return all.map((tries) => judged(tries, all, observe));
  });
}

/** By which factor each wait is longer than the one before, on average. */
function growthOf(waits: readonly number[]): number {
  const [first = 1] = waits;
  const last = waits.at(-1) ?? 1;
  return (Math.max(1, last) / Math.max(1, first)) ** (1 / Math.max(1, waits.length - 1));
}

/** Whether some waits are longer than the one before, and others shorter, by more than a tenth. */
function isUpAndDown(waits: readonly number[]): boolean {
  const steps = waits.slice(1).map((wait, at) => wait / Math.max(1, waits[at] ?? 1));
  return steps.some((step) => step > 1 + samePart) && steps.some((step) => step < 1 / (1 + samePart));
}

function isLinear(waits: readonly number[]): boolean {
  const steps = waits.slice(1).map((wait, at) => wait - (waits[at] ?? 0));
  return Math.min(...steps) > 0 && isSame(steps, 2 * samePart);
}

/** Whether they may differ only because the machine was late. */
function mayBeSame(waits: readonly number[], lateMs: number): boolean {
  return lateMs > 0 && Math.max(...waits) - lateMs <= Math.min(...waits) * (1 + samePart);
}

export const checks: readonly ClientCheck[] = [keepsGrowing, growsByHalf];

// A busy machine makes waits longer, never shorter. So the shortest of several requests' n-th waits bounds the timer of the
// client from above, and what is left of each without the time that the machine was late bounds it from below.

/** A timer of a client, as far as measured waits show it. */
interface Timer {
  /** The timer is not longer than this. */
  readonly waitMs: number;
  /** How much shorter it may be; below 0 where waits differ by more than the machine was late: they are random. */
  readonly lateMs: number;
}

/** With fewer requests, the shortest wait may be one that a busy machine made longer. */
const fewestForTimers = 3;

/** The timers behind the n-th waits of several requests. Undefined where too few can be compared. */
export function timersBehind(all: readonly Tries[], fewestWaits: number): readonly Timer[] | undefined {
  const long = all.filter(({ waitsMs }) => waitsMs.length >= fewestWaits);
  if (long.length < fewestForTimers) return undefined;
  const places = Math.min(...long.map(({ waitsMs }) => waitsMs.length));
  const alone = all.filter((one) => !all.some((other) => isWithin(one, other)));
  // A Retry-After that cannot be read may be read after all, or be answered by a delay of its own.
  const isOfOne = (leftMs: number, waitMs: number, one: Tries) =>
    long.includes(one) || isSame([waitMs, Math.max(leftMs, waitMs)], samePart);
  return Array.from({ length: places }, (_, at) => {
    const waitMs = Math.min(...long.map(({ waitsMs }) => waitsMs[at] ?? 0));
    const leftMs = alone.flatMap((one) => {
      const ms = (one.waitsMs[at] ?? Number.NaN) - lateBefore(one, at);
      return isOfOne(ms, waitMs, one) && !Number.isNaN(ms) ? [ms] : [];
    });
    return { waitMs, lateMs: waitMs - Math.max(...leftMs) };
  });
}

/** Whether it begins while another task is tried again, for which it may wait. */
function isWithin({ session, requests }: Tries, other: Tries): boolean {
  const [{ id, endedAtMs }] = requests;
  const [first] = other.requests;
  const last = other.requests.at(-1) ?? first;
  return session === other.session && first.id < id && endedAtMs < last.sentAtMs;
}

function lateBefore({ session, requests }: Tries, at: number): number {
  return latenessIn(session, requests[at]?.endedAtMs ?? 0, requests[at + 1]?.sentAtMs ?? 0);
}

/** Whether one timer may be behind the n-th waits of all requests, whatever n is. */
export function areOfOne(timers: readonly Timer[]): boolean {
  return timers.every(({ waitMs, lateMs }) => isSame([waitMs, waitMs - Math.min(0, lateMs)], samePart));
}

/** So many timers are not this alike by chance: each would have to be late by exactly as much as the next one is longer. */
const tooMany = 4;
const closePart = 0.03;

/** Whether timers are the same but for one, which the machine may have made late each time. */
function isSameButForOne(timers: readonly Timer[]): boolean {
  const [longest, ...rest] = timers.toSorted((a, b) => b.waitMs - a.waitMs);
  const waits = rest.map(({ waitMs }) => waitMs);
  return (
    longest !== undefined &&
    rest.length >= tooMany &&
    isSame(waits, closePart) &&
    isSame([...waits, Math.max(longest.waitMs - Math.max(0, longest.lateMs), ...waits)], samePart)
  );
}
