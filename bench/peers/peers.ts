import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Round } from "./order.ts";
import { peersPage } from "./page.ts";
import { type Played, play } from "./play.ts";
import { type Subject, sample } from "./sample.ts";
import { tools } from "./tools/tools.ts";

// Starts each tool on each server of a seeded sample, in turn, on this machine: `npm run peers`, after
// `node bench/peers/peers.ts`. Writes reports/peers.md and its chart with --write; prints the page all the same. A seed takes
// half an hour or more, and the page shows the first in full. With --outputs FOLDER it keeps there what was printed and
// measured, and goes on with what is missing.

const { values } = parseArgs({
  options: {
    seed: { type: "string", multiple: true, default: ["1"] },
    faults: { type: "string", default: "60" },
    variants: { type: "string", default: "24" },
    tool: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
    outputs: { type: "string" },
  },
});

const root = join(import.meta.dirname, "../..");
const chosen = tools.filter(
  ({ name, program }) =>
    (values.tool === undefined || values.tool.some((part) => name.includes(part))) &&
    (program === undefined || existsSync(join(installed, program))),
);
const rounds = await Array.fromAsync(values.seed, (seed) => roundOf(Number(seed)));
const { page, chart } = await peersPage(chosen, rounds);
process.stdout.write(page);
if (values.write) {
  await writeFile(join(root, "reports/peers.md"), page);
  await writeFile(join(root, "reports/peers.svg"), chart);
}

async function roundOf(seed: number): Promise<Round> {
  const subjects = await sample(seed, Number(values.faults), Number(values.variants), installed);
  const results = new Map(chosen.map(({ name }) => [name, new Map<string, Played>()]));
  const measured = values.outputs && join(values.outputs, `seed-${seed}.jsonl`);
  if (measured !== undefined && existsSync(measured)) {
    for (const line of (await readFile(measured, "utf8")).trim().split("\n")) {
      const { tool, server, played } = JSON.parse(line);
      results.get(tool)?.set(server, played);
    }
  }
  for (const [at, subject] of subjects.entries()) {
    for (const tool of chosen) {
      if (results.get(tool.name)?.has(subject.id)) continue;
      const played = await play(tool, subject.start, installed);
      results.get(tool.name)?.set(subject.id, played);
      if (measured !== undefined) await keep(measured, subject, tool.name, played);
    }
    const verdicts = chosen.map(({ name }) => `${name} ${results.get(name)?.get(subject.id)?.verdict}`);
    process.stderr.write(
      `${at + 1} of ${subjects.length}, ${subject.group}, ${subject.id}: ${verdicts.join(", ")}\n`,
    );
  }
  return { seed, subjects, results };
}

/** What was measured goes to the round's file, and what was printed into a folder beside it. */
async function keep(measured: string, { id }: Subject, tool: string, played: Played): Promise<void> {
  const { output, ...figures } = played;
  const folder = join(dirname(measured), tool.replaceAll(/\W+/g, "-"));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.${played.verdict}.txt`), output);
  await appendFile(measured, `${JSON.stringify({ tool, server: id, played: { ...figures, output: "" } })}\n`);
}

// Installs the tools that `npm run peers` compares, in the versions of pins.json, into a folder outside of the project.
// `node bench/peers/peers.ts [FOLDER]`; the frameworks of Debian's packages come from apt, as root or by way of sudo.

/** Where the tools are, unless PEERS names another folder. */
const installed = process.env.PEERS ?? join(homedir(), ".cache/petstore-conformance-peers");

if (import.meta.main) await install(process.argv[2] ?? installed);

async function install(folder: string): Promise<void> {
  const { npm, pip } = JSON.parse(await readFile(join(import.meta.dirname, "pins.json"), "utf8"));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: npm }));
  run("npm", ["install", "--no-audit", "--no-fund"], folder);
  const packages = [
    "time",
    "default-jre-headless",
    "python3-flask",
    "python3-venv",
    "php-cli",
    "ruby-sinatra",
    "ruby-webrick",
  ];
  const apt = ["apt-get", "install", "--yes", "--no-install-recommends", ...packages];
  run(process.getuid?.() === 0 ? "env" : "sudo", apt, folder);
  // The peer that is written in Python is left out where its index cannot be reached, and the page says so.
  const [[name, version] = ["", ""]] = Object.entries<string>(pip);
  run("/usr/bin/python3", ["-m", "venv", "python"], folder);
  if (!run("python/bin/pip", ["install", "--quiet", `${name}==${version}`], folder, "may fail"))
    process.stdout.write(`${name} ${version} could not be installed, and is left out\n`);
}

function run(file: string, args: readonly string[], cwd: string, mayFail?: "may fail"): boolean {
  const { status } = spawnSync(file, args, { cwd, stdio: "inherit" });
  if (status !== 0 && mayFail === undefined)
    throw new Error(`${file} ${args.join(" ")} ended with ${status}`);
  return status === 0;
}
