/**
 * A part of an exchange, or which part is missing, where whoever recorded the exchange did not keep it (ruling 41). What
 * is compared or tested for truth (an instant, `allowed`) is held in an object: there, the compiler finds every reader
 * that forgets the missing part. It lets `NotRecorded` itself be compared.
 */
export type Recorded<T> = T | NotRecorded;

/** Stands in the place of what was not recorded. `recorded` throws it: what needs the part is untested. */
export class NotRecorded extends Error {
  override readonly name = "NotRecorded";

  /** @param part completes "… was not recorded": `the answer's body` */
  constructor(part: string) {
    super(`${part} was not recorded`);
  }
}

/** Thrown where a value and its schemas are too many to hold one against the other: what needs that is inconclusive. */
export class NotDecided extends NotRecorded {
  override readonly message: string = "there are too many schemas and values to check";

  constructor() {
    super("");
  }
}

/** For what shows nothing without it. @throws NotRecorded */
export function recorded<T>(value: Recorded<T>): T {
  if (value instanceof NotRecorded) throw value;
  return value;
}

/** For what does without it. */
export function ifRecorded<T>(value: Recorded<T>): T | undefined {
  return value instanceof NotRecorded ? undefined : value;
}

/** What as much as was recorded shows; undefined where that is not enough. */
export function shownByRecorded<T>(show: () => T): T | undefined {
  try {
    return show();
  } catch (error) {
    if (error instanceof NotRecorded) return undefined;
    throw error;
  }
}
