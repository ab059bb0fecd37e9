import { escapeForTerminal, jsonText } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import type { Io } from "../io.ts";
import { runShellCommand } from "../shell-command.ts";

/**
 * Runs a shell command when a run is over and its reports are written. On its standard input it gets one JSON
 * object: outcome, exit code, target, run id, and the created pets, for those who can delete them. If it fails, a
 * message is printed, and the run is not affected.
 */
export async function afterRun(
  command: string,
  run: Redacted<Run>,
  io: Pick<Io, "folder" | "env" | "err">,
): Promise<void> {
  const { outcome, exitCode, partial, target, runId, created } = run;
  const input = `${jsonText({ outcome, exitCode, partial, target, runId, created })}\n`;
  const { problem } = await runShellCommand(command, input, io);
  if (problem !== undefined)
    io.err(`petstore-conformance: the command of --after-run failed: ${escapeForTerminal(problem)}\n`);
}
