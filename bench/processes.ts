import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";

/** How long a process takes from start to exit, in milliseconds. Throws when it fails or hangs. */
export function processMs(args: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

/** GNU time's own line after what the process printed: seconds of processor, kilobytes, exit code. */
const timing = /\nTIMED ([\d.]+) ([\d.]+) (\d+) (\d+)\s*$/;

/**
 * What a process takes and prints, by GNU time: the processor time of its whole tree, and the most memory that any one process of it held.
 * One that takes longer than `mostMs` is ended, and has no status.
 */
export async function measured(
  words: readonly string[],
  given: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly mostMs?: number } = {},
) {
  const { cwd, env, mostMs = 600_000 } = given;
  const startedAt = performance.now();
  const child = spawn("/usr/bin/time", ["-q", "-f", "\nTIMED %U %S %M %x", ...words], {
    ...{ cwd, env: { ...process.env, ...env } },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => chunks.push(chunk);
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const bound = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), mostMs);
  await once(child, "close").finally(() => clearTimeout(bound));
  const wallMs = performance.now() - startedAt;
  const output = Buffer.concat(chunks).toString();
  const [, user = "", system = "", kilobytes = "", code] = timing.exec(output) ?? [];
  return {
    wallMs,
    cpuMs: (Number(user) + Number(system)) * 1000,
    memoryMiB: Number(kilobytes) / 1024,
    output: output.replace(timing, ""),
    status: code === undefined ? undefined : Number(code),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
