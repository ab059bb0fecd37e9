import { type ChildProcess, spawn } from "node:child_process";
import type { EndReason, LeftBehind, SessionEnd } from "../core/check/session.ts";
import { lackOf } from "../core/exchange/own-machine.ts";
import { createClientProcesses } from "./client-processes.ts";

/** The last of what a command prints is kept: so many characters. */
const keptOutput = 16_384;

/** After its exit, what a command printed may take so long to arrive. */
const lastOutputMs = 500;

/** A command that cannot be ended is waited for no longer than that. */
const mostEndMs = 5_000;

/** How a client that the exam has started ended. */
export interface EndedClient {
  readonly end: SessionEnd;
  /** What it printed, where that is known. */
  readonly output?: string;
  readonly leftBehind?: readonly LeftBehind[];
}

/** A client that the exam has started. */
export interface RunningClient {
  /** Resolves when it has ended, by itself or by `stop`, and what it started has, too. */
  readonly ended: Promise<EndedClient>;
  /** Ends it, and all that it started. */
  stop(why: EndReason): void;
}

/** What stands for a value in a command line. */
export type Placeholders = Readonly<Record<string, string>>;

/** Enters the control group, if there is one, before the command begins. */
const enter = '{ [ -z "$1" ] || echo 0 >"$1"; } 2>/dev/null; exec /bin/sh -c "$2"';

/** Starts a command line in the system's shell, with the placeholders in it replaced. */
export function runCommand(given: {
  readonly command: string;
  readonly placeholders: Placeholders;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): RunningClient {
  const { command, placeholders, folder } = given;
  const line = command.replace(/\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole);
  const isWindows = process.platform === "win32";
  const processes = createClientProcesses();
  const options = {
    cwd: folder,
    // A session of its own, so that what the shell started is known by it.
    detached: !isWindows,
    stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
    env: { ...given.env, ...processes.env },
  };
  // Without pipes where this machine has no descriptors for them.
  const child: ChildProcess = isWindows
    ? spawn(line, { ...options, shell: true })
    : spawn("/bin/sh", ["-c", enter, "sh", processes.entrance ?? "", line], options);
  if (child.pid !== undefined) processes.started(child.pid);
  let output = "";
  let stopped: SessionEnd | undefined;
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-keptOutput);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const { promise: gone, resolve: isGone, reject: failed } = Promise.withResolvers<SessionEnd>();
  child.on("error", (error) => {
    if (lackOf(error) !== undefined) return failed(error);
    output += error.message;
    isGone({ kind: "exited", code: 127 });
  });
  child.on("exit", (code, signal) => {
    const end = () => isGone({ kind: "exited", code, ...(signal !== null && { signal }) });
    child.on("close", end);
    // Something that it started may keep the pipes open.
    setTimeout(end, lastOutputMs).unref();
  });
  const ended = gone.then(async (end): Promise<EndedClient> => {
    const left = await processes.end();
    child.stdout?.destroy();
    child.stderr?.destroy();
    // A stopped client was still running, and all of its processes are ended: only those that could not be are reported.
    const leftBehind = stopped === undefined ? left : left.filter(({ isRunning }) => isRunning);
    return { end: stopped ?? end, output, ...(leftBehind.length > 0 && { leftBehind }) };
  });
  return {
    ended,
    stop: (why) => {
      if (stopped !== undefined) return;
      stopped = { kind: "ended", why };
      processes.kill();
      if (isWindows) child.kill("SIGKILL");
      setTimeout(() => isGone({ kind: "ended", why }), mostEndMs).unref();
    },
  };
}
