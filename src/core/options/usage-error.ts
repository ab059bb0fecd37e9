import { isUnreadable, Unreadable, whyUnreadable } from "#files/read-bounded.ts";

/** A usage error in three parts, so that nobody has to guess. */
interface UsageProblem {
  /** `--max-burst must be a whole number from 1 to 10,000; got "lots"`. */
  readonly what: string;
  /** `command line`, `petstore-conformance.yaml`, `PETSTORE_API_KEY`. */
  readonly where: string;
  /** A sentence: `Try --max-burst 1500.` */
  readonly remedy: string;
}

/** Wrong usage or configuration: exit code 2, and nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly problem: UsageProblem;

  constructor(problem: UsageProblem) {
    const { what, where, remedy } = problem;
    super(`${what} (${where}). ${remedy}`);
    this.problem = problem;
  }
}

/** For a name that is not among `known`. `listed`: the remedy where none is similar, a sentence on where they are listed. */
export function noneOfThatName(
  kind: string,
  name: string,
  where: string,
  known: Iterable<string>,
  listed: string,
): UsageError {
  return new UsageError({
    what: `there is no ${kind} ${JSON.stringify(name)}`,
    where,
    remedy: didYouMean(name, known, listed),
  });
}

/** @param where where the two stand, if not on the command line alone */
export function bothGiven(one: string, other: string, where = "command line"): UsageError {
  return new UsageError({ what: `${one} and ${other} are both given`, where, remedy: "Give one of them." });
}

/** The name that was probably meant, or undefined when none is near: at most a third of its letters differ. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  const typed = wrong.toLowerCase();
  const [best] = Array.from(names, (name) => ({ name, distance: distanceTo(name.toLowerCase(), typed) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** A beginning is nearer than any edit, and the nearer the more of the name it is. */
function distanceTo(known: string, typed: string): number {
  const isBeginning = known.startsWith(typed) && typed.length >= 3;
  return isBeginning ? 1 - typed.length / known.length : editDistance(typed, known);
}

/** The remedy for a wrong name: the one that was probably meant, or `otherwise`. */
export function didYouMean(wrong: string, names: Iterable<string>, otherwise: string): string {
  const meant = nearest(wrong, names);
  return meant === undefined ? otherwise : `Did you mean ${meant}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let least = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        least = Math.min(least, at(beforeLast, column - 2) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** What is read, for the sentence that it cannot be. */
interface ReadingWords {
  /** `the key file`. */
  readonly what?: string | undefined;
  readonly where: string;
  /** A sentence: what to do. */
  readonly remedy?: string | undefined;
  /** Completes "cannot be read: ", where a library does not say it in the words of users. */
  readonly why?: string | undefined;
}

/**
 * Reads what is given: a file, and what is in it. The one place where an error of Node or of a library becomes one of ours; all
 * of them have a code, but for those of `JSON.parse`. Our own errors stay as they are, and so does a mistake in our code.
 * @throws UsageError where it cannot be read
 */
export function reading<Result>(words: ReadingWords, read: () => Promise<Result>): Promise<Result>;
export function reading<Result>(words: ReadingWords, read: () => Result): Result;
export function reading(words: ReadingWords, read: () => unknown): unknown {
  const refuse = (error: unknown): never => {
    throw inOurWords(error, words);
  };
  try {
    const result = read();
    return result instanceof Promise ? result.catch(refuse) : result;
  } catch (error) {
    return refuse(error);
  }
}

function inOurWords(error: unknown, { what = "the file", where, remedy, why }: ReadingWords): unknown {
  if (!isUnreadable(error)) return error;
  return new UsageError({
    what: `${what} cannot be read: ${error instanceof Unreadable ? error.message : (why ?? whyUnreadable(error))}`,
    where,
    remedy: remedy ?? "Name one that exists.",
  });
}
