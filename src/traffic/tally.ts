import type { Place } from "../core/check/place.ts";
import type { BrokenObservation } from "../core/check/verdict.ts";
import type { Exchange } from "../core/exchange/exchange.ts";
import type { Redacted } from "../core/secrets/redacted.ts";
import { pathWithQuery } from "../report/request-line.ts";
import { withoutCredentials } from "./credential-places.ts";

/** Where an exchange stands: the file by its place on the command line, from 0, and the line or entry, from 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
}

/** One answer that broke a requirement. */
export interface Example {
  readonly at: Position;
  readonly method: string;
  readonly target: string;
  readonly status: number | undefined;
  readonly expected: string;
  readonly seen: string;
  readonly place: Place | undefined;
}

/** How many answers kept a requirement and how many broke it, and the first that did. */
export interface Tally {
  held: number;
  broken: number;
  first: Redacted<Example> | undefined;
}

export function emptyTally(): Tally {
  return { held: 0, broken: 0, first: undefined };
}

export function addTally(to: Tally, other: Readonly<Tally>): void {
  to.held += other.held;
  to.broken += other.broken;
  if (other.first !== undefined && isEarlier(other.first, to.first)) to.first = other.first;
}

function isEarlier(a: Redacted<Example>, b: Redacted<Example> | undefined): boolean {
  return b === undefined || a.at.file < b.at.file || (a.at.file === b.at.file && a.at.line < b.at.line);
}

/** The longest text of an answer that is kept. */
const longestText = 500;

const short = (text: string): string => text.slice(0, longestText);

export function exampleOf(
  { request, outcome }: Exchange,
  { finding }: BrokenObservation,
  at: Position,
): Example {
  return {
    at,
    method: request.method,
    target: short(withoutCredentials(pathWithQuery(request))),
    status: outcome.kind === "answer" ? outcome.answer.status : undefined,
    expected: short(finding.expected),
    seen: short(finding.seen),
    place: finding.place,
  };
}
