import { type Session, statusOf } from "#core/check/clients/session.ts";
import { requestsIn } from "../shared/requests.ts";

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
