export interface SpecPlace {
  /** Path or URL of the file. */
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON pointer (RFC 6901) into the file; empty for the whole of it. */
  readonly pointer?: string | undefined;
}

const mostLines = 20;

/** The first of these sentences, a line each, and how many more there are. */
export function firstLines(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - mostLines;
  return more > 0 ? [...sentences.slice(0, mostLines), `And ${more} more.`] : sentences;
}

/**
 * An OpenAPI document that cannot be used. The message holds what is wrong, where, and what to do; where more than one thing is
 * wrong, a line for each, 20 at most.
 */
export class SpecError extends Error {
  override readonly name = "SpecError";
  /** What is wrong, without the place. */
  readonly problem: string;
  readonly place: SpecPlace;
  /** What to do about it: a sentence. */
  readonly advice: string;

  /** @param others what else is wrong, in the order in which it was found */
  constructor(problem: string, place: SpecPlace, advice: string, others: readonly SpecError[] = []) {
    const own = `${placeInWords(place)}: ${problem}. ${advice}`;
    super(firstLines([own, ...others.map(({ message }) => message)]).join("\n"));
    this.problem = problem;
    this.place = place;
    this.advice = advice;
  }
}

/** The same error, and a line for each of the others. */
export function besideOthers(error: SpecError, all: readonly SpecError[]): SpecError {
  const others = all.filter((one) => one !== error);
  return new SpecError(error.problem, error.place, error.advice, others);
}

function placeInWords({ file, line, column, pointer }: SpecPlace): string {
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  return `${file}${position}${pointer ? ` (${pointer})` : ""}`;
}
