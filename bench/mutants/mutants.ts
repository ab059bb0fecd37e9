import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { seededRandom } from "../../src/core/check/random.ts";
import { Copies, refusedByTypes, suiteSources } from "./copies.ts";
import { fatesOf } from "./fates.ts";
import { instrument, type Mutant } from "./instrument.ts";

// Changes every place of the suites, one at a time, and prints the changes that neither the proof nor a test beside the
// suites notices. Ends with 1 if fewer than 85 % are noticed.
//   --sample N [--seed S]  so many of them, the same for the same seed
//   --file suites/petstore/list-animals/lists/checks.ts those of one file (may be repeated)
//   --threads N            default 2

const leastPercent = 85;
const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    file: { type: "string", multiple: true, default: [] },
    threads: { type: "string", default: "2" },
  },
});
const threads = wholeNumber("--threads", values.threads);
const seed = wholeNumber("--seed", values.seed);
const sample = values.sample === undefined ? undefined : wholeNumber("--sample", values.sample);
const copies = new Copies(join(import.meta.dirname, "../.."));
const startedMs = performance.now();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    copies.removeAll();
    process.exit(130);
  });
}

try {
  await run();
} finally {
  copies.removeAll();
}

async function run(): Promise<void> {
  const sources = suiteSources(copies.project, values.file);
  const { mutants, texts } = await instrument(sources);
  const refused = refusedByTypes(copies, sources, mutants);
  print(`${mutants.length} mutants, of which the compiler refuses ${refused.size} (${elapsed()})`);
  const asked = drawn(mutants.filter(({ id }) => !refused.has(id)));
  const changed = new Set(asked.map(({ file }) => file));
  const copy = copies.make(new Map([...texts].filter(([file]) => changed.has(file))));
  const fates = await fatesOf(copy, sources, asked, threads, (line) => print(`${line} (${elapsed()})`));
  for (const [{ file, line, within, was, becomes }, fate] of fates) {
    const runs = fate.kind === "survived" && `survives the ${fate.runs} runs that pass it`;
    if (runs) print(`${file}:${line} in ${within}: ${onOneLine(`${was} becomes ${becomes}`)}: ${runs}`);
  }
  const count = (kind: string) => [...fates.values()].filter((fate) => fate.kind === kind).length;
  const percent = asked.length === 0 ? 100 : 100 * (1 - count("survived") / asked.length);
  print(
    `${asked.length} mutants: ${count("killed")} killed, ${count("timed out")} timed out, ${count("survived")} survive: ${percent.toFixed(1)} % (at least ${leastPercent} %)`,
  );
  if (percent < leastPercent) process.exitCode = 1;
}

/** Whether a mutant is drawn depends on no other: names do not change with other lines, and equal ones are numbered. */
function drawn(mutants: readonly Mutant[]): readonly Mutant[] {
  const counts = new Map<string, number>();
  const order = new Map<Mutant, number>();
  for (const mutant of mutants) {
    const name = JSON.stringify([mutant.file, mutant.within, mutant.was, mutant.becomes]);
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    order.set(mutant, seededRandom(seed, `${name} ${nth}`)());
  }
  const first = new Set([...order].toSorted(([, a], [, b]) => a - b).slice(0, sample));
  return [...order].flatMap((entry) => (first.has(entry) ? entry[0] : []));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new Error(`${option} must be a whole number from 1; got ${JSON.stringify(text)}`);
}

function elapsed(): string {
  return `${Math.round((performance.now() - startedMs) / 1000)} s`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
