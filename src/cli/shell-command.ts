import { type ChildProcess, spawn } from "node:child_process";
import type { Io } from "./io.ts";

/**
 * Runs a command of the user's in a shell, with this on its standard input, and what it says on standard error where the
 * user sees it. Gives why it failed, or undefined, and what it printed where `keepsOutput`; else that is for the user, too.
 */
export async function runShellCommand(
  command: string,
  input: string | Uint8Array,
  { folder, env }: Pick<Io, "folder" | "env">,
  keepsOutput = false,
): Promise<{ readonly problem: string | undefined; readonly output: Buffer }> {
  const ended = Promise.withResolvers<string | undefined>();
  // Without pipes where this machine has no descriptors for them.
  const child: ChildProcess = spawn(command, {
    ...{ shell: true, cwd: folder, env: { ...env } },
    stdio: ["pipe", keepsOutput ? "pipe" : "inherit", "inherit"],
  });
  const printed: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => printed.push(chunk));
  child.on("error", (error) => ended.resolve(error.message));
  child.on("close", (code, signal) =>
    ended.resolve(code === 0 ? undefined : `it ended with ${code ?? signal}`),
  );
  // A command may ignore its input and close it early: its exit code says whether it failed.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  return { problem: await ended.promise, output: Buffer.concat(printed) };
}
