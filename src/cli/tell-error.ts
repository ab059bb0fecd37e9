import { createRedactor } from "../exchange/redact.ts";
import { escapeForTerminal } from "../report/escape.ts";
import type { Io } from "./io.ts";

/** Wrong usage or configuration: nothing was sent. */
const wrongUsage = 2;

/** A fault of the suite itself. */
const ownFault = 70;

/** Errors whose message is a sentence for the user: what is wrong, where, what to do. By name, so that none of their modules is loaded here. */
const mendable = ["UsageError", "SpecError", "ReportError"];

/** Tells an error on standard error, without secrets, and gives the exit code. What the user cannot mend is our own fault and says so. */
export function tellError(
  error: unknown,
  { err, secrets }: Pick<Io, "err" | "secrets">,
): typeof wrongUsage | typeof ownFault {
  const redactor = createRedactor([...secrets]);
  const tell = (text: string): void => err(`${escapeForTerminal(redactor.text(text))}\n`);
  if (error instanceof Error && mendable.includes(error.name)) {
    tell(`petstore-conformance: ${error.message}`);
    return wrongUsage;
  }
  tell(
    "petstore-conformance: a fault of the suite itself, not of the target. Please report it with these lines:",
  );
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of text.split("\n")) tell(line);
  return ownFault;
}
