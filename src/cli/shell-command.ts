import { type ChildProcess, spawn } from "node:child_process";
import { UsageError } from "#core/options/usage-error.ts";
import { mostBytes } from "#files/read-bounded.ts";
import type { Io } from "./io.ts";

/**
 * Runs a command of the user's in a shell, with this on its standard input, and what it says on standard error where the
 * user sees it. Gives why it failed, or undefined, and what it printed where `keepsOutput`; else that is for the user, too.
 */
export async function runShellCommand(
  command: string,
  input: string | Uint8Array,
  { folder, env }: Pick<Io, "folder" | "env">,
): Promise<{ readonly problem: string | undefined; readonly output: Buffer }> {
  const ended = Promise.withResolvers<string | undefined>();
  // Without pipes where this machine has no descriptors for them.
  const child: ChildProcess = spawn(command, {
    ...{ shell: true, cwd: folder, env: { ...env } },
    stdio: ["pipe", "pipe", "inherit"],
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

/** A command that waits for somebody, or for a service that does not answer, must not hold up a run for ever. */
const longestMs = 60_000;

/**
 * What a shell command prints, which is a secret as soon as it is read. What it says on standard error is not shown: it may
 * hold the key as well. Throws UsageError where it fails; the message holds nothing that the command said.
 */
export async function outputOfKeyCommand(
  command: string,
  { folder, env, secrets }: Pick<Io, "folder" | "env" | "secrets">,
  mostMs: number = longestMs,
): Promise<string> {
  const ended = Promise.withResolvers<string | undefined>();
  const child = spawn(command, {
    shell: true,
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", "pipe", "ignore"],
    // A group of its own: what the shell started ends with it.
    detached: process.platform !== "win32",
  });
  const end = (problem: string) => {
    ended.resolve(problem);
    if (child.pid === undefined) return;
    try {
      process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const timer = setTimeout(() => end(`took more than ${mostMs / 1000} s`), mostMs);
  const pieces: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= mostBytes.secret) pieces.push(piece);
    else end(`printed more than ${mostBytes.secret / 1000} kB`);
  });
  child.on("error", (error) => ended.resolve(error.message));
  child.on("close", (code, signal) => ended.resolve(code === 0 ? undefined : `ended with ${code ?? signal}`));
  const problem = await ended.promise;
  clearTimeout(timer);
  const text = Buffer.concat(pieces).toString("utf8");
  secrets.add(...text.split(/\s+/));
  if (problem === undefined) return text;
  throw new UsageError({
    what: `the command that gives the API key ${problem}`,
    where: "api-key-command",
    remedy: "Run it by itself to see what it says; it has to print the key alone.",
  });
}
