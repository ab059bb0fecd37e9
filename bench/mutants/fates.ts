import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadBed } from "../../src/proof/bed.ts";
import { bedJobs } from "./bed-jobs.ts";
import type { Copies, FileMutant } from "./copies.ts";
import { type Fate, type Ground, Hunter } from "./hunt.ts";
import { Order } from "./order.ts";
import { type Survey, survey } from "./survey.ts";
import { checkTests, isToldByTests } from "./unit-tests.ts";

/** A mutant is played alone in so many runs; what outlives them is played together with others. */
const runsAlone = 15;
const mostTogether = 60;

/** What becomes of each mutant: first in some runs alone, then in the tests beside the suites, then in all runs. */
export async function fatesOf(
  project: string,
  copies: Copies,
  asked: readonly FileMutant[],
  threads: number,
  tell: (line: string) => void,
): Promise<ReadonlyMap<FileMutant, Fate>> {
  const bed = await loadBed();
  const jobs = bedJobs(bed);
  const highest = Math.max(-1, ...asked.map(({ id }) => id));
  const copy = copies.makeInstrumented(asked);
  const suites = { file: pathToFileURL(join(copy, "bench/mutants/worker.ts")), count: highest + 1 };
  const seen = await survey(suites, bed, jobs, threads);
  tell(`the bed was played once, ${jobs.length} runs`);
  const order = new Order(jobs, requirementsByFile(project, asked));
  const ground = { suites, bed, jobs, survey: seen, order };
  const fates = new Map<FileMutant, Fate>();
  const alone: FileMutant[] = [];
  await withHunters(ground, asked, threads, async (hunter, mutant) => {
    const fate = await hunter.tryAlone(mutant, runsAlone);
    if (fate === undefined) alone.push(mutant);
    else fates.set(mutant, fate);
    if ((fates.size + alone.length) % 50 === 0) tell(`${fates.size} of ${fates.size + alone.length} killed`);
  });
  tell(`${alone.length} of ${asked.length} live after ${runsAlone} runs`);
  await inTurn(alone, threads, async (next) => {
    const place = copies.make();
    await checkTests(place);
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      if (await isToldByTests(place, mutant)) fates.set(mutant, { kind: "killed", by: "a test" });
    }
  });
  const left = alone.filter((mutant) => !fates.has(mutant));
  tell(`${left.length} of ${asked.length} live after the tests beside the suites`);
  await withHunters(ground, groupsOf(left, seen), threads, async (hunter, group) => {
    await hunter.tryTogether(group, (mutant, fate) => fates.set(mutant, fate));
    tell(`${group.filter((mutant) => !fates.has(mutant)).length} of ${group.length} live after all runs`);
    for (const mutant of group) {
      if (!fates.has(mutant)) fates.set(mutant, { kind: "survived", runs: hunter.jobsOf(mutant).length });
    }
  });
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
  threads: number,
  work: (hunter: Hunter, item: Item) => Promise<void>,
): Promise<void> {
  await inTurn(items, threads, async (next) => {
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
  threads: number,
  work: (next: () => Item | undefined) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(Array.from({ length: threads }, () => work(() => waiting.shift())));
}

function requirementsByFile(
  project: string,
  mutants: readonly FileMutant[],
): ReadonlyMap<string, readonly string[]> {
  const files = new Set(mutants.map(({ file }) => file));
  return new Map(
    [...files].map((file) => {
      const ids = readFileSync(join(project, file), "utf8").matchAll(/"([A-Z0-9]+-[0-9]+)"/g);
      return [file, [...new Set([...ids].map(([, id = ""]) => id))]];
    }),
  );
}
