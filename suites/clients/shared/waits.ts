import type { Session } from "#core/check/clients/session.ts";

// Whether and how the waits of a client grow.

export function sumOf(waits: readonly number[]): number {
  return waits.reduce((sum, wait) => sum + wait, 0);
}

/** The inaccuracy of timers. */
const timerMs = 5;

/** Whether waits differ by no more than this part of the shortest. */
export function isSame(waits: readonly number[], part: number): boolean {
  return Math.max(...waits) <= Math.min(...waits) * (1 + part) + timerMs;
}

export function isNeverLonger(waits: readonly number[]): boolean {
  return waits.every((wait, at) => at === 0 || wait <= (waits[at - 1] ?? 0));
}

// A wait is measured from the earliest moment at which the client can have seen the answer to the arrival of its next
// request: the client did not wait longer than that. How much shorter its wait was can only be estimated, from how late the
// exam's own timers were meanwhile on the same machine.

/** Once for the client's timer, and once for reading the answer before it. */
const lateTwice = 2;

/** By how much a wait between these moments may have been shorter than it was measured. */
export function latenessIn({ late = [] }: Pick<Session, "late">, fromMs: number, toMs: number): number {
  const meanwhile = late.filter(({ atMs, ms }) => atMs >= fromMs && atMs - ms <= toMs);
  return lateTwice * meanwhile.reduce((most, { ms }) => Math.max(most, ms), 0);
}

/** Ruling 37: waits are the same if they differ by a tenth at most. */
export const samePart = 0.1;

/** By this, random waits of three requests that double grow in 99 of 100 exams, and those that stay the same in few. */
export const randomGrowth = 1.2;

/** The n-th waits of several requests, added up. */
export function added(all: readonly (readonly number[])[]): readonly number[] {
  const shortest = Math.min(...all.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, at) => sumOf(all.map((waits) => waits[at] ?? 0)));
}

/** Whether the last two waits together are shorter than the first two, or not longer by this factor. */
export function isShrinking(waits: readonly number[], factor = 1): boolean {
  return sumOf(waits.slice(-2)) < sumOf(waits.slice(0, 2)) * factor;
}

/** So many waits are not this alike by chance: each would have to be late by exactly as much as the next one is longer. */
const tooMany = 5;

/**
 * What the waits may have been: the first ones may have been shorter than measured, so that they grow more.
 * @param shownMs the shortest first wait of other requests: that of a bounded backoff may have been late alone
 */
export function possibleWaits(
  waitsMs: readonly number[],
  latenessMs: number,
  shownMs = Number.POSITIVE_INFINITY,
): readonly (readonly number[])[] {
  if (latenessMs === 0) return [];
  if (waitsMs.length >= tooMany && isSame(waitsMs, samePart)) {
    const [first = 0, ...more] = waitsMs;
    return first > shownMs && first - latenessMs <= shownMs ? [[shownMs, ...more]] : [];
  }
  return waitsMs
    .slice(1)
    .map((_, last) => waitsMs.map((ms, at) => (at <= last ? Math.max(1, ms - latenessMs) : ms)));
}
