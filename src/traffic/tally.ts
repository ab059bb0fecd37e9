import type { BrokenObservation, Finding } from "#core/check/results/verdict.ts";
import type { Exchange, HeaderLine } from "#core/exchange/exchange.ts";
import { textOf, type WireBody, type WireExchange } from "#core/exchange/wire-exchange.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { pathWithQuery } from "#report/request-line.ts";
import { withMarks, withoutCredentials } from "./credentials.ts";

/** Where an exchange stands: the file by its place on the command line, from 0, and the line or entry, from 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
}

export interface Example extends Pick<Finding, "expected" | "seen" | "place"> {
  readonly at: Position;
  readonly method: string;
  readonly target: string;
  readonly status: number | undefined;
  /** What was sent and what came, for people; undefined for all but some exchanges, so that memory stays bounded. */
  readonly request?: KeptMessage;
  readonly answer?: KeptMessage;
}

/** Plain data, without the credentials that their places give away. */
export interface KeptMessage {
  readonly headers: readonly HeaderLine[];
  /** Null where it was not recorded, or is too long. */
  readonly body: string | null;
}

const longestBody = 1 << 14;

function messagesOf(wire: WireExchange): Pick<Example, "request" | "answer"> {
  const { headers, body, outcome } = withMarks(wire, () => "{key}");
  const kept = (bytes: WireBody): string | null =>
    bytes === undefined || bytes.length > longestBody ? null : textOf(bytes);
  return {
    request: { headers, body: kept(body) },
    ...(outcome.kind === "answer" && { answer: { headers: outcome.headers, body: kept(outcome.body) } }),
  };
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

const longestText = 500;

const short = (text: string): string => text.slice(0, longestText);

/** @param wire the same exchange, where the messages are to be kept */
export function exampleOf(
  { request, outcome }: Exchange,
  { finding }: BrokenObservation,
  at: Position,
  wire: WireExchange | undefined,
): Example {
  return {
    ...(wire && messagesOf(wire)),
    at,
    method: request.method,
    target: short(withoutCredentials(pathWithQuery(request))),
    status: outcome.kind === "answer" ? outcome.answer.status : undefined,
    expected: short(finding.expected),
    seen: short(finding.seen),
    place: finding.place,
  };
}
