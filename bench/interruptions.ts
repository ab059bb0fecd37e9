import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "../reference-server/listen.ts";
import { createReferenceServer } from "../reference-server/server.ts";

// Interrupts the built command at random instants of its first second, and counts how the runs ended. Every file must be
// whole or not there. A signal that comes before Node runs its first line, or after its last, ends the process by that signal.
// `node bench/interruptions.ts 200` makes 200 runs.

const runs = Number(process.argv[2] ?? 100);
const bin = new URL("../dist/src/cli/bin.js", import.meta.url).pathname;
const key = "a-key-of-the-bench";
const server = await listen(createReferenceServer({ now: Date.now, keys: [key] }));
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const args = ["--report", "json=report.json", "--report", "html=report.html", "--record", "run.ndjson"];

function problemsIn(folder: string): string[] {
  const files = readdirSync(folder);
  const left = files.filter((file) => /\.(part|lock)$/.test(file)).map((file) => `left: ${file}`);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  try {
    if (files.includes("report.json")) JSON.parse(read("report.json"));
    if (files.includes("report.html") && !/<\/html>\s*$/.test(read("report.html"))) left.push("half a page");
    if (files.includes("run.ndjson"))
      for (const line of read("run.ndjson").split("\n").slice(0, -1)) JSON.parse(line);
  } catch (error) {
    left.push(String(error));
  }
  return left;
}

const ends = new Map<string, number>();
for (let run = 0; run < runs; run += 1) {
  const folder = mkdtempSync(join(tmpdir(), "interruptions-"));
  const child = spawn(process.execPath, [bin, "run", server.url, "--rate-limit", "off", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: key },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (piece) => {
    err += piece;
  });
  const afterMs = Math.random() * 1000;
  const timer = setTimeout(() => child.kill(signals[run % signals.length]), afterMs);
  const [code, signal] = await once(child, "close");
  clearTimeout(timer);
  const problems = problemsIn(folder);
  if (/\n\s+at /.test(err)) problems.push(`a trace: ${err.slice(0, 300)}`);
  const files = readdirSync(folder);
  const reached = files.includes("report.html")
    ? "with its reports"
    : files.length > 0
      ? "begun"
      : "before anything";
  const end = `${signal === null ? `exit code ${code}` : "by the signal"}, ${reached}`;
  ends.set(end, (ends.get(end) ?? 0) + 1);
  for (const problem of problems) process.stdout.write(`${afterMs.toFixed(0)} ms, ${end}: ${problem}\n`);
  rmSync(folder, { recursive: true });
}
await server.close();
for (const [end, count] of [...ends].toSorted()) process.stdout.write(`${count} × ${end}\n`);
