import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { seededRandom } from "../../src/core/check/random.ts";
import { Copies, refusedByTypes, suiteSources } from "./copies.ts";
import { loadExplanations, staleExplanations, whyAlive } from "./explained.ts";
import { fatesOf } from "./fates.ts";
import { instrument, type Mutant } from "./instrument.ts";
import { mutantsAsMarkdown } from "./markdown.ts";
import { keysOf, type Results, type Row, readResults, rowOf, writeResults } from "./results.ts";
import { leastPercent, scoreHead, scoreOf, scoreTable } from "./score.ts";

// Writes every place of the suites wrongly, one at a time, and sees whether the proof or a test beside them tells.
//   --sample N [--seed S]  so many of them, the same for the same seed
//   --file suites/petstore/list-animals/lists/checks.ts those of one file (may be repeated)
//   --again                those that survived the last run alone; the others are taken from it
//   --last                 plays nothing: tells the last run again
//   --write                writes docs/mutants.md
//   --threads N            default 2

const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    file: { type: "string", multiple: true, default: [] },
    again: { type: "boolean", default: false },
    last: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    threads: { type: "string", default: "2" },
  },
});
const project = join(import.meta.dirname, "../..");
const resultsFile = new URL("../../reports/mutants.json", import.meta.url);
const threads = wholeNumber("--threads", values.threads);
const seed = wholeNumber("--seed", values.seed);
const sample = values.sample === undefined ? undefined : wholeNumber("--sample", values.sample);
const copies = new Copies(project);
const startedMs = performance.now();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    copies.removeAll();
    process.exit(130);
  });
}

try {
  const results = values.last ? readResults(resultsFile) : await run();
  if (!values.last) writeResults(resultsFile, results);
  for (const cells of [scoreHead, ...scoreTable(results.rows)]) {
    tell(cells.map((cell, i) => (i === 0 ? cell.padEnd(32) : cell.padStart(10))).join(""));
  }
  const explanations = loadExplanations();
  for (const row of results.rows) {
    if (row.fate.kind === "survived" && whyAlive(row, explanations) === undefined)
      problem(`not explained: ${row.file}:${row.line} ${row.was} becomes ${row.becomes}`);
  }
  if (results.drawn === undefined && values.file.length === 0) {
    for (const { file, within, was } of staleExplanations(results.rows, explanations))
      problem(`explained, but it does not survive: ${file} ${within}: ${was}`);
  }
  if (scoreOf(results.rows).percent < leastPercent) problem(`the score is below ${leastPercent} %`);
  if (values.write && values.file.length > 0) problem("--write needs all files: run it without --file");
  else if (values.write)
    writeFileSync(join(project, "docs/mutants.md"), mutantsAsMarkdown(results, explanations));
} catch (error) {
  problem(error instanceof Error ? error.message : String(error));
} finally {
  copies.removeAll();
}

async function run(): Promise<Results> {
  const sources = new Map(
    [...suiteSources(project)].filter(([file]) => values.file.length === 0 || values.file.includes(file)),
  );
  if (sources.size === 0)
    throw new Error(
      `no such file: ${values.file.join(", ")}; name files such as suites/petstore/list-animals/lists/checks.ts`,
    );
  const { mutants, texts } = await instrument(sources);
  const refused = refusedByTypes(copies, sources, mutants);
  const valid = mutants.filter(({ id }) => !refused.has(id));
  const keys = keysOf(valid);
  tell(`${mutants.length} mutants, of which the compiler refuses ${refused.size} (${elapsed()})`);
  const before = values.again ? readResults(resultsFile).rows : [];
  const done = new Map(
    before.filter(({ fate }) => fate.kind !== "survived").map((row) => [row.key, row.fate]),
  );
  const played = chosen(keys);
  const changed = new Set(played.map(({ file }) => file));
  const fates = await fatesOf(
    copies.make(new Map([...texts].filter(([file]) => changed.has(file)))),
    sources,
    played.filter((mutant) => !done.has(keys.get(mutant) ?? "")),
    threads,
    (line) => tell(`${line} (${elapsed()})`),
  );
  const rows = played.flatMap((mutant): Row[] => {
    const key = keys.get(mutant) ?? "";
    const fate = fates.get(mutant) ?? done.get(key);
    return fate === undefined ? [] : [rowOf(mutant, key, fate)];
  });
  const drawn = sample === undefined ? undefined : { seed };
  return { valid: valid.length, refused: refused.size, drawn, rows };
}

/** The mutants that are asked for, in the order of the files. Whether one is drawn does not hang on the others. */
function chosen(keys: ReadonlyMap<Mutant, string>): readonly Mutant[] {
  const drawn = new Set(
    [...keys]
      .map(([mutant, key]) => ({ mutant, at: seededRandom(seed, key)() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, sample)
      .map(({ mutant }) => mutant),
  );
  return [...keys.keys()].filter((mutant) => drawn.has(mutant));
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  tell(`${option} must be a whole number from 1; got ${JSON.stringify(text)}`);
  process.exit(2);
}

function elapsed(): string {
  return `${Math.round((performance.now() - startedMs) / 1000)} s`;
}

function problem(line: string): void {
  tell(line);
  process.exitCode = 1;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
