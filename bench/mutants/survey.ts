import type { Bed } from "../../src/proof/bed.ts";
import { type BedJob, declared, jobInWords } from "./bed-jobs.ts";
import { Player } from "./player.ts";

/** What the bed shows while no mutant is on. */
export interface Survey {
  /** Of each job, what is declared of it. */
  readonly declared: ReadonlyMap<BedJob, string>;
  /** By mutant: the jobs that pass its place. */
  readonly reachedIn: ReadonlyMap<string, ReadonlySet<BedJob>>;
  /** Mutants of what is evaluated when the suites are loaded: every job passes them. */
  readonly loaded: ReadonlySet<string>;
}

/** Plays the whole bed once. @throws Error where the proof does not hold: then nothing could be learned from it. */
export async function survey(code: URL, bed: Bed, jobs: readonly BedJob[], threads: number): Promise<Survey> {
  const results = new Map<BedJob, string>();
  const reachedIn = new Map<string, Set<BedJob>>();
  const loaded = new Set<string>();
  const waiting = [...jobs];
  const playAll = async (): Promise<void> => {
    const player = new Player(code, []);
    try {
      for (const id of await player.loaded) loaded.add(id);
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const { result, threw, reached } = await player.play(job, []);
        if (result === undefined) throw new Error(`${jobInWords(job)}: ${threw}`);
        checkProof(job, result.failed);
        results.set(job, declared(job, result, bed));
        for (const id of reached) {
          const known = reachedIn.get(id);
          if (known === undefined) reachedIn.set(id, new Set([job]));
          else known.add(job);
        }
      }
    } finally {
      await player.close();
    }
  };
  await Promise.all(Array.from({ length: threads }, playAll));
  return { declared: results, reachedIn, loaded };
}

function checkProof(job: BedJob, failed: readonly { readonly id: string }[]): void {
  if (job.profile !== "thorough") return;
  if (job.about.every((id) => failed.some((f) => f.id === id))) return;
  throw new Error(`the proof does not hold: ${jobInWords(job)} is missed; see \`prove\``);
}
