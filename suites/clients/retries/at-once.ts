import { type Session, statusOf } from "../../../src/core/check/session.ts";
import { requestsIn } from "../shared/requests.ts";

// On a busy machine a retry at once arrives late, and late by chance, so that its waits look like jitter. Two things do not
// depend on how fast the machine is: no wait is shorter than the timer behind it, and what has no timer behind it comes as
// soon as the client's other requests do.

/** A retry at once, as of a connection that was closed while idle, is no wait. */
export const noWaitMs = 50;

/** So many further waits have to speak for it. */
const fewestLater = 3;

/** The shortest of several waits tells their timer; so much may differ by chance. */
const growth = 1.5;
const chanceMs = 10;

/**
 * Whether a client tries again without waiting: taken together, its waits are no longer than the time that it takes between
 * two requests where nothing failed, and the later ones have no longer timer than the first.
 * @param chains for each request that failed, the time before each new try
 */
export function isWithoutWait(
  chains: readonly (readonly number[])[],
  ordinaryMs: readonly number[],
): boolean {
  const several = chains.filter(({ length }) => length > 1);
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
export function ordinaryGaps(sessions: readonly Session[]): readonly number[] {
  return sessions.flatMap((session) => {
    const requests = requestsIn(session);
    return requests.slice(1).flatMap((next, at) => {
      const before = requests[at];
      if (before === undefined || (statusOf(before) ?? 500) >= 300) return [];
      return [Math.max(0, next.sentAtMs - before.endedAtMs)];
    });
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
