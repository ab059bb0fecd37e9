/** How a caller stands under one limit. */
export interface Standing {
  readonly limit: number;
  /** Requests that would be served now, whole ones. */
  readonly remaining: number;
  /** In ms since the epoch: a whole second, since Reset is in seconds, and never before now. */
  readonly resetAtMs: number;
  /** From when on a request is served, in whole ms since the epoch; now where one remains. */
  readonly servedAtMs: number;
}

/**
 * One limit, kept for each caller apart. Instants are ms since the epoch and never go back.
 * A limiter that is asked decides nothing: whoever asks counts the request or refuses it.
 */
export interface Limiter {
  standing(caller: string, nowMs: number): Standing;
  /** Counts a request, a refused one too where refusals are counted. */
  count(caller: string, nowMs: number): void;
  /** Takes back one request that was counted, where it still counts. */
  refund(caller: string, nowMs: number): void;
}

/** The whole second at or after an instant, in ms. */
export function wholeSecondMs(atMs: number): number {
  return Math.ceil(atMs / 1000) * 1000;
}
