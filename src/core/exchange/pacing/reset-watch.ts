import { type Announcement, isBefore, roundingSeconds, slackSeconds } from "./announcement.ts";

/** Ruling 20: what the clocks may differ by, and the second that either rounds away. */
const skewSeconds = slackSeconds + roundingSeconds;

/**
 * Tells whether Reset moves with the clock (sliding windows, token buckets): then a limit frees requests bit by bit,
 * and only the values themselves are judged (ruling 20). It shows in two ways, among answers on one operation under
 * one limit: Reset changed before the window that it announced had passed, or it changed by less than that window is
 * long, which from one fixed window to the next it never does. A change of a second is rounding.
 */
export interface ResetWatch {
  /** Takes in a plausible announcement. They come in the order of sending or of answering: both tell the same. */
  add(next: Announcement): void;
  readonly moves: boolean;
}

interface Seen {
  readonly announcements: Announcement[];
  /** The window as far as it shows. */
  longestSeconds: number;
  /** The least that Reset has changed by, rounding apart. */
  leastStepSeconds: number;
}

export function createResetWatch(): ResetWatch {
  const seenUnder = new Map<string, Seen>();
  let moves = false;
  return {
    add: (next) => {
      // Once is enough: it does not stand still again.
      if (moves) return;
      const key = `${next.operation} ${next.rate.limit}`;
      const seen = seenUnder.get(key) ?? {
        announcements: [],
        longestSeconds: 0,
        leastStepSeconds: Number.POSITIVE_INFINITY,
      };
      seenUnder.set(key, seen);
      moves = movesBy(seen, next);
      seen.announcements.push(next);
    },
    get moves() {
      return moves;
    },
  };
}

/** The same over announcements in the order of sending. */
export function resetMovesAmong(announcements: readonly Announcement[]): boolean {
  const watch = createResetWatch();
  for (const one of announcements) watch.add(one);
  return watch.moves;
}

function movesBy(seen: Seen, later: Announcement): boolean {
  seen.longestSeconds = Math.max(seen.longestSeconds, later.aheadSeconds);
  for (const earlier of seen.announcements) {
    const step = Math.abs(later.rate.resetAtSeconds - earlier.rate.resetAtSeconds);
    if (step <= roundingSeconds || !isBefore(earlier.answer, later.answer)) continue;
    const passedSeconds = (later.answer.sentAtMs - earlier.answer.endedAtMs) / 1000;
    if (passedSeconds < earlier.aheadSeconds - 1.5 * roundingSeconds) return true;
    seen.leastStepSeconds = Math.min(seen.leastStepSeconds, step);
  }
  return seen.leastStepSeconds < seen.longestSeconds - skewSeconds;
}
