import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measured } from "#bench/processes.ts";
import { defaultFiles } from "#cli/options/config.ts";
import { formatNames } from "#report/formats/formats.ts";
import { markdownTable } from "#report/formats/markdown-report.ts";
import { startBedServer } from "#testing/hostile/bed-server.ts";
import { bedKey } from "#testing/hostile/hostile-parts.ts";
import { type HostileCase, hostileCases } from "#testing/hostile/targets.ts";

// Runs the compiled command line against every hostile target, one process each, and writes reports/hostile.md with what it took;
// with ids, runs those alone and prints. Exits 1 when a run did not keep what the table promises. Build first.

const bin = new URL("../dist/src/cli/bin.js", import.meta.url).pathname;
const longestMs = 30_000;
const mostMiB = 200;

const only = process.argv.slice(2);
const sections: string[] = [];
let [slowest, largest] = [0, 0];

for (const [area, cases] of Object.entries(hostileCases)) {
  const rows: string[][] = [];
  for (const hostile of cases.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const { status, wallMs, memoryMiB } = await spawnCase(hostile);
    const { id, does, expected } = hostile;
    const took = [(wallMs / 1000).toFixed(1), memoryMiB.toFixed(0)];
    const isKept = expected.startsWith(String(status)) && wallMs < longestMs && memoryMiB < mostMiB;
    if (!isKept) {
      process.stderr.write(`${id}: exit code ${status}, expected ${expected}; ${took.join(" s, ")} MiB\n`);
      process.exitCode = 1;
    }
    [slowest, largest] = [Math.max(slowest, wallMs), Math.max(largest, memoryMiB)];
    rows.push([`\`${id}\``, does, expected, ...took]);
    if (only.length > 0) process.stdout.write(`${rows.at(-1)?.join(" | ")}\n`);
  }
  sections.push(`## ${area}\n\n${markdownTable(["target", "it", "expected", "s", "MiB"], rows)}`);
}

const text = `# Hostile targets

Written by \`npm run build && node scripts/hostile-table.ts\`, which runs the command line against each target on 127.0.0.1, in a
process of its own. The targets are in \`testing/hostile/\`. \`testing/long/hostile/hostile.test.ts\` holds their verdicts, and that no
connection stays open, no control character is written, and the key is in nothing that is written, in whatever form.
Time and memory are those of the whole process, with reports in every format, events and a list of known failures.
The time-out is 20 s, and at most 1 s for targets that only make a run wait.

${Object.values(hostileCases).flat().length} targets; the slowest took ${(slowest / 1000).toFixed(1)} s (30 s allowed), the largest ${largest.toFixed(0)} MiB (200 allowed).

${sections.join("\n")}`;
if (only.length === 0) await writeFile(new URL("../reports/hostile.md", import.meta.url), text);

/** What the command line takes for a target, as a process of its own that is asked for every report and all else that a run can write. */
async function spawnCase(hostile: HostileCase) {
  const { ca, timeoutMs, isProxy } = hostile;
  const server = await startBedServer(hostile.hostility(), hostile);
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  const configuration = [
    ...["consistency-wait: 0.1", "max-wait: 1", `timeout: ${timeoutMs / 1000}`, "events: events"],
    ...(ca === undefined ? [] : ["ca: ca.pem"]),
  ];
  try {
    await writeFile(join(folder, "known.yaml"), "[]\n");
    await writeFile(join(folder, defaultFiles[0]), configuration.join("\n"));
    if (ca !== undefined) await writeFile(join(folder, "ca.pem"), ca);
    const words = [
      ...[process.execPath, bin, "run", isProxy ? "http://pets.test/v1" : server.url.href, "--seed", "1"],
      ...formatNames.flatMap((format) => ["--report", `${format}=report-${format}`]),
      ...["--known-failures", "known.yaml"],
    ];
    const env = { PETSTORE_API_KEY: bedKey, ...(isProxy && { HTTP_PROXY: server.url.origin }) };
    return await measured(words, { cwd: folder, env });
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}
