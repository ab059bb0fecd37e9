import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";

/** How long a process takes from start to exit, in milliseconds. Throws when it fails or hangs. */
export function processMs(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

export function times<Result>(count: number, measure: () => Result): Result[] {
  return Array.from({ length: count }, measure);
}
