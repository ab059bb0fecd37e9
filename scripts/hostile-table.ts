import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { defaultFiles } from "#cli/options/config.ts";
import { formatNames, formats } from "#report/formats/formats.ts";
import { settled, startBedServer } from "#testing/hostile/bed-server.ts";
import { formsFound, keyForms } from "#testing/hostile/key-forms.ts";
import { bedKey } from "#testing/hostile/petstore.ts";
import { reportProblems } from "#testing/hostile/report-problems.ts";
import { type HostileCase, hostileCases } from "#testing/hostile/targets.ts";

// Runs the compiled command line against every hostile target, one process each, and writes reports/hostile.md with
// what it took; with ids, runs those alone and prints. Exits 1 when a run did not keep what the table promises. Build first.

const bin = new URL("../dist/src/cli/bin.js", import.meta.url).pathname;
const longestMs = 30_000;
const mostBytes = 200 * 1024 * 1024;
/** Every report, both streams, and the events. */
const textsOfRun = formatNames.length + 3;

/**
 * Writes down, in kB, the most memory that the process ever had, as it ends. From /proc where there is one: what
 * getrusage says there begins with the memory of the process that started this one.
 */
const measure = `import { readFileSync, writeFileSync } from "node:fs";
const peak = () => {
  try { return /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]; }
  catch { return String(process.resourceUsage().maxRSS); }
};
process.on("exit", () => writeFileSync("peak.txt", peak()));`;

const only = process.argv.slice(2);
const broken: string[] = [];
const sections: string[] = [];
let slowest = 0;
let largest = 0;
let texts = 0;

for (const [area, cases] of Object.entries(hostileCases)) {
  const rows: string[] = [];
  for (const hostile of cases.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const spawned = await spawnCase(hostile);
    slowest = Math.max(slowest, spawned.elapsedMs);
    largest = Math.max(largest, spawned.peakBytes);
    texts += Object.keys(spawned.texts).length;
    for (const problem of problemsOf(hostile, spawned)) broken.push(`${hostile.id}: ${problem}`);
    rows.push(row(hostile, spawned));
    if (only.length > 0) process.stdout.write(`${rows.at(-1)}\n`);
  }
  const head = "| target | it | expected | s | MiB |\n|---|---|---|--:|--:|";
  sections.push(`## ${area}\n\n${head}\n${rows.join("\n")}\n`);
}

const count = Object.values(hostileCases).flat().length;
const text = `# Hostile targets

Written by \`npm run build && node scripts/hostile-table.ts\`, which runs the command line against each target on 127.0.0.1, in a
process of its own. The targets are in \`testing/hostile/\`; \`testing/long/hostile/hostile.test.ts\` checks their verdicts.
Time and memory are those of the whole process, with reports in every format, events and a list of known failures.
The time-out is 20 s, and at most 1 s for targets that only make a run wait.

${count} targets; the slowest took ${seconds(slowest)} s (30 s allowed), the largest ${mebibytes(largest)} MiB (200 allowed).
No connection stayed open, no run ended with a fault of the suite, no control character was written, and none of the
${Object.keys(keyForms(bedKey)).length} forms of the key was found in ${texts} streams and reports.

${sections.join("\n")}`;
if (only.length === 0) await writeFile(new URL("../reports/hostile.md", import.meta.url), text);
for (const line of broken) process.stderr.write(`${line}\n`);
if (broken.length > 0) process.exitCode = 1;

type Spawned = Awaited<ReturnType<typeof spawnCase>>;

function problemsOf(
  hostile: HostileCase,
  { exitCode, elapsedMs, peakBytes, openSockets, texts: all }: Spawned,
): string[] {
  const extensionOf = (name: string) => {
    const format = formatNames.find((known) => name === `report-${known}`);
    if (format !== undefined) return formats[format].extension;
    return name === "events" ? "ndjson" : "txt";
  };
  return [
    ...(hostile.expected.startsWith(String(exitCode))
      ? []
      : [`exit code ${exitCode}, expected ${hostile.expected}`]),
    ...(elapsedMs < longestMs ? [] : [`took ${seconds(elapsedMs)} s`]),
    ...(peakBytes < mostBytes ? [] : [`took ${mebibytes(peakBytes)} MiB`]),
    ...(openSockets === 0 ? [] : [`left ${openSockets} connections`]),
    ...(Object.keys(all).length === textsOfRun ? [] : ["a report is missing"]),
    ...Object.entries(all).flatMap(([name, text]) => [
      ...formsFound(text, bedKey).map((form) => `${name} holds the key: ${form}`),
      ...reportProblems({ format: name, extension: extensionOf(name), text }),
    ]),
  ];
}

function row({ id, does, expected }: HostileCase, { elapsedMs, peakBytes }: Spawned): string {
  return `| \`${id}\` | ${does} | ${expected} | ${seconds(elapsedMs)} | ${mebibytes(peakBytes)} |`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

/** What the command line did with a target, as a process of its own, asked for every report and all else that a run can write. */
async function spawnCase(hostile: HostileCase) {
  const server = await startBedServer(hostile.hostility(), hostile);
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  try {
    await writeFile(join(folder, "known.yaml"), "[]\n");
    await writeFile(join(folder, defaultFiles[0]), configurationFor(hostile).join("\n"));
    if (hostile.ca !== undefined) await writeFile(join(folder, "ca.pem"), hostile.ca);
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [
        `--import=data:text/javascript,${encodeURIComponent(measure)}`,
        bin,
        ...argumentsFor(hostile, server.url),
      ],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          PETSTORE_API_KEY: bedKey,
          ...(hostile.isProxy && { HTTP_PROXY: server.url.origin }),
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const printed = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    const [exitCode]: readonly (number | null)[] = await once(child, "close");
    const elapsedMs = performance.now() - began;
    const [out, err] = await printed;
    const texts: Record<string, string> = { "standard output": out, "standard error": err };
    for (const name of await readdir(folder)) texts[name] = await readFile(join(folder, name), "utf8");
    const {
      "peak.txt": peak = "0",
      "ca.pem": _,
      "known.yaml": __,
      [defaultFiles[0]]: ___,
      ...written
    } = texts;
    const [peakBytes, openSockets] = [Number(peak) * 1024, await settled(server.open)];
    // By name: standard output, standard error, each report, and what else a run writes.
    return { exitCode, elapsedMs, peakBytes, openSockets, texts: written };
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

function configurationFor({ ca, timeoutMs }: HostileCase): string[] {
  return [
    ...["consistency-wait: 0.1", "max-wait: 1", `timeout: ${timeoutMs / 1000}`, "events: events"],
    ...(ca === undefined ? [] : ["ca: ca.pem"]),
  ];
}

function argumentsFor(hostile: HostileCase, address: URL): string[] {
  const target = hostile.isProxy ? "http://pets.test/v1" : address.href;
  return [
    ...["run", target, "--seed", "1"],
    ...formatNames.flatMap((format) => ["--report", `${format}=report-${format}`]),
    ...["--known-failures", "known.yaml"],
  ];
}
