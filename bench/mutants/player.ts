import { Worker } from "node:worker_threads";
import type { Job } from "../../src/proof/job.ts";
import type { Watch } from "./switches.ts";
import type { Asked, Told } from "./worker.ts";

/** The instrumented suites: the code of a thread beside them, and how many mutants there are. */
export interface Instrumented {
  readonly file: URL;
  readonly count: number;
}

/** A thread that plays with the instrumented suites of a copy. */
export class Player {
  readonly #worker: Worker;
  /** The mutants whose place loading passed: they have to be on before. */
  readonly loaded: Promise<readonly number[]>;

  /** @param on the mutants that are on while the suites are loaded. */
  constructor({ file, count }: Instrumented, on: readonly number[]) {
    this.#worker = new Worker(file, {
      workerData: { count, on },
      resourceLimits: { maxOldGenerationSizeMb: 1500 },
    });
    this.loaded = this.#next(mostMs).then(({ noted }) => noted);
    // Whoever plays is told; a thread that nobody asks anything of may fail unheard.
    this.loaded.catch(() => undefined);
  }

  /** @throws TimeOut, or what ended the thread; it is of no use afterwards. */
  async play(job: Job, on: readonly number[], watch: Watch = "play"): Promise<Told> {
    await this.loaded;
    const next = this.#next(mostMs);
    this.#worker.postMessage({ job, on, watch } satisfies Asked);
    return next;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #next(ms: number): Promise<Told> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        worker.off("message", onMessage);
        worker.off("error", onError);
        then();
      };
      const onMessage = (told: Told): void => settle(() => resolve(told));
      const onError = (error: unknown): void => settle(() => reject(error));
      const timer = setTimeout(() => settle(() => reject(new TimeOut())), ms);
      worker.on("message", onMessage);
      worker.on("error", onError);
    });
  }
}

/** A play takes some 100 ms, and a thread half a second to load. */
const mostMs = 90_000;

export class TimeOut extends Error {}
