export interface SpecPlace {
  /** Path or URL of the file. */
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON pointer (RFC 6901) into the file; empty for the whole of it. */
  readonly pointer?: string | undefined;
}

const mostOthers = 19;

/** Collects what is wrong with a document, so that everything is reported at once. */
export type Report = (problem: string, place: SpecPlace, advice: string) => void;

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
    const more = others.length - mostOthers;
    super(
      [
        `${placeInWords(place)}: ${problem}. ${advice}`,
        ...others.slice(0, mostOthers).map(({ message }) => message),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ].join("\n"),
    );
    this.problem = problem;
    this.place = place;
    this.advice = advice;
  }
}

/** Runs a check to its end. @throws SpecError with all that it reported, the first of it on top */
export function saidTogether(check: (report: Report) => void): void {
  /** By place: each is reported once. */
  const errors = new Map<string, SpecError>();
  check((problem, at, advice) => {
    const place = `${at.file} ${at.pointer ?? ""}`;
    if (!errors.has(place)) errors.set(place, new SpecError(problem, at, advice));
  });
  const [first, ...others] = errors.values();
  if (first !== undefined) throw new SpecError(first.problem, first.place, first.advice, others);
}

function placeInWords({ file, line, column, pointer }: SpecPlace): string {
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  return `${file}${position}${pointer ? ` (${pointer})` : ""}`;
}

/** Turns an offset of a text into its line and column, both from 1. */
export function linesOf(
  text: string,
): (offset: number) => { readonly line: number; readonly column: number } {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    const line = lineAt(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The line of an offset, from 0. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
