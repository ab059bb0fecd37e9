import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";

/** How long a process takes from start to exit, in milliseconds. Throws when it fails or hangs. */
export function processMs(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

/** Wall time and processor time in seconds, and the most memory in MB, of a process of Node, by GNU time. */
export function timed(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { stdout, stderr, status } = spawnSync(
    "/usr/bin/time",
    ["-f", "%e %U %S %M", process.execPath, ...args],
    { encoding: "utf8", env: { ...process.env, ...env } },
  );
  const lines = stderr.trimEnd().split("\n");
  const [wall = 0, user = 0, system = 0, kilobytes = 0] = (lines.at(-1) ?? "").split(" ").map(Number);
  return { status, stdout, stderr: lines, wall, cpu: user + system, memory: kilobytes / 1000 };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
