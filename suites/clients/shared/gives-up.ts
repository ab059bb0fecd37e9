import type { Evidence } from "#core/check/clients/client-suite.ts";
import { plainAmong, type Session } from "#core/check/clients/session.ts";

// Ruling 37: a client may give up after a 429 if it says so. What it says is seen from what it printed.

/** In English, or with the status. */
const ofLimit =
  /\b429\b|limit|too many|retry|try again|later|throttl|refused|rejected|g[ai]ve[sn]? up|giving up|slow down|error|fail|could not|cannot|unable|skipp|abort/i;

/** A summary of success. */
const ofNone = /\b(?:0|no|without) (?:error|fail)/i;

/** The same of a client that may have failed at reading Retry-After: its trace is an error, and holds the line of the source. */
const ofGivingUp = /\b429\b|rate.?limit|too many requests|throttl|g[ai]v(?:e|es|en|ing) up/i;

/** What parsers of numbers and dates throw. */
const ofReading =
  /\b(?:Value|Type|Range|Argument|Overflow)Error\b|NumberFormat|DateTimeParse|FormatException|\binvalid (?:literal|date|digit|number|time|value)|strconv|parsing time|panic/i;

/** Whether the client printed a line about it, which it does not print where nothing is unusual. */
export function saysSo(session: Session, evidence: Evidence): boolean {
  return ownLines(session, evidence.sessions).some((line) => ofLimit.test(line) && !ofNone.test(line));
}

/** Whether it printed that the limit made it give up, and nothing of an error in reading. */
export function saysThatItGaveUp(session: Session, sessions: readonly Session[]): boolean {
  const lines = ownLines(session, sessions);
  return lines.some((line) => ofGivingUp.test(line)) && !lines.some((line) => ofReading.test(line));
}

function ownLines({ output = "" }: Session, sessions: readonly Session[]): readonly string[] {
  const usual = new Set(plainAmong(sessions)?.output?.split("\n"));
  return output.split("\n").filter((line) => !usual.has(line));
}
