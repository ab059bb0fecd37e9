/** A report could not be written; the message says which, why, and what to do. */
export class ReportError extends Error {
  override readonly name = "ReportError";
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `the report ${path} could not be written (${why}); name a folder that can be written to with --report FORMAT=PATH`,
    );
    this.path = path;
  }
}
