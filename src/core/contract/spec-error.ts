/** Where in a document something stands. */
export interface SpecPlace {
  /** Path or URL of the file. */
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON pointer (RFC 6901) into the file; empty for the whole of it. */
  readonly pointer?: string | undefined;
}

/** An OpenAPI document that cannot be used. The message holds what is wrong, where, and what to do. */
export class SpecError extends Error {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly pointer: string | undefined;
  /** What is wrong, without the place. */
  readonly problem: string;
  /** What to do about it: a sentence. */
  readonly advice: string;

  constructor(problem: string, place: SpecPlace, advice: string) {
    super(`${placeInWords(place)}: ${problem}. ${advice}`);
    this.name = "SpecError";
    this.problem = problem;
    this.advice = advice;
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.pointer = place.pointer;
  }
}

function placeInWords({ file, line, column, pointer }: SpecPlace): string {
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  return `${file}${position}${pointer ? ` (${pointer})` : ""}`;
}
