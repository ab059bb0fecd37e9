import { loadBed } from "./bed.ts";
import type { Job, JobResult } from "./job.ts";
import { createPerformer } from "./perform.ts";
import type { Pool } from "./pool.ts";

/** Plays in this thread, one job after another: for few jobs, since a thread of their own would load longer than they take. */
export function onThisThread(perform: (job: Job) => Promise<JobResult>): Pool {
  return {
    bed: loadBed,
    async play(jobs, onResult) {
      const results: JobResult[] = [];
      for (const job of jobs) {
        results.push(await perform(job));
        onResult?.(results.length);
      }
      return results;
    },
    close: async () => undefined,
  };
}

/** `withPool`, for few jobs. */
export async function withThisThread<Result>(use: (pool: Pool) => Promise<Result>): Promise<Result> {
  return use(onThisThread(await createPerformer()));
}
