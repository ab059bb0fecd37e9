import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { Job, JobResult } from "./job.ts";
import { createPerformer } from "./perform.ts";
import { startWorker } from "./worker-thread.ts";

export type FromWorker = { readonly result: JobResult } | { readonly error: unknown };

/** A further thread loads for as long as this many jobs take: where fewer wait, it would come too late. */
export const jobsWorthAThread = 8;

export interface Pool {
  /** The results, in the order of the jobs, whichever thread was first. Rejects with what a job throws. */
  play(jobs: readonly Job[], onResult?: (done: number) => void): Promise<readonly JobResult[]>;
}

/** Threads that play jobs, as many as the machine has cores; none is started before there are jobs for it. */
export class WorkerPool implements Pool {
  readonly #size: number;
  readonly #workers: Worker[] = [];
  readonly #idle: Worker[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  play(jobs: readonly Job[], onResult?: (done: number) => void): Promise<readonly JobResult[]> {
    const worth = Math.ceil(jobs.length / jobsWorthAThread);
    const atOnce = pLimit(Math.max(1, Math.min(this.#size, worth)));
    let done = 0;
    return atOnce.map(jobs, async (job) => {
      const result = await this.#performed(job);
      done += 1;
      onResult?.(done);
      return result;
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  async #performed(job: Job): Promise<JobResult> {
    const worker = this.#idle.pop() ?? this.#started();
    try {
      const answered = once(worker, "message");
      worker.postMessage(job);
      const [reported]: FromWorker[] = await answered;
      if (reported === undefined || "error" in reported) throw reported?.error;
      return reported.result;
    } finally {
      this.#idle.push(worker);
    }
  }

  #started(): Worker {
    const worker = startWorker();
    this.#workers.push(worker);
    return worker;
  }
}

/** Runs with a pool that is closed whatever happens. */
export async function withPool<Result>(use: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = new WorkerPool(availableParallelism());
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

/** Plays in this thread, one job after another: for few jobs, since a thread of their own would load longer than they take. */
export function onThisThread(perform: (job: Job) => Promise<JobResult>): Pool {
  return {
    async play(jobs, onResult) {
      const results: JobResult[] = [];
      for (const job of jobs) {
        results.push(await perform(job));
        onResult?.(results.length);
      }
      return results;
    },
  };
}

/** `withPool`, for few jobs. */
export async function withThisThread<Result>(use: (pool: Pool) => Promise<Result>): Promise<Result> {
  return use(onThisThread(await createPerformer()));
}
