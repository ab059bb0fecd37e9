import { lackInWords, lackOf, lacks } from "#core/exchange/own-machine.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Io } from "./io.ts";

/** Wrong usage or configuration: nothing was sent. */
const wrongUsage = 2;

/** What this machine lacks says nothing of the target (ruling 26). */
const inconclusive = 3;

export const suiteFault = 70;

/** By name, so that their modules need not be loaded. */
const userErrors = ["UsageError", "SpecError", "ReportError", "CertificateError"];

/** Whether an error's message says what is wrong, where, and what to do. */
export function isUserError(error: unknown): error is Error {
  return error instanceof Error && userErrors.includes(error.name);
}

/** Returns the exit code. What is neither the user's nor a lack of this machine is a fault of the suite. */
export function printError(error: unknown, io: Io): number {
  const printLine = linePrinter(io);
  if (isUserError(error)) {
    // A document may be wrong in several places, with a line for each.
    for (const line of `petstore-conformance: ${error.message}`.split("\n")) printLine(line);
    return wrongUsage;
  }
  const lack = lackOf(error);
  if (lack !== undefined) {
    printLine(`petstore-conformance: ${lackInWords(lack, error)}; ${lacks[lack].remedy}.`);
    return inconclusive;
  }
  printSuiteFault(error, io);
  return suiteFault;
}

export function printSuiteFault(error: unknown, io: Io): void {
  const printLine = linePrinter(io);
  printLine(
    "petstore-conformance: a fault of the suite itself, not of the target. Please report it with these lines:",
  );
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of text.split("\n")) printLine(line);
}

function linePrinter({ err, secrets }: Io): (text: string) => void {
  return (text) => err(`${escapeForTerminal(secrets.redact(text))}\n`);
}
