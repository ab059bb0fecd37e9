import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { peersPage } from "./page.ts";
import { type Played, play, tools } from "./play.ts";
import { sample } from "./sample.ts";
import { installed } from "./setup.ts";

// Starts each tool on each server of a sample, in turn, on this machine, after `node bench/peers/setup.ts`, and writes
// reports/peers.md and its chart: half an hour or more. With names of tools (`Dredd`) it plays those alone, and prints the page.

const reports = join(import.meta.dirname, "../../reports");
const named = process.argv.slice(2);
const chosen = tools.filter(
  ({ name, program }) =>
    (named.length === 0 || named.includes(name)) &&
    (program === undefined || existsSync(join(installed, program))),
);
const subjects = await sample(installed);
const results = new Map(chosen.map(({ name }) => [name, new Map<string, Played>()]));
for (const [at, { id, group, start }] of subjects.entries()) {
  const verdicts: string[] = [];
  for (const tool of chosen) {
    const played = await play(tool, start, installed);
    results.get(tool.name)?.set(id, played);
    verdicts.push(`${tool.name} ${played.verdict}`);
  }
  process.stderr.write(`${at + 1} of ${subjects.length}, ${group}, ${id}: ${verdicts.join(", ")}\n`);
}
const { page, chart } = await peersPage(chosen, subjects, results);
if (named.length > 0) process.stdout.write(page);
else {
  await writeFile(join(reports, "peers.md"), page);
  await writeFile(join(reports, "peers.svg"), chart);
}
