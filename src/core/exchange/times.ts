import { recorded } from "../contract/recorded.ts";
import type { Exchange, Times } from "./exchange.ts";

export type Timed = Pick<Exchange, "times">;

/**
 * For what shows nothing without them.
 * @throws NotRecorded
 */
export function timesOf({ times }: Timed): Times {
  return recorded(times);
}

/**
 * True where one was sent when the other had ended so long ago.
 * @throws NotRecorded
 */
export function isAfter(later: Timed, earlier: Timed, lagMs = 0): boolean {
  return timesOf(later).sentAtMs >= timesOf(earlier).endedAtMs + lagMs;
}
