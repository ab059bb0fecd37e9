import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadBed } from "../../src/proof/bed.ts";
import { bedJobs } from "./bed-jobs.ts";
import { requirementsIn } from "./copies.ts";
import { type Fate, type Ground, Hunter } from "./hunt.ts";
import type { Mutant } from "./instrument.ts";
import { Order } from "./order.ts";
import { type Survey, survey } from "./survey.ts";
import { UnitTests } from "./unit-tests.ts";

/** A mutant is played alone in so many runs; what outlives them is played together with others. */
const runsAlone = 15;
const mostTogether = 60;

/** What becomes of each mutant: first in the tests beside the suites, then in some runs alone, then in all runs. */
export async function fatesOf(
  copy: string,
  sources: ReadonlyMap<string, string>,
  asked: readonly Mutant[],
  threads: number,
  tell: (line: string) => void,
): Promise<ReadonlyMap<Mutant, Fate>> {
  const fates = new Map<Mutant, Fate>();
  const left = () => asked.filter((mutant) => !fates.has(mutant));
  const tests = await UnitTests.load(copy, threads);
  try {
    for (const mutant of asked) {
      if (await tests.tell(mutant)) fates.set(mutant, { kind: "killed", by: "a test" });
    }
  } finally {
    await tests.close();
  }
  tell(`${left().length} of ${asked.length} live after the tests beside the suites`);
  if (left().length === 0) return fates;
  const bed = await loadBed();
  const jobs = bedJobs(bed);
  const code = pathToFileURL(join(copy, "bench/mutants/worker.ts"));
  const seen = await survey(code, bed, jobs, threads);
  tell(`the bed was played once, ${jobs.length} runs`);
  const about = new Map([...sources].map(([file, source]) => [file, requirementsIn(source)]));
  const ground = { code, bed, jobs, survey: seen, order: new Order(jobs, about) };
  await withHunters(ground, left(), threads, async (hunter, mutant) => {
    const fate = await hunter.tryAlone(mutant, runsAlone);
    if (fate !== undefined) fates.set(mutant, fate);
  });
  tell(`${left().length} of ${asked.length} live after ${runsAlone} runs`);
  await withHunters(ground, groupsOf(left(), seen), threads, async (hunter, group) => {
    await hunter.tryTogether(group, (mutant, fate) => fates.set(mutant, fate));
    tell(`${group.filter((mutant) => !fates.has(mutant)).length} of ${group.length} live after all runs`);
    for (const mutant of group) {
      if (!fates.has(mutant)) fates.set(mutant, { kind: "survived", runs: hunter.jobsOf(mutant).length });
    }
  });
  return fates;
}

/**
 * Those that are on while the suites are loaded apart from the others. No two of a group stand in each other: while the
 * outer one is on, the inner one is not reached.
 */
function groupsOf(mutants: readonly Mutant[], { loaded }: Survey): readonly (readonly Mutant[])[] {
  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const fits = (group: readonly Mutant[]) =>
      group.length < mostTogether &&
      group.every((other) => loaded.has(other.id) === loaded.has(mutant.id) && !overlap(other, mutant));
    const group = groups.find(fits);
    if (group === undefined) groups.push([mutant]);
    else group.push(mutant);
  }
  return groups;
}

/** By lines: a switch may stand further out than what it replaces. */
function overlap(a: Mutant, b: Mutant): boolean {
  return a.file === b.file && a.line <= b.lastLine && b.line <= a.lastLine;
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
