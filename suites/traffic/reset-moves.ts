import { BoundedMap } from "../../src/core/check/bounded-map.ts";
import { isWellBefore } from "../../src/core/check/key-check.ts";
import type { OperationId } from "../../src/core/contract/contract.ts";
import { roundingSeconds, slackSeconds } from "../../src/core/exchange/pacing/announcement.ts";
import type { RatePoint } from "./rate-point.ts";

/** So many Resets are remembered of one operation under one limit, and so many limits and operations of one key. */
const mostResets = 4;
const mostCounts = 8;
/** Reset, Date and the instants of the recording may each be a second off. */
const endSlackSeconds = 3 * roundingSeconds;

interface Seen {
  /** The first announcement of each Reset. */
  readonly first: BoundedMap<number, RatePoint>;
  longestSeconds: number;
  leastStepSeconds: number;
}

/**
 * Tells whether Reset moves with the clock, as `createResetWatch` does for a run, from the first announcement of each of
 * the last Resets alone: then only the values themselves are judged (ruling 20).
 */
export function resetMovement(): (point: RatePoint, operation: OperationId) => boolean {
  const counts = new BoundedMap<string, Seen>(mostCounts, () => undefined);
  let moves = false;
  return (point, operation) => {
    if (moves) return true;
    const name = `${operation} ${point.limit}`;
    const seen = counts.get(name) ?? {
      first: new BoundedMap<number, RatePoint>(mostResets, () => undefined),
      longestSeconds: 0,
      leastStepSeconds: Number.POSITIVE_INFINITY,
    };
    counts.set(name, seen);
    moves = movesBy(seen, point);
    if (seen.first.get(point.resetAtSeconds) === undefined) seen.first.set(point.resetAtSeconds, point);
    return moves;
  };
}

function movesBy(seen: Seen, later: RatePoint): boolean {
  seen.longestSeconds = Math.max(seen.longestSeconds, later.aheadSeconds);
  for (const [reset, earlier] of seen.first.entries()) {
    const step = Math.abs(later.resetAtSeconds - reset);
    if (step <= roundingSeconds || !isWellBefore(earlier, later)) continue;
    const passedSeconds = (later.sentAtMs - earlier.endedAtMs) / 1000;
    if (passedSeconds < earlier.aheadSeconds - endSlackSeconds) return true;
    seen.leastStepSeconds = Math.min(seen.leastStepSeconds, step);
  }
  return seen.leastStepSeconds < seen.longestSeconds - slackSeconds - roundingSeconds;
}
