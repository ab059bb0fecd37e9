import type { HeaderLine } from "./exchange.ts";

/**
 * Thrown where something is read that whoever recorded an exchange did not keep (ruling 41). What needs it is untested. So
 * no check has to declare what it will read.
 */
export class NotRecorded extends Error {
  override readonly name = "NotRecorded";

  /** @param part completes "… was not recorded": `the answer's body` */
  constructor(part: string) {
    super(`${part} was not recorded`);
  }
}

/** One for each part: a log of millions of lines may throw it at each, and its stack is of no interest. */
const made = new Map<string, NotRecorded>();

function notRecorded(part: string): NotRecorded {
  const known = made.get(part) ?? new NotRecorded(part);
  made.set(part, known);
  return known;
}

/** What is read; undefined where it was not recorded. */
export function ifRecorded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotRecorded) return undefined;
    throw error;
  }
}

/** The same object, where reading these members throws. They are not enumerable, so they are not copied. */
export function withoutMembers<T extends object>(object: T, names: readonly (keyof T)[], part: string): T {
  for (const name of names)
    Object.defineProperty(object, name, {
      enumerable: false,
      get: () => {
        throw notRecorded(part);
      },
    });
  return object;
}

const partial = new WeakMap<
  readonly HeaderLine[],
  { readonly names: ReadonlySet<string>; readonly part: string }
>();

/**
 * Header lines of which only some were recorded: to ask for another field throws.
 * @param names of the fields that would be there if they had been sent
 * @param part completes "… was not recorded"
 */
export function onlyRecorded(
  lines: readonly HeaderLine[],
  names: readonly string[],
  part: string,
): readonly HeaderLine[] {
  const copy = [...lines];
  partial.set(copy, { names: new Set(names.map((name) => name.toLowerCase())), part });
  return copy;
}

/** @throws NotRecorded where nobody knows whether the field was sent */
export function assertRecorded(lines: readonly HeaderLine[], name: string): void {
  const recorded = partial.get(lines);
  if (recorded !== undefined && !recorded.names.has(name)) throw notRecorded(recorded.part);
}
