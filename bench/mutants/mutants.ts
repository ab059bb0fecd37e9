import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../src/core/check/random.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { compiling, copyOf } from "./copy.ts";
import { type Mutant, mutantsOf, mutated } from "./instrument.ts";

// Changes every place of the suites, one at a time, and prints the changes that neither the proof nor a test beside them
// notices. Ends with 1 if fewer than 85 % are noticed.
//   --sample N [--seed S]  so many of them, the same for the same seed
//   --file suites/petstore/list-animals/lists/checks.ts  those of one file (may be repeated)

const leastPercent = 85;
const project = join(import.meta.dirname, "../..");
/** The whole proof in `standard` takes a fraction of it: what takes longer runs in circles. */
const mostMs = 600_000;

const { values } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    file: { type: "string", multiple: true, default: [] },
  },
});
const sources = sourcesOf(values.file);
const judged = loadCatalogue(await loadContract()).flatMap(({ id, level }) => (level === "open" ? [] : id));
const held = new Map<string, boolean>();
const copy = copyOf(project);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const mutants = (await Promise.all([...sources].map(([file, source]) => mutantsOf(file, source)))).flat();
const accepted = compiling(copy, sources, mutants);
print(`${mutants.length} mutants, of which the compiler refuses ${mutants.length - accepted.length}`);
const drawn = sampleOf(accepted);
const survivors: Mutant[] = [];
for (const mutant of drawn) if (!(await isNoticed(mutant))) survivors.push(mutant);
const percent = drawn.length === 0 ? 100 : 100 * (1 - survivors.length / drawn.length);
print(`${survivors.length} of ${drawn.length} survive: ${percent.toFixed(1)} % are noticed`);
process.exitCode = percent < leastPercent ? 1 : 0;

/** The suites without their tests and faults, by file. */
function sourcesOf(named: readonly string[]): ReadonlyMap<string, string> {
  const files = globSync("suites/**/*.ts", { cwd: project }).filter(
    (file) => !/\b(?:test|faults)\.ts$/.test(file),
  );
  const unknown = named.find((file) => !files.includes(file));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no file such as suites/petstore/list-animals/lists/checks.ts`);
  const asked = (named.length === 0 ? files : named).toSorted();
  return new Map(asked.map((file) => [file, readFileSync(join(project, file), "utf8")]));
}

/** Those that a seed draws, in the order of the files. */
function sampleOf(all: readonly Mutant[]): readonly Mutant[] {
  const random = seededRandom(Number(values.seed), "mutants");
  const order = all.map((mutant) => ({ mutant, at: random() })).toSorted((a, b) => a.at - b.at);
  const first = new Set(
    order
      .slice(0, values.sample === undefined ? undefined : Number(values.sample))
      .map(({ mutant }) => mutant),
  );
  return all.filter((mutant) => first.has(mutant));
}

/** What is likeliest to notice comes first: the servers that break what the file names, its tests, then every server. */
function attemptsFor(file: string, source: string): readonly (readonly string[])[] {
  const prove = ["src/cli/bin.js", "prove", "--quiet"];
  const tests = ["node_modules/vitest/vitest.mjs", "run", dirname(file)];
  if (file.startsWith("suites/clients/")) return [[...prove, "--clients"], tests];
  const about = judged.filter((id) => source.includes(`"${id}"`)).map((id) => `--requirement=${id}`);
  if (about.length === 0) return [tests, prove];
  return [[...prove, ...about], tests, [...prove, "--profile=thorough", ...about], prove];
}

async function isNoticed(mutant: Mutant): Promise<boolean> {
  const { file, line, within, was, becomes } = mutant;
  const source = sources.get(file) ?? "";
  for (const attempt of attemptsFor(file, source)) {
    // What fails without a mutant shows nothing: a test that reads a page which the copy lacks.
    if (!(await holds(attempt))) continue;
    writeFileSync(join(copy, file), mutated(source, mutant));
    const isSame = await succeeds(attempt);
    writeFileSync(join(copy, file), source);
    if (!isSame) return true;
  }
  print(`${file}:${line} in ${within}: ${`${was} becomes ${becomes}`.replace(/\s+/g, " ")}`);
  return false;
}

/** Whether a command succeeds without a mutant. */
async function holds(args: readonly string[]): Promise<boolean> {
  const key = args.join(" ");
  const known = held.get(key) ?? (await succeeds(args));
  held.set(key, known);
  return known;
}

async function succeeds(args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", timeout: mostMs });
  const [code] = await once(child, "exit");
  return code === 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
