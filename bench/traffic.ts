import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { trafficSample, writeTraffic } from "../testing/traffic/traffic-sample.ts";

// How long it takes to judge recorded traffic, and how much memory: `node bench/traffic.ts [EXCHANGES] [KEYS] [FOLDER]`.
// Makes the traffic, judges it with one thread and with one for each core, then in eight parts that are merged, and
// compares what is printed. With FOLDER the traffic is kept there.

const count = Number(process.argv[2] ?? 1_000_000);
const keys = Number(process.argv[3] ?? 2000);
const kept = process.argv[4];
const folder = kept ?? mkdtempSync(join(tmpdir(), "traffic-"));
const file = join(folder, "traffic.ndjson");
const print = (line: string) => void process.stdout.write(`${line}\n`);
const bin = join(import.meta.dirname, "../src/cli/bin.js");

/** Runs the command, and returns what it printed, its seconds, those of processors, and its peak memory in MB. */
async function timed(...args: readonly string[]) {
  const began = performance.now();
  const measured = ["-f", "%U %S %M", process.execPath, bin, "judge", ...args];
  const { stdout, stderr } = await promisify(execFile)("/usr/bin/time", measured).catch((error) => error);
  const [user = 0, system = 0, peak = 0] = /(\S+) (\S+) (\d+)\s*$/.exec(stderr)?.slice(1).map(Number) ?? [];
  const seconds = (performance.now() - began) / 1000;
  return { stdout, seconds, cpuSeconds: user + system, peak: peak / 1024 };
}

if (statSync(file, { throwIfNoEntry: false }) === undefined)
  await writeTraffic(file, trafficSample({ count, keys, perMinute: 50 }));
print(
  `${count} exchanges, ${keys} keys, ${(statSync(file).size / 1e6).toFixed(0)} MB; ${availableParallelism()} cores`,
);
const outputs: string[] = [];
for (const jobs of new Set([1, availableParallelism()])) {
  const { stdout, seconds, cpuSeconds, peak } = await timed(file, "--concurrency", String(jobs));
  outputs.push(stdout);
  print(
    `--concurrency ${jobs}: ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processors, ${(count / seconds).toFixed(0)} exchanges a second, ${peak.toFixed(0)} MB`,
  );
}
const parts = Array.from({ length: 8 }, (_, i) => join(folder, `part-${i + 1}.json`));
const seconds: number[] = [];
for (const [i, part] of parts.entries()) {
  const one = await timed(file, "--shard", `${i + 1}/8`, "--concurrency", "1", "--report", `json=${part}`);
  seconds.push(one.seconds);
}
outputs.push((await timed("--merge", ...parts)).stdout);
print(`eight parts, one after the other: ${seconds.map((one) => one.toFixed(1)).join(", ")} s`);
print(new Set(outputs).size === 1 ? "all the same" : "they differ");
print(outputs[0] ?? "");
if (kept === undefined) rmSync(folder, { recursive: true });
process.exitCode = new Set(outputs).size === 1 ? 0 : 1;
