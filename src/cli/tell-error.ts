import { escapeForTerminal } from "../report/escape.ts";
import type { Io } from "./io.ts";

/** Wrong usage or configuration: nothing was sent. */
const wrongUsage = 2;

/** A fault of the suite itself. */
export const ownFault = 70;

/** Errors whose message is a sentence for the user: what is wrong, where, what to do. By name, so that none of their modules is loaded here. */
const mendable = ["UsageError", "SpecError", "ReportError"];

/** Tells an error on standard error, without secrets, and gives the exit code. What the user cannot mend is our own fault and says so. */
export function tellError(
  error: unknown,
  { err, secrets }: Pick<Io, "err" | "secrets">,
): typeof wrongUsage | typeof ownFault {
  if (error instanceof Error && mendable.includes(error.name)) {
    teller({ err, secrets })(`petstore-conformance: ${error.message}`);
    return wrongUsage;
  }
  tellFault(error, { err, secrets });
  return ownFault;
}

/** A fault of ours on standard error, without secrets, and what to do with it. */
export function tellFault(error: unknown, io: Pick<Io, "err" | "secrets">): void {
  const tell = teller(io);
  tell(
    "petstore-conformance: a fault of the suite itself, not of the target. Please report it with these lines:",
  );
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of text.split("\n")) tell(line);
}

function teller({ err, secrets }: Pick<Io, "err" | "secrets">): (text: string) => void {
  return (text) => err(`${escapeForTerminal(secrets.redact(text))}\n`);
}
