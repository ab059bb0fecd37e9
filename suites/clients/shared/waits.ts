// Whether and how the waits of a client grow.

/** By which factor each wait is longer than the one before, on average. */
export function growthOf(waits: readonly number[]): number {
  const [first = 1] = waits;
  const last = waits.at(-1) ?? 1;
  return (Math.max(1, last) / Math.max(1, first)) ** (1 / Math.max(1, waits.length - 1));
}

/** The inaccuracy of timers. */
const timerMs = 5;

/** Whether waits differ by no more than this part of the shortest. */
export function isSame(waits: readonly number[], part: number): boolean {
  return Math.max(...waits) <= Math.min(...waits) * (1 + part) + timerMs;
}

/** Whether no wait is longer than the one before. */
export function isNeverLonger(waits: readonly number[]): boolean {
  return waits.every((wait, at) => at === 0 || wait <= (waits[at - 1] ?? 0));
}
