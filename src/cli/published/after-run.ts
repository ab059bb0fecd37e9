import { type ChildProcess, spawn } from "node:child_process";
import { escapeForTerminal, jsonText } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import type { Io } from "../io.ts";

/**
 * Runs a shell command when a run is over and its reports are written. On its standard input it gets one JSON
 * object: outcome, exit code, target, run id, and the created pets, for those who can delete them. If it fails, a
 * message is printed, and the run is not affected.
 */
export async function afterRun(
  command: string,
  run: Redacted<Run>,
  { folder, env, err }: Pick<Io, "folder" | "env" | "err">,
): Promise<void> {
  const { outcome, exitCode, partial, target, runId, created } = run;
  const ended = Promise.withResolvers<string | undefined>();
  // Without a pipe where this machine has no descriptors for it.
  const child: ChildProcess = spawn(command, {
    shell: true,
    cwd: folder,
    env: { ...env },
    stdio: ["pipe", "inherit", "inherit"],
  });
  child.on("error", (error) => ended.resolve(error.message));
  child.on("close", (code, signal) =>
    ended.resolve(code === 0 ? undefined : `it ended with ${code ?? signal}`),
  );
  // A command may ignore its input and close it early.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(`${jsonText({ outcome, exitCode, partial, target, runId, created })}\n`);
  const problem = await ended.promise;
  if (problem !== undefined)
    err(`petstore-conformance: the command of --after-run failed: ${escapeForTerminal(problem)}\n`);
}
