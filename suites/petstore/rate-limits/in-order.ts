import { isBefore } from "../../../src/core/exchange/pacing/announcement.ts";
import type { RatePoint } from "./rate-point.ts";

/** How many answers of unknown order are remembered. */
const mostWaiting = 64;

/** Passes each answer on once it certainly precedes the next one, since requests run in parallel. */
export class InOrder {
  /** By when they ended. */
  readonly #waiting: RatePoint[] = [];
  readonly #take: (point: RatePoint) => void;

  constructor(take: (point: RatePoint) => void) {
    this.#take = take;
  }

  next(point: RatePoint): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (!isBefore(first, point) && this.#waiting.length < mostWaiting) break;
      this.#waiting.shift();
      this.#take(first);
    }
    const at = this.#waiting.findLastIndex(({ endedAtMs }) => endedAtMs <= point.endedAtMs) + 1;
    this.#waiting.splice(at, 0, point);
  }
}
