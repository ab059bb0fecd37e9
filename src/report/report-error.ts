import { lackInWords, lackOf, lacks } from "../core/exchange/own-machine.ts";

/** A report could not be written; the message says which, why, and what to do. */
export class ReportError extends Error {
  override readonly name = "ReportError";

  /** @param option how another place is named on the command line */
  constructor(path: string, cause: unknown, option = "--report FORMAT=PATH") {
    const lack = lackOf(cause);
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `the report ${path} could not be written (${lack === undefined ? why : lackInWords(lack, cause)}); ${lack === undefined ? `name a folder that can be written to with ${option}` : lacks[lack].remedy}`,
    );
  }
}
