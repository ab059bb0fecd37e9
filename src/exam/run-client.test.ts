import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { createClientProcesses, runCommand } from "./run-client.ts";

const isLinux = process.platform === "linux";

/** Starts a shell as an exam does, and gives the pids that it prints. */
async function started(script: string, processes: ReturnType<typeof createClientProcesses>, count: number) {
  const child = spawn("/bin/sh", ["-c", script], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...processes.env },
  });
  if (child.pid !== undefined) processes.started(child.pid);
  const pids: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    pids.push(Number(line));
    if (pids.length === count) break;
  }
  await exitOf(child);
  return pids;
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** What has ended may be listed until its parent collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isLinux || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const sleeper = "sleep 600 >/dev/null";

test.runIf(isLinux)(
  "ends what runs in the background, in a session of its own, and after its parent",
  async () => {
    const processes = createClientProcesses();
    const script = `
    ${sleeper} & echo $!
    setsid sh -c 'echo $$; exec ${sleeper}' &
    (setsid sh -c '(sh -c "echo \\$\\$; exec ${sleeper}" &) &' &)
    sleep 600 >/dev/null & wait_for=$!; echo $wait_for
  `;
    const pids = await started(script, processes, 4);
    const left = await processes.end();
    expect(left.map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids));
    expect(left.filter((one) => one.isRunning)).toEqual([]);
    expect(pids.filter(isRunning)).toEqual([]);
  },
);

test.runIf(isLinux)("ends no process that it did not start", async () => {
  const other = createClientProcesses();
  const [bystander = 0] = await started(`${sleeper} & echo $!`, other, 1);
  const processes = createClientProcesses();
  await started("echo 1", processes, 1);
  expect(await processes.end()).toEqual([]);
  expect(isRunning(bystander)).toBe(true);
  expect((await other.end()).map(({ pid }) => pid)).toEqual([bystander]);
});

test.runIf(isLinux)("ends hundreds of processes", async () => {
  const processes = createClientProcesses();
  const many = 300;
  const script = `i=0; while [ $i -lt ${many} ]; do ${sleeper} & echo $!; i=$((i+1)); done`;
  const pids = await started(script, processes, many);
  await processes.end();
  expect(pids.filter(isRunning)).toEqual([]);
});

test.skipIf(process.platform === "win32")("a command has ended when what it left behind has", async () => {
  const command = "sleep 600 & echo left $! {url}";
  const client = runCommand({ command, placeholders: { url: "here" }, folder: "/", env: process.env });
  const { end, output, leftBehind } = await client.ended;
  expect(end).toEqual({ kind: "exited", code: 0 });
  const [, pid = ""] = /^left (\d+) here\n$/.exec(output ?? "") ?? [];
  expect(isRunning(Number(pid))).toBe(false);
  if (isLinux) expect(leftBehind).toEqual([{ pid: Number(pid), name: "sleep", isRunning: false }]);
});

test("a command that is stopped has ended, with all that it started", async () => {
  const command = "sleep 600 & sleep 600";
  const client = runCommand({ command, placeholders: {}, folder: "/", env: process.env });
  client.stop("hangs");
  expect(await client.ended).toEqual({ end: { kind: "ended", why: "hangs" }, output: "" });
});
