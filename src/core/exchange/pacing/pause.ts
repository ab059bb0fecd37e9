import { type Exchange, timesOf } from "../exchange.ts";
import { rateHeadersOf } from "./rate-headers.ts";

/** Added to a wait, as a whole second may have been rounded away. */
export const roundingMs = 1000;

const backoffBaseMs = 1000;
const backoffCapMs = 60_000;

/** Why the run pauses: a 429 with a time, a 429 without one, or few remaining requests of the announced limit. */
export type PauseCause = "retry-after" | "backoff" | "rate-limit";

/** A time on the run's clock before which nothing may be sent. */
export interface Pause {
  readonly cause: PauseCause;
  readonly untilMs: number;
  readonly reason: string;
  /** The announced Remaining, if it is the reason. */
  readonly forRemaining?: number;
}

/**
 * How long a 429 stops the run. `nth` counts 429s in a row from 1; from the second on, one second is added (ruling
 * 21). Without a usable Retry-After that lies ahead, the wait is an exponential backoff, half of it jitter. Eight
 * such waits outlast a window of a minute.
 */
export function pauseAfter429(exchange: Exchange, nth: number, random: () => number): Pause {
  const { endedAtMs } = timesOf(exchange);
  const waitMs = rateHeadersOf(exchange).retryAfterMs;
  if (waitMs !== undefined && waitMs > 0) {
    return {
      cause: "retry-after",
      untilMs: endedAtMs + waitMs + (nth > 1 ? roundingMs : 0),
      reason: "the target answered 429 and named this time in Retry-After",
    };
  }
  const ceilingMs = Math.min(backoffCapMs, backoffBaseMs * 2 ** (nth - 1));
  return {
    cause: "backoff",
    untilMs: endedAtMs + Math.ceil(((1 + random()) / 2) * ceilingMs),
    reason: "the target answered 429 without a time in Retry-After that lies ahead",
  };
}
