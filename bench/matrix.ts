import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../src/assembly/assemble.ts";
import { createSecrets } from "../src/core/secrets/secrets.ts";
import { play } from "../src/proof/play.ts";
import { jsonReport } from "../src/report/formats/json.ts";
import { loadServers } from "../suites/servers.ts";

// What a matrix of many implementations takes: `node bench/matrix.ts [300]` writes a report of as many servers of the
// bed, and prints the time and the memory of a whole process for each format.

const [count, mostMs, mostMegabytes] = [Number(process.argv[2] ?? 300), 2000, 300];
const bin = join(import.meta.dirname, "../src/cli/bin.js");
const folder = mkdtempSync(join(tmpdir(), "matrix-"));
const prepared = await prepare();
const servers = await loadServers();
const files: string[] = [];
for (let seed = 0; files.length < count; seed += 1) {
  const server = servers[seed % servers.length];
  if (server === undefined) throw new Error("the bed is empty");
  const run = await play(server, { ...prepared, options: { seed } });
  const file = join(folder, `${server.id}-${seed}.json`);
  writeFileSync(file, [...jsonReport(createSecrets().redact(run))].join(""));
  files.push(file);
}

/** Node says at its end how much memory it had at the most, in kB. */
const tellMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))`;

for (const format of ["text", "markdown", "html"]) {
  const began = performance.now();
  const args = ["--import", tellMemory, bin, "matrix", "--format", format, ...files];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`matrix ended with ${status}: ${stderr}`);
  const [ms, megabytes] = [performance.now() - began, Number(stderr) / 1024];
  const held = ms <= mostMs && megabytes <= mostMegabytes ? "" : "  MISSED";
  process.stdout.write(
    `matrix of ${count} reports, ${format}: ${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB (at most ${mostMs} ms, ${mostMegabytes} MB)${held}\n`,
  );
}
rmSync(folder, { recursive: true });
