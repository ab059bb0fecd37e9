import { type Answered, answeredWith, derived, type Facts } from "#core/check/facts.ts";
import type { Observer } from "#core/check/observe.ts";
import { inHeader, inStatus, type Observation, type Place } from "#core/check/results/verdict.ts";
import {
  isBefore,
  rateHeaderNames,
  rateHeadersOf,
  roundingSeconds,
} from "#core/exchange/pacing/rate-headers.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { knownIn } from "#core/memory/derived-from.ts";
import {
  type RatedAnswer,
  ratedAnswers,
  resetMoves,
  windowSeconds,
} from "../shared/evidence/rate-evidence.ts";
import { probe } from "../shared/steps/named-steps.ts";
import { type Breach, ofRun, type RatePoint, ratePointOf, type Shown, type Vantage } from "./rate-point.ts";
import { RateWindow, servedSince } from "./rate-window.ts";

interface ShownOfRates {
  readonly about: string;
  readonly shown: "held" | Breach;
  readonly place: Place;
}

/** How many windows of one key are remembered: several operations may have several limits each. */
const mostWindows = 12;

/** Of so many answers it is remembered when they ended. */
const mostEnds = 1024;

const [limitPlace, remainingPlace] = [inHeader(rateHeaderNames.limit), inHeader(rateHeaderNames.remaining)];

/**
 * RATE-5 to RATE-8 and RATE-10: what Limit, Remaining and the count of served requests do within the windows of one
 * key. It takes the answers one after the other, a hundred of a run or a million of traffic.
 * @param longestSeconds the longest distance to Reset that is known beforehand
 * @param forget is called with the Reset of each window that is dropped to make room
 */
export function rateFold(
  vantage: Vantage,
  longestSeconds = 1,
  forget: (resetAtSeconds: number) => void = () => undefined,
): (point: RatePoint) => readonly ShownOfRates[] {
  const windows = new BoundedMap<string, RateWindow>(mostWindows, (_, name) =>
    forget(Number(name.split(" ")[1])),
  );
  /** Across operations, by Reset. */
  const anyOperation = new BoundedMap<number, ReturnType<typeof ofAnyOperation>>(mostWindows, (_, reset) =>
    forget(reset),
  );
  const settle = inOrder((point) => {
    windows.get(nameOf(point))?.settle(point);
    anyOperation.get(point.resetAtSeconds)?.settle(point);
  });
  let seconds = longestSeconds;
  const ends: number[] = [];
  const endedBetween = (fromMs: number, toMs: number) =>
    ends.filter((ms) => fromMs <= ms && ms <= toMs).length;
  return (point) => {
    ends.push(point.times.endedAtMs);
    if (ends.length > mostEnds) ends.shift();
    seconds = Math.max(seconds, point.aheadSeconds);
    settle(point);
    const name = nameOf(point);
    const window = knownIn(windows, name, () => new RateWindow(vantage, point, endedBetween));
    const all = knownIn(anyOperation, point.resetAtSeconds, () => ofAnyOperation(vantage));
    const { limit, rise, fall, served } = window.next(point, seconds);
    return [
      ...observed("RATE-5", limit, limitPlace),
      ...observed("RATE-6", rise, remainingPlace),
      ...observed("RATE-8", fall, remainingPlace),
      ...observed("RATE-10", served, inStatus),
      ...observed("RATE-7", all.next(point), remainingPlace),
    ];
  };
}

function nameOf({ operation, resetAtSeconds }: RatePoint): string {
  return `${operation} ${resetAtSeconds}`;
}

function observed(about: string, shown: Shown, place: Place): ShownOfRates[] {
  return shown === undefined ? [] : [{ about, shown, place }];
}

/** RATE-7: any rise under one Reset. */
function ofAnyOperation(vantage: Vantage) {
  let lowest: RatePoint | undefined;
  return {
    settle(point: RatePoint): void {
      if (lowest === undefined || point.remaining <= lowest.remaining) lowest = point;
    },
    next(point: RatePoint): Shown {
      const before = lowest;
      if (before === undefined || point.aheadSeconds <= vantage.resetSlackSeconds) return undefined;
      if (!vantage.isBefore(before, point)) return undefined;
      if (point.remaining <= before.remaining) return "held";
      lowest = point;
      return {
        expected: `at most ${before.remaining}, since ${before.remaining} was announced before with the same Reset`,
        seen: String(point.remaining),
        since: before.id,
      };
    },
  };
}

/** How many answers of unknown order are remembered. */
const mostWaiting = 64;

/** Passes each answer on once it certainly precedes the next one, since requests run in parallel. */
function inOrder(take: (point: RatePoint) => void): (point: RatePoint) => void {
  /** By when they ended. */
  const waiting: RatePoint[] = [];
  return (point) => {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      if (!isBefore(first, point) && waiting.length < mostWaiting) break;
      waiting.shift();
      take(first);
    }
    const at = waiting.findLastIndex(({ times }) => times.endedAtMs <= point.times.endedAtMs) + 1;
    waiting.splice(at, 0, point);
  };
}

interface ShownInRun extends ShownOfRates {
  readonly rated: RatedAnswer;
}

/** What each answer of a run shows of its rate limit. It means nothing if Reset moves with the clock. */
export const shownInRun = derived((facts): readonly ShownInRun[] => {
  const fold = rateFold(ofRun, windowSeconds(facts));
  return ratedAnswers(facts).flatMap((rated) => fold(pointOf(rated)).map((one) => ({ ...one, rated })));
});

function pointOf(rated: RatedAnswer): RatePoint {
  const { inFlight, outcome } = rated.answer;
  return ratePointOf(rated, { inFlight, status: outcome.answer.status, dateMs: undefined });
}

export function observedInRun(
  { rated, shown, place }: ShownInRun,
  facts: Facts,
  observe: Observer,
): Observation {
  if (shown === "held") return observe.held(rated.answer);
  const before = facts.exchanges.filter(({ id }) => id === shown.since);
  return observe.broken(rated.answer, shown.expected, { seen: shown.seen, place }, ...before);
}

/** Where Reset moves, or seems to, a window may have restarted during the run. */
const windowsWhereResetMoves = 2;

/** RATE-10 on listPets. By the last answer beyond it, which shows how many were served. */
export function servedBeyond(facts: Facts): ShownInRun | undefined {
  const lists = ratedAnswers(facts).filter((r) => r.operation === "listPets" && answeredWith(r.answer, 200));
  if (!resetMoves(facts))
    return (
      shownInRun(facts).findLast(
        ({ about, shown, rated }) =>
          about === "RATE-10" && shown !== "held" && rated.operation === "listPets",
      ) ?? firstBeyond(windowsWithTwoResets(lists), 1, facts)
    );
  // Over the whole run and over the probe: the shorter the time, the less a refill counts.
  const probes = lists.filter(({ answer }) => answer.step === probe.burst.id);
  return firstBeyond([lists, probes], windowsWhereResetMoves, facts);
}

/** Two Resets a second apart that take turns are one window, by rounding or by the clocks of two instances. */
function windowsWithTwoResets(lists: readonly RatedAnswer[]): readonly (readonly RatedAnswer[])[] {
  const byReset = Map.groupBy(
    lists.filter(({ aheadSeconds }) => aheadSeconds > 2 * roundingSeconds),
    ({ rate }) => rate.resetAtSeconds,
  );
  return [...byReset].flatMap(([reset, own]) => {
    const later = byReset.get(reset + roundingSeconds) ?? [];
    const takeTurns = later.some((b) => own.some((a) => isBefore(b.answer, a.answer)));
    return takeTurns ? [[...own, ...later].toSorted((a, b) => a.answer.id - b.answer.id)] : [];
  });
}

function firstBeyond(
  groups: readonly (readonly RatedAnswer[])[],
  windows: number,
  facts: Facts,
): ShownInRun | undefined {
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const served = servedSince(ofRun, pointOf(first), windows);
    const beyond = group
      .map((rated) => ({ rated, shown: served(pointOf(rated), windowSeconds(facts)) }))
      .flatMap(({ rated, shown }): ShownInRun[] =>
        shown === undefined || shown === "held" ? [] : [{ about: "RATE-10", place: inStatus, rated, shown }],
      )
      .at(-1);
    if (beyond !== undefined) return beyond;
  }
  return undefined;
}

/** Ruling 21: within the skew of ruling 20, and the second that either may have been rounded. */
export const agreementSeconds = 6;

/** RATE-13: Retry-After of a 429, beside the Reset of the same answer, so many seconds ahead. */
export function agreement(answer: Answered, aheadSeconds: number, observe: Observer): Observation[] {
  const waitMs = rateHeadersOf(answer).retryAfterMs;
  // A Retry-After of 0 counts as none (ruling 21).
  if (waitMs === undefined || waitMs === 0) return [];
  if (Math.abs(aheadSeconds - waitMs / 1000) <= agreementSeconds) return [observe.held(answer)];
  return [
    observe.broken(answer, `about ${Math.ceil(aheadSeconds)} s, as X-RateLimit-Reset says`, {
      seen: `${Math.round(waitMs / 1000)} s`,
      place: inHeader("Retry-After"),
    }),
  ];
}
