/** Beyond it a double no longer holds every integer (ruling 12). */
export const exactDoubles = 2n ** 53n;

export function isBig(n: bigint): boolean {
  return n > exactDoubles || n < -exactDoubles;
}

/** True for two integers that are the same as a double: a server that reads ids as doubles finds either pet. */
export function isOneDouble(a: bigint, b: bigint): boolean {
  return a !== b && (isBig(a) || isBig(b)) && Number(a) === Number(b);
}

/** An integer rounded to a double; undefined beyond all doubles. */
function asDouble(n: bigint): bigint | undefined {
  const double = Number(n);
  return Number.isFinite(double) ? BigInt(double) : undefined;
}

/** True where one of the integers is the other, rounded to a double. */
export function isRounded(a: bigint, b: bigint): boolean {
  return a !== b && (asDouble(a) === b || asDouble(b) === a);
}
