import { codeOf, lackOf } from "../../../core/exchange/own-machine.ts";
import { UsageError } from "../../../core/options/usage-error.ts";

/** The error for a port that cannot be opened: `what` names the port, `error` is what listening threw. */
export function portError(what: string, error: unknown): unknown {
  const lack = lackOf(error);
  // Reported as everywhere else; the words for a lack of ports are about connecting, not listening.
  if (lack !== undefined && lack !== "no-ports") return error;
  const why = codeOf(error) || "it cannot be opened";
  return new UsageError({
    what: `${what} cannot be opened: ${why}`,
    where: "--port",
    remedy: "Try --port 0, which picks a free one.",
  });
}
