import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { curlLine } from "./curl.ts";

/** What people read about the root cause of a run. It may contain text from the target: escape it for display. */
export interface CauseInWords {
  readonly likelyCause: string;
  readonly howToFix: string | undefined;
  /** A shell line that sends the request again. */
  readonly reproduce: string | undefined;
  /** The id of that request's exchange. */
  readonly exchange: number | undefined;
}

export function causeInWords({ rootCause, exchanges, target }: Redacted<Run>): CauseInWords | undefined {
  if (rootCause === undefined) return undefined;
  const exchange = exchanges.find(({ id }) => id === rootCause.exchange);
  return {
    likelyCause: rootCause.sentence,
    howToFix: rootCause.remedy,
    reproduce: exchange === undefined ? undefined : curlLine(exchange.request, target),
    exchange: rootCause.exchange,
  };
}

/** A line for each part that is known: `How to fix: check the key`. */
export function causeLines(run: Redacted<Run>): string[] {
  const cause = causeInWords(run);
  if (cause === undefined) return [];
  const { likelyCause, howToFix, reproduce } = cause;
  return [
    `Likely cause: ${likelyCause}`,
    ...(howToFix === undefined ? [] : [`How to fix: ${howToFix}`]),
    ...(reproduce === undefined ? [] : [`Reproduce: ${reproduce}`]),
  ];
}
