/** Beyond it a double no longer holds every integer (ruling 12). */
export const exactDoubles = 2n ** 53n;

export function isBig(n: bigint): boolean {
  return n > exactDoubles || n < -exactDoubles;
}

/** True for two integers that a double cannot tell apart: what makes one of the other is rounding. */
export function isRounded(a: bigint, b: bigint): boolean {
  return a !== b && (isBig(a) || isBig(b)) && Number(a) === Number(b);
}
