import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { loadBed } from "../../src/proof/bed.ts";
import { seededRandom } from "../../src/run/random.ts";
import { bedJobs } from "./bed-jobs.ts";
import { Copies, type FileMutant, mutantsIn, refusedByTypes } from "./copies.ts";
import { loadExplanations, staleExplanations, whyAlive } from "./explained.ts";
import { type Fate, type Ground, Hunter } from "./hunt.ts";
import { mutantsAsMarkdown } from "./markdown.ts";
import { Order } from "./order.ts";
import { keysOf, type Results, type Row, readResults, rowOf, writeResults } from "./results.ts";
import { leastPercent, scoreHead, scoreOf, scoreTable } from "./score.ts";
import { type Survey, survey } from "./survey.ts";
import { checkTests, isToldByTests } from "./unit-tests.ts";

// Writes every place of the suites wrongly, one at a time, and sees whether the proof or a test beside them tells.
//   --sample N [--seed S]  so many of them, the same for the same seed
//   --file suites/lists.ts those of one file (may be repeated)
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
const threads = Number(values.threads);
/** A mutant is played alone in so many runs; what outlives them is played together with others. */
const runsAlone = 15;
const mostTogether = 60;
const copies = new Copies(project);
const startedMs = performance.now();

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
  if (values.write) writeFileSync(join(project, "docs/mutants.md"), mutantsAsMarkdown(results, explanations));
} finally {
  copies.removeAll();
}

async function run(): Promise<Results> {
  const all = mutantsIn(project);
  const refused = refusedByTypes(copies, all);
  const valid = all.filter(({ id }) => !refused.has(id));
  const keys = keysOf(valid);
  tell(`${all.length} mutants, of which the compiler refuses ${refused.size}`);
  const before = values.again ? readResults(resultsFile).rows : [];
  const done = new Map(
    before.filter(({ fate }) => fate.kind !== "survived").map((row) => [row.key, row.fate]),
  );
  const played = chosen(valid);
  const fates = await hunt(played.filter((mutant) => !done.has(keys.get(mutant) ?? "")));
  const rows = played.flatMap((mutant): Row[] => {
    const key = keys.get(mutant) ?? "";
    const fate = fates.get(mutant) ?? done.get(key);
    return fate === undefined ? [] : [rowOf(mutant, key, fate)];
  });
  const drawn = values.sample === undefined ? undefined : { seed: Number(values.seed) };
  return { valid: valid.length, refused: refused.size, drawn, rows };
}

/** The mutants that are asked for, in the order of the files. */
function chosen(mutants: readonly FileMutant[]): readonly FileMutant[] {
  const named = mutants.filter(({ file }) => values.file.length === 0 || values.file.includes(file));
  if (values.sample === undefined) return named;
  const random = seededRandom(Number(values.seed), "mutants");
  const drawn = named
    .map((mutant) => ({ mutant, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
  return named.filter((mutant) => drawn.includes(mutant));
}

async function hunt(asked: readonly FileMutant[]): Promise<ReadonlyMap<FileMutant, Fate>> {
  const bed = await loadBed();
  const jobs = bedJobs(bed);
  const highest = Math.max(-1, ...asked.map(({ id }) => id));
  const copy = copies.makeInstrumented(asked);
  const suites = { file: pathToFileURL(join(copy, "bench/mutants/worker.ts")), count: highest + 1 };
  const seen = await survey(suites, bed, jobs, threads);
  tell(`the bed was played once, ${jobs.length} runs (${elapsed()})`);
  const order = new Order(jobs, requirementsByFile(asked));
  const ground = { suites, bed, jobs, survey: seen, order };
  const fates = new Map<FileMutant, Fate>();
  const alone: FileMutant[] = [];
  await withHunters(ground, asked, async (hunter, mutant) => {
    const fate = await hunter.tryAlone(mutant, runsAlone);
    if (fate === undefined) alone.push(mutant);
    else fates.set(mutant, fate);
    if ((fates.size + alone.length) % 50 === 0)
      tell(`${fates.size} of ${fates.size + alone.length} killed (${elapsed()})`);
  });
  tell(`${alone.length} of ${asked.length} live after ${runsAlone} runs (${elapsed()})`);
  await withHunters(ground, groupsOf(alone, seen), async (hunter, group) => {
    await hunter.tryTogether(group, (mutant, fate) => fates.set(mutant, fate));
    tell(
      `${group.filter((mutant) => !fates.has(mutant)).length} of ${group.length} live after all runs (${elapsed()})`,
    );
    for (const mutant of group) {
      if (!fates.has(mutant)) fates.set(mutant, { kind: "survived", runs: hunter.jobsOf(mutant).length });
    }
  });
  const alive = asked.filter((mutant) => fates.get(mutant)?.kind === "survived");
  tell(`the proof leaves ${alive.length} of ${asked.length} alive (${elapsed()})`);
  await inTurn(alive, async (next) => {
    const place = copies.make();
    await checkTests(place);
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      if (await isToldByTests(place, mutant)) fates.set(mutant, { kind: "killed", by: "a test beside it" });
    }
  });
  tell(`the tests told some (${elapsed()})`);
  return fates;
}

/** Those that are on while the suites are loaded apart from the others, and each group from all over the files. */
function groupsOf(mutants: readonly FileMutant[], { loaded }: Survey): readonly (readonly FileMutant[])[] {
  return [true, false].flatMap((early) => {
    const some = mutants.filter(({ id }) => loaded.has(id) === early);
    const count = Math.ceil(some.length / mostTogether);
    return Array.from({ length: count }, (_, nth) => some.filter((_, i) => i % count === nth));
  });
}

async function withHunters<Item>(
  ground: Ground,
  items: readonly Item[],
  work: (hunter: Hunter, item: Item) => Promise<void>,
): Promise<void> {
  await inTurn(items, async (next) => {
    const hunter = new Hunter(ground);
    try {
      for (let item = next(); item !== undefined; item = next()) await work(hunter, item);
    } finally {
      await hunter.close();
    }
  });
}

/** Several at a time, each taking what is next. */
async function inTurn<Item>(
  items: readonly Item[],
  work: (next: () => Item | undefined) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(Array.from({ length: threads }, () => work(() => waiting.shift())));
}

function requirementsByFile(mutants: readonly FileMutant[]): ReadonlyMap<string, readonly string[]> {
  const files = new Set(mutants.map(({ file }) => file));
  return new Map(
    [...files].map((file) => {
      const ids = readFileSync(join(project, file), "utf8").matchAll(/"([A-Z0-9]+-[0-9]+)"/g);
      return [file, [...new Set([...ids].map(([, id = ""]) => id))]];
    }),
  );
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
