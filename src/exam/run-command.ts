import { type ChildProcess, spawn } from "node:child_process";
import { lackOf } from "../exchange/own-machine.ts";
import type { EndReason, SessionEnd } from "./exchange.ts";

/** The last of what a command prints is kept: so many characters. */
const keptOutput = 16_384;

/** After its exit, what a command printed may take so long to arrive. */
const lastOutputMs = 500;

/** A client that the exam has started. */
export interface RunningClient {
  /** Resolves when it has ended, by itself or by `stop`; with what it printed, where that is known. */
  readonly ended: Promise<{ readonly end: SessionEnd; readonly output?: string }>;
  /** Ends it, and all that it started. */
  stop(why: EndReason): void;
}

/** Starts a command line in the system's shell, with `{url}` and `{key}` in it replaced. */
export function runCommand(given: {
  readonly command: string;
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): RunningClient {
  const { command, url, key, folder, env } = given;
  const line = command.replaceAll("{url}", url).replaceAll("{key}", key);
  const isWindows = process.platform === "win32";
  // Without pipes where this machine has no descriptors for them.
  const child: ChildProcess = spawn(line, {
    shell: true,
    cwd: folder,
    // A group of its own, so that what the shell started ends with it.
    detached: !isWindows,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key },
  });
  let output = "";
  let stopped: SessionEnd | undefined;
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-keptOutput);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<{ readonly end: SessionEnd; readonly output: string }>((resolve, reject) => {
    child.on("error", (error) => {
      if (lackOf(error) !== undefined) return reject(error);
      output += error.message;
      resolve({ end: { kind: "exited", code: 127 }, output });
    });
    child.on("exit", (code) => {
      const end = () => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve({ end: stopped ?? { kind: "exited", code }, output });
      };
      child.on("close", end);
      // Something that it started may keep the pipes open.
      setTimeout(end, lastOutputMs).unref();
    });
  });
  return {
    ended,
    stop: (why) => {
      stopped ??= { kind: "ended", why };
      try {
        if (child.pid !== undefined && !isWindows) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    },
  };
}
