import { isUnreadable, Unreadable, whyUnreadable } from "#files/read-bounded.ts";
import { UsageError } from "./usage-error.ts";

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
