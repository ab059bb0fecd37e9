import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { LeftBehind } from "../core/check/session.ts";

/** All processes that one start of a command brings about, and no others. */
export interface ClientProcesses {
  /** For the command: what it starts inherits it. */
  readonly env: Readonly<Record<string, string>>;
  /** A file into which the command's shell writes 0 first; undefined where the system has no such thing for us. */
  readonly entrance: string | undefined;
  /** The shell that was started: it leads a session and a process group of its own. */
  started(pid: number): void;
  /** Ends those that there are at this moment. */
  kill(): void;
  /** Ends all; gives those that were there when it was called. */
  end(): Promise<readonly LeftBehind[]>;
}

const marker = "PETSTORE_EXAM_ID";

/** Processes that start others while they are ended: so often they are looked for again. */
const mostRounds = 100;
const roundMs = 20;

/**
 * On Linux a process belongs to the client if it is in the control group of this start (where one can be made: that is
 * certain), has its mark in the environment, is in the shell's session or group, or is a child of one of these. Elsewhere
 * the process group is all that is known.
 */
export function createClientProcesses(
  makeGroup: (name: string) => string | undefined = controlGroup,
): ClientProcesses {
  const id = crypto.randomUUID();
  const group = makeGroup(`petstore-exam-${id}`);
  let shell: number | undefined;

  const found = (): ReadonlyMap<number, string> => {
    const inGroup = new Set(group === undefined ? [] : numbersIn(join(group, "cgroup.procs")));
    return membersOf(
      running(),
      ({ pid, session, processGroup }) =>
        inGroup.has(pid) ||
        (shell !== undefined && (session === shell || processGroup === shell)) ||
        readText(`/proc/${pid}/environ`).split("\0").includes(`${marker}=${id}`),
    );
  };
  const kill = (): void => {
    if (group !== undefined) tolerant(() => writeFileSync(join(group, "cgroup.kill"), "1"));
    if (process.platform !== "linux" && shell !== undefined) {
      const leader = shell;
      tolerant(() => process.kill(-leader, "SIGKILL"));
    }
    for (const pid of found().keys()) tolerant(() => process.kill(pid, "SIGKILL"));
  };
  return {
    env: { [marker]: id },
    entrance: group === undefined ? undefined : join(group, "cgroup.procs"),
    started: (pid) => {
      shell = pid;
    },
    kill,
    end: async () => {
      const left = found();
      kill();
      let now = found();
      for (let round = 0; now.size > 0 && round < mostRounds; round += 1) {
        await wait(roundMs);
        kill();
        now = found();
      }
      // A group is removed when the last of its processes is gone.
      if (group !== undefined) tolerant(() => rmdirSync(group));
      const isRunning = (pid: number) => now.has(pid);
      return [...new Map([...left, ...now])].map(([pid, name]) => ({ pid, name, isRunning: isRunning(pid) }));
    },
  };
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
    return [
      {
        ...{ pid: Number(pid), name },
        ...{ parent: Number(parent), processGroup: Number(processGroup), session: Number(session) },
      },
    ];
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

/** A new control group (cgroup v2) below the one of this process; undefined where we may not make one. */
function controlGroup(name: string): string | undefined {
  const [, mount] = /^(?:\S+ ){4}(\S+) .*? - cgroup2 /m.exec(readText("/proc/self/mountinfo")) ?? [];
  const [, own] = /^0::(.*)$/m.exec(readText("/proc/self/cgroup")) ?? [];
  if (mount === undefined || own === undefined) return undefined;
  const path = join(mount, own, name);
  return tolerant(() => {
    mkdirSync(path);
    return path;
  });
}

function numbersIn(path: string): readonly number[] {
  return readText(path).split("\n").filter(Boolean).map(Number);
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
