import { escapeForTerminal } from "../report/escape.ts";
import type { Io } from "./io.ts";

/** Wrong usage or configuration: nothing was sent. */
const wrongUsage = 2;

/** A fault of the suite itself. */
export const suiteFault = 70;

/** By name, so that their modules need not be loaded. */
const userErrors = [
  "UsageError",
  "SpecError",
  "ReportError",
  "KeyError",
  "EvidenceError",
  "RevocationsError",
];

/** Whether an error's message says what is wrong, where, and what to do. */
export function isUserError(error: unknown): error is Error {
  return error instanceof Error && userErrors.includes(error.name);
}

/** Prints an error without secrets and returns the exit code. Any error that is not the user's is reported as a fault of the suite. */
export function printError(
  error: unknown,
  { err, secrets }: Pick<Io, "err" | "secrets">,
): typeof wrongUsage | typeof suiteFault {
  if (isUserError(error)) {
    linePrinter({ err, secrets })(`petstore-conformance: ${error.message}`);
    return wrongUsage;
  }
  printSuiteFault(error, { err, secrets });
  return suiteFault;
}

/** Prints a fault of the suite, without secrets, and asks to report it. */
export function printSuiteFault(error: unknown, io: Pick<Io, "err" | "secrets">): void {
  const printLine = linePrinter(io);
  printLine(
    "petstore-conformance: a fault of the suite itself, not of the target. Please report it with these lines:",
  );
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of text.split("\n")) printLine(line);
}

function linePrinter({ err, secrets }: Pick<Io, "err" | "secrets">): (text: string) => void {
  return (text) => err(`${escapeForTerminal(secrets.redact(text))}\n`);
}
