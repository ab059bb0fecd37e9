import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { ClientEnd, EndReason, LeftBehind, SessionEnd } from "#core/check/clients/session.ts";
import { lackOf } from "#core/exchange/own-machine.ts";

/** The last of what a command prints is kept: so many characters. */
const keptOutput = 16_384;

/** After its exit, what a command printed may take so long to arrive. */
const lastOutputMs = 500;

/** A command that cannot be ended is waited for no longer than that. */
const mostEndMs = 5_000;

export interface RunningClient {
  /** Resolves when it has ended, by itself or by `stop`, and what it started has, too. */
  readonly ended: Promise<ClientEnd>;
  /** Ends it, and all that it started. */
  stop(why: EndReason): void;
}

export interface CommandLine {
  readonly command: string;
  /** What replaces a name in braces: `{url}`. */
  readonly placeholders: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const isWindows = process.platform === "win32";

/** A command line in the system's shell, with the placeholders in it replaced. */
export class RunningCommand implements RunningClient {
  readonly ended: Promise<ClientEnd>;
  readonly #processes = new ClientProcesses();
  readonly #child: ChildProcess;
  readonly #gone = Promise.withResolvers<SessionEnd>();
  #output = "";
  #stopped: SessionEnd | undefined;

  constructor({ command, placeholders, folder, env }: CommandLine) {
    const line = command.replace(/\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole);
    this.#child = spawn(line, {
      shell: true,
      cwd: folder,
      // A session of its own, so that what the shell started is known by it.
      detached: !isWindows,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...env, ...this.#processes.env },
    });
    if (this.#child.pid !== undefined) this.#processes.started(this.#child.pid);
    this.#listen();
    this.ended = this.#gone.promise.then((end) => this.#endOf(end));
  }

  stop(why: EndReason): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = { kind: "ended", why };
    this.#processes.kill();
    if (isWindows) this.#child.kill("SIGKILL");
    setTimeout(() => this.#gone.resolve({ kind: "ended", why }), mostEndMs).unref();
  }

  #listen(): void {
    const [child, gone] = [this.#child, this.#gone];
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString("utf8")).slice(-keptOutput);
    };
    // Without pipes where this machine has no descriptors for them.
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", (error) => {
      if (lackOf(error) !== undefined) return gone.reject(error);
      this.#output += error.message;
      gone.resolve({ kind: "exited", code: 127 });
    });
    child.on("exit", (code, signal) => {
      const end = () => gone.resolve({ kind: "exited", code, ...(signal !== null && { signal }) });
      child.on("close", end);
      // Something that it started may keep the pipes open.
      setTimeout(end, lastOutputMs).unref();
    });
  }

  async #endOf(end: SessionEnd): Promise<ClientEnd> {
    const left = await this.#processes.end();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    // A stopped client was still running, and all of its processes are ended: only those that could not be are reported.
    const leftBehind = this.#stopped === undefined ? left : left.filter(({ isRunning }) => isRunning);
    const output = this.#output;
    return { end: this.#stopped ?? end, output, ...(leftBehind.length > 0 && { leftBehind }) };
  }
}

/** Of what a function rejects with. */
const keptMessage = 2_000;

/** @param client rejects where it fails, as a command would end with an exit code */
export function runFunction(client: (signal: AbortSignal) => unknown): RunningClient {
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<ClientEnd>();
  Promise.resolve()
    .then(() => client(abort.signal))
    .then(
      () => resolve({ end: { kind: "exited", code: 0 } }),
      (error: unknown) =>
        resolve({ end: { kind: "exited", code: 1 }, output: String(error).slice(0, keptMessage) }),
    );
  return {
    ended: promise,
    stop: (why) => {
      abort.abort();
      resolve({ end: { kind: "ended", why } });
    },
  };
}

const marker = "PETSTORE_EXAM_ID";

/** Processes that start others while they are ended: so often they are looked for again. */
const mostRounds = 100;
const roundMs = 20;

/**
 * All processes that one start of a command brings about, and no others. On Linux a process belongs to the client if it has
 * its mark in the environment, is in the shell's session or group, or is a child of one of these. Elsewhere the process group
 * is all that is known.
 */
export class ClientProcesses {
  readonly #id = crypto.randomUUID();
  #shell: number | undefined;

  /** For the command: what it starts inherits it. */
  get env(): Readonly<Record<string, string>> {
    return { [marker]: this.#id };
  }

  /** The shell that was started: it leads a session and a process group of its own. */
  started(pid: number): void {
    this.#shell = pid;
  }

  /** Ends those that there are at this moment. */
  kill(): void {
    const leader = this.#shell;
    if (process.platform !== "linux" && leader !== undefined)
      tolerant(() => process.kill(-leader, "SIGKILL"));
    for (const pid of this.#found().keys()) tolerant(() => process.kill(pid, "SIGKILL"));
  }

  /** Ends all; gives those that were there when it was called. */
  async end(): Promise<readonly LeftBehind[]> {
    const left = this.#found();
    this.kill();
    let now = this.#found();
    for (let round = 0; now.size > 0 && round < mostRounds; round += 1) {
      await wait(roundMs);
      this.kill();
      now = this.#found();
    }
    return [...new Map([...left, ...now])].map(([pid, name]) => ({ pid, name, isRunning: now.has(pid) }));
  }

  #found(): ReadonlyMap<number, string> {
    const shell = this.#shell;
    return membersOf(
      running(),
      ({ pid, session, processGroup }) =>
        (shell !== undefined && (session === shell || processGroup === shell)) ||
        readText(`/proc/${pid}/environ`).split("\0").includes(`${marker}=${this.#id}`),
    );
  }
}

interface Running {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly processGroup: number;
  readonly session: number;
}

/** Every process of this machine that has not ended; none where there is no /proc. */
function running(): readonly Running[] {
  const pids = tolerant(() => readdirSync("/proc")) ?? [];
  return pids.flatMap((pid) => {
    // pid (name) state parent group session …: a name may hold anything, brackets too.
    const stat = /^\d+$/.test(pid) ? readText(`/proc/${pid}/stat`) : "";
    const close = stat.lastIndexOf(")");
    if (close === -1) return [];
    const [state = "", parent, processGroup, session] = stat.slice(close + 2).split(" ");
    // What has ended and is not yet collected by its parent sends nothing any more.
    if (state === "Z" || state === "X") return [];
    const name = stat.slice(stat.indexOf("(") + 1, close);
    const ids = { parent: Number(parent), processGroup: Number(processGroup), session: Number(session) };
    return [{ pid: Number(pid), name, ...ids }];
  });
}

/** Those that belong to the client, and what they started, by pid with their names. */
function membersOf(all: readonly Running[], belongs: (one: Running) => boolean): ReadonlyMap<number, string> {
  const members = new Map(all.filter(belongs).map(({ pid, name }) => [pid, name]));
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, name, parent } of all) if (members.has(parent)) members.set(pid, name);
  }
  members.delete(process.pid);
  return members;
}

/** Empty where it cannot be read: a process may end at any moment, or be somebody else's. */
function readText(path: string): string {
  return tolerant(() => readFileSync(path, "utf8")) ?? "";
}

function tolerant<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
