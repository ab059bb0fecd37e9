import { type ExecException, exec } from "node:child_process";
import { UsageError } from "#core/options/usage-error.ts";
import { mostBytes } from "#files/read-bounded.ts";
import type { Io } from "./io.ts";

interface CommandBounds {
  readonly input?: Uint8Array;
  /** After this it is killed; left out, it may take as long as it likes. */
  readonly mostMs?: number;
  /** Gets what the command says on standard error, as it comes; left out, nobody does. */
  readonly onError?: (text: string) => void;
}

/** Runs a command of the user's in a shell. Gives what it printed, up to what a secret may have, and why it failed if it did. */
export function runShellCommand(
  command: string,
  { folder, env }: Io,
  { input = Buffer.of(), mostMs = 0, onError }: CommandBounds,
): Promise<{ readonly problem: string | undefined; readonly output: Buffer }> {
  return new Promise((resolve) => {
    const bounds = {
      timeout: mostMs,
      maxBuffer: mostBytes.secret,
      killSignal: "SIGKILL",
      encoding: "buffer",
    } as const;
    const child = exec(command, { cwd: folder, env: { ...env }, ...bounds }, (error, output) => {
      resolve({ problem: error === null ? undefined : whyFailed(error, mostMs), output });
    });
    child.stderr?.on("data", (piece) => onError?.(String(piece)));
    // A command may ignore its input and close it early: its exit code says whether it failed.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

function whyFailed({ code, killed, signal }: ExecException, mostMs: number): string {
  // Node's types say that it is a number; where the command never began or printed too much, it is a word.
  const reason: unknown = code;
  if (reason === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return `printed more than ${mostBytes.secret / 1000} kB`;
  return killed === true ? `took more than ${mostMs / 1000} s` : `ended with ${code ?? signal}`;
}

/** A command that waits for somebody, or for a service that does not answer, must not hold up a run for ever. */
const longestMs = 60_000;

/**
 * What a shell command prints, which is a secret as soon as it is read. What it says on standard error is not shown: it may
 * hold the key as well. Throws UsageError where it fails; the message holds nothing that the command said.
 */
export async function outputOfKeyCommand(command: string, io: Io, mostMs: number = longestMs) {
  const { problem, output } = await runShellCommand(command, io, { mostMs });
  const text = output.toString("utf8");
  io.secrets.add(...text.split(/\s+/));
  if (problem === undefined) return text;
  throw new UsageError({
    what: `the command that gives the API key ${problem}`,
    where: "api-key-command",
    remedy: "Run it by itself to see what it prints; it has to print only the key.",
  });
}
