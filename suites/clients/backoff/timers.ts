import type { Session } from "#core/check/clients/session.ts";
import type { Tries } from "../shared/tries.ts";
import { isSame, isUpAndDown, latenessIn, samePart } from "../shared/waits.ts";

// A busy machine makes waits longer, never shorter. So the shortest of several requests' n-th waits bounds the timer of the
// client from above, and what is left of each without the time that the machine was late bounds it from below.

/** One request that is refused, in its session. */
export interface Backoff {
  readonly session: Session;
  readonly tries: Tries;
}

/** A timer of a client, as far as measured waits show it. */
export interface Timer {
  /** The timer is not longer than this. */
  readonly waitMs: number;
  /** How much shorter it may be; below 0 where waits differ by more than the machine was late: they are random. */
  readonly lateMs: number;
}

/** With fewer requests, the shortest wait may be one that a busy machine made longer. */
export const fewestForTimers = 3;

/** The timers behind the n-th waits of several requests. Undefined where too few can be compared. */
export function timersBehind(all: readonly Backoff[], fewestWaits: number): readonly Timer[] | undefined {
  const long = all.filter(({ tries }) => tries.waitsMs.length >= fewestWaits);
  if (long.length < fewestForTimers) return undefined;
  const places = Math.min(...long.map(({ tries }) => tries.waitsMs.length));
  const alone = all.filter((one) => !all.some((other) => isWithin(one, other)));
  // A Retry-After that cannot be read may be read after all, or be answered by a delay of its own.
  const isOfOne = (leftMs: number, waitMs: number, one: Backoff) =>
    long.includes(one) || isSame([waitMs, Math.max(leftMs, waitMs)], samePart);
  return Array.from({ length: places }, (_, at) => {
    const waitMs = Math.min(...long.map(({ tries }) => tries.waitsMs[at] ?? 0));
    const leftMs = alone.flatMap((one) => {
      const ms = (one.tries.waitsMs[at] ?? Number.NaN) - lateBefore(one, at);
      return isOfOne(ms, waitMs, one) && !Number.isNaN(ms) ? [ms] : [];
    });
    return { waitMs, lateMs: waitMs - Math.max(...leftMs) };
  });
}

/** Whether it begins while another task is tried again, for which it may wait. */
function isWithin({ session, tries }: Backoff, other: Backoff): boolean {
  const [{ id, endedAtMs }] = tries.requests;
  const [first] = other.tries.requests;
  const last = other.tries.requests.at(-1) ?? first;
  return session === other.session && first.id < id && endedAtMs < last.sentAtMs;
}

/** By how much a wait may have been shorter than it was measured. */
function lateBefore({ session, tries: { requests } }: Backoff, at: number): number {
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
export function isSameButForOne(timers: readonly Timer[]): boolean {
  const [longest, ...rest] = timers.toSorted((a, b) => b.waitMs - a.waitMs);
  const waits = rest.map(({ waitMs }) => waitMs);
  return (
    longest !== undefined &&
    rest.length >= tooMany &&
    isSame(waits, closePart) &&
    isSame([...waits, Math.max(longest.waitMs - Math.max(0, longest.lateMs), ...waits)], samePart)
  );
}

/** The waits without what the machine may have added: if they do not go up and down then, they are not random. */
export function steadied(waitsMs: readonly number[], backoff: Backoff): readonly number[] {
  const steady = waitsMs.map((ms, at) =>
    Math.min(ms, Math.max(ms - lateBefore(backoff, at), waitsMs[at + 1] ?? 0)),
  );
  return isUpAndDown(waitsMs) && !isUpAndDown(steady) ? steady : waitsMs;
}
