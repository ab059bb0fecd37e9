import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { peersPage, type Round } from "./page.ts";
import { type Played, play } from "./play.ts";
import { type Subject, sample } from "./sample.ts";
import { installed } from "./setup.ts";
import { tools } from "./tool.ts";

// Starts each tool on each server of a seeded sample, in turn, on this machine: `npm run peers`, after
// `node bench/peers/setup.ts`. Writes reports/peers.md and its chart with --write; prints the page all the same. A sample takes
// half an hour or more. With --outputs FOLDER it keeps there what was printed and
// measured, and goes on with what is missing.

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
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
const { page, chart } = await peersPage(chosen, await roundOf(Number(values.seed)));
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
