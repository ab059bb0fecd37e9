import type { CaseRef } from "#core/check/case.ts";
import { type ClientCheck, observing } from "#core/check/clients/client-suite.ts";
import {
  type ClientExchange,
  endInWords,
  type Session,
  statusOf,
  timeInWords,
} from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { failureOf, failures } from "../shared/cases.ts";
import { untested } from "../shared/reasons.ts";
import { named, requestsIn, sentAfter } from "../shared/requests.ts";
import { habitsIn } from "../shared/rounds.ts";
import { latenessOf, type Tries, triesIn } from "../shared/tries.ts";
import {
  added,
  isNeverLonger,
  isSame,
  isShrinking,
  possibleWaits,
  randomGrowth,
  sumOf,
} from "../shared/waits.ts";

/** Ruling 39: how many tries are allowed, the first included. */
const mostTries = 5;

/** CLIENT-23. Subject: a list or a read that fails, and its tries in a row. */
const boundsRetries: ClientCheck = {
  about: "CLIENT-23",
  cases: [failures.unavailable, failures.lost],
  judge: ({ sessions }) => {
    const all = sessions.flatMap((session) => failedRequestsIn(session, sessions));
    const isAtOnce = isWithoutWait(all, ordinaryGaps(sessions));
    const longer = new Set(all.flatMap((failed) => (isServedSoon(failed) ? [] : [failed.case])));
    return all
      .filter((failed) => !isServedSoon(failed) || !longer.has(failed.case))
      .map((failed) => judgedTries(failed, all, isAtOnce));
  },
};

/** One that was served at its second try shows neither a bound nor how waits grow: it says nothing beside others. */
function isServedSoon({ requests, isUnclear }: FailedRequest): boolean {
  const last = requests.at(-1);
  return !isUnclear && requests.length < 3 && last !== undefined && failureOf(last) === undefined;
}

interface FailedRequest extends Tries {
  readonly case: CaseRef;
  /** The waits between tries of its own. */
  readonly ownMs: readonly number[];
  /** The same without a first try at once, as of a connection that was closed while idle. */
  readonly backoffMs: readonly number[];
}

/**
 * The waits without those at once after each lost connection, where the client itself waits between its tries: its library sends
 * the request once more (RFC 9110, 9.2.2).
 */
function withoutResends({ requests, waitsMs }: Tries): readonly number[] {
  const isResend = (at: number) => isShort(waitsMs[at]) && isLost(requests[at]);
  const areInTurn = !waitsMs.some((ms, at) => isShort(ms) && isShort(waitsMs[at + 1]));
  return areInTurn ? waitsMs.filter((_, at) => !isResend(at)) : waitsMs;
}

const isShort = (ms = noWaitMs): boolean => ms < noWaitMs;
const isLost = (one: ClientExchange | undefined): boolean =>
  one !== undefined && failureOf(one) === failures.lost;

function failedRequestsIn(session: Session, sessions: readonly Session[]): readonly FailedRequest[] {
  const hasFailed = (one: ClientExchange) => one.method === "GET" && failureOf(one) !== undefined;
  if (!requestsIn(session).some(hasFailed)) return [];
  const habits = habitsIn(session, sessions);
  const isAnyway = (next: ClientExchange, last: ClientExchange) =>
    habits.isNextRound(next, last) || (habits.isAsOftenAsUsual(next) && habits.isAsSoonAsUsual(next, last));
  return triesIn(session, { ...habits, hasFailed, isAnyway }).map((tries) => {
    const of = failureOf(tries.requests[0]) ?? failures.unavailable;
    const ownMs = withoutResends(tries);
    return {
      ...tries,
      case: of,
      ownMs,
      backoffMs: ownMs.length > 2 && isShort(ownMs[0]) ? ownMs.slice(1) : ownMs,
    };
  });
}

/** How much flatness shows that waits do not grow: random ones may stay the same, or shrink, by chance. */
const enough = { ofOne: 3, ofAll: 4, ofRandom: 4, requests: 3 };

const samePart = 0.05;

const isAlwaysLonger = (waits: readonly number[]): boolean => isNeverLonger(waits.toReversed());

/** How flat the waits are: 0 where one of them grows. */
function flatness(waitsMs: readonly number[]): number {
  if (waitsMs.length < 2) return 0;
  // Without a timer, the times vary with the machine.
  const isAtOnce = Math.max(...waitsMs) < noWaitMs && !isAlwaysLonger(waitsMs);
  return isAtOnce || isSame(waitsMs, samePart)
    ? waitsMs.length
    : isNeverLonger(waitsMs)
      ? waitsMs.length - 1
      : 0;
}

/** Whether waits that go up and down do not grow, by their sums: those of a client that doubles its bound do. */
function isAtRandom(waitsMs: readonly number[], all: readonly FailedRequest[]): boolean {
  const long = all.map((one) => one.backoffMs).filter(({ length }) => length >= enough.ofRandom);
  const isLong = waitsMs.length >= enough.ofRandom && long.length >= enough.requests;
  const isRandom = long.some((waits) =>
    waits.some((wait, at) => wait < (waits[at - 1] ?? 0) * (1 - samePart)),
  );
  return isLong && isRandom && isShrinking(waitsMs, randomGrowth) && isShrinking(added(long), randomGrowth);
}

/** Whether the waits may have grown on a busy machine, though they do not look so. */
function mayGrow(failed: FailedRequest, all: readonly FailedRequest[]): boolean {
  const { backoffMs } = failed;
  const wasAtRandom = flatness(backoffMs) === 0;
  return possibleWaits(backoffMs, latenessOf(failed)).some((waits) =>
    wasAtRandom ? !isAtRandom(waits, all) : flatness(waits) === 0,
  );
}

/** Whether the waits may be the same, though they look as if they grew: the machine was late by more than they differ. */
function mayBeFlat(failed: FailedRequest): boolean {
  const { backoffMs } = failed;
  const [shortest, longest] = [Math.min(...backoffMs), Math.max(...backoffMs)];
  const least = Math.max(shortest, longest - latenessOf(failed));
  return backoffMs.length >= enough.ofOne && isSame([shortest, least], samePart);
}

/** Whether the waits of a request do not grow: its own say so, or those of all that failed in this way, together. */
function isFlat(failed: FailedRequest, all: readonly FailedRequest[]): boolean {
  const own = flatness(failed.backoffMs);
  if (own === 0 && isAtRandom(failed.backoffMs, all)) return true;
  if (own === 0 || own >= enough.ofOne) return own > 0;
  const like = all
    .filter((one) => one.case === failed.case && one.backoffMs.length > 1)
    .map((one) => flatness(one.backoffMs));
  return like.every((one) => one > 0) && sumOf(like) >= enough.ofAll;
}

function judgedTries(failed: FailedRequest, all: readonly FailedRequest[], isAtOnce: boolean): Observation {
  const { session, case: of, requests, waitsMs, ownMs, isUnclear } = failed;
  const { held, broken, unresolved } = observing("CLIENT-23", of);
  const [first] = requests;
  const last = requests.at(-1) ?? first;
  if (isUnclear) return unresolved(untested("several-tasks"), first);
  const isTooMany = ownMs.length >= mostTries;
  const isWaitless = isAtOnce && waitsMs.length > 1;
  const seemsFlat = isFlat(failed, all);
  if (!isTooMany && !isWaitless && (seemsFlat ? mayGrow(failed, all) : mayBeFlat(failed)))
    return unresolved(untested("busy-machine"), ...requests);
  const expected = `at most ${mostTries} tries, the first included, with growing waits`;
  const seen = `${requests.length} tries of ${named(first)}, with waits of ${waitsMs.map(timeInWords).join(", ")}`;
  if (isTooMany || isWaitless || seemsFlat) return broken(first, expected, seen, last);
  const isOver = session.end.kind === "exited" || failureOf(last) === undefined;
  return isOver || sentAfter(last, session).length > 0
    ? held(...requests)
    : unresolved(untested("trying-unknown", { end: endInWords(session) }), first);
}

export const checks: readonly ClientCheck[] = [boundsRetries];

// On a busy machine, immediate retries arrive late by random delays, which look like jitter. Two things do not depend on
// the speed of the machine: no wait is shorter than its timer, and a request without a timer comes as soon as the client's
// other requests do.

/** A shorter time is not a wait, but an immediate retry, as after a connection that was closed while idle. */
export const noWaitMs = 50;

/** The least number of later waits that have to confirm it. */
const fewestLater = 3;

/** The shortest of several waits is nearest to their timer; by this factor it may differ by chance. */
const growth = 1.5;
const chanceMs = 10;

/**
 * Whether a client tries again without waiting: taken together, its waits are no longer than the time that it takes between
 * two requests where nothing failed, and the later ones do not have a longer timer than the first.
 */
function isWithoutWait(failed: readonly FailedRequest[], ordinaryMs: readonly number[]): boolean {
  const several = failed.map(({ waitsMs }) => waitsMs).filter(({ length }) => length > 1);
  const first = several.map(([wait = 0]) => wait);
  const later = several.flatMap((waits) => waits.slice(1));
  if (later.length < fewestLater || ordinaryMs.length === 0) return false;
  const growing = several.filter((waits) =>
    waits.every((ms, n) => n === 0 || ms > growth * (waits[n - 1] ?? 0)),
  );
  return (
    Math.min(...later) < Math.max(noWaitMs, medianOf(ordinaryMs)) &&
    Math.min(...later) <= growth * Math.min(...first) + chanceMs &&
    meanOf([...first, ...later]) <= 2 * meanOf(ordinaryMs) + noWaitMs &&
    growing.length * 2 < several.length
  );
}

/** How long the client took from each success to its next request. */
function ordinaryGaps(sessions: readonly Session[]): readonly number[] {
  return sessions.flatMap((session) => {
    const requests = requestsIn(session);
    return requests.slice(1).flatMap((next, at) => {
      const before = requests[at];
      if (before === undefined || (statusOf(before) ?? 500) >= 300) return [];
      return [Math.max(0, next.sentAtMs - before.endedAtMs)];
    });
  });
}

const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
