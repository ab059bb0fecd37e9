import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { trafficSample, writeTraffic } from "../testing/traffic/traffic-sample.ts";
import { timed } from "./processes.ts";

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

const judged = (...args: readonly string[]) => timed([bin, "judge", ...args]);

if (statSync(file, { throwIfNoEntry: false }) === undefined)
  await writeTraffic(file, trafficSample({ count, keys, perMinute: 50 }));
print(
  `${count} exchanges, ${keys} keys, ${(statSync(file).size / 1e6).toFixed(0)} MB; ${availableParallelism()} cores`,
);
const outputs: string[] = [];
for (const jobs of new Set([1, availableParallelism()])) {
  const { stdout, wall, cpu, memory } = judged(file, "--concurrency", String(jobs));
  outputs.push(stdout);
  print(
    `--concurrency ${jobs}: ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processors, ${(count / wall).toFixed(0)} exchanges a second, ${memory.toFixed(0)} MB`,
  );
}
const parts = Array.from({ length: 8 }, (_, i) => join(folder, `part-${i + 1}.json`));
const seconds = parts.map((part, i) => {
  const { wall } = judged(file, "--shard", `${i + 1}/8`, "--concurrency", "1", "--report", `json=${part}`);
  return wall.toFixed(1);
});
outputs.push(judged("--merge", ...parts).stdout);
print(`eight parts, one after the other: ${seconds.join(", ")} s`);
print(new Set(outputs).size === 1 ? "all the same" : "they differ");
print(outputs[0] ?? "");
if (kept === undefined) rmSync(folder, { recursive: true });
process.exitCode = new Set(outputs).size === 1 ? 0 : 1;
