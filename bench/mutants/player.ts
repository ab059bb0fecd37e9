import { Worker } from "node:worker_threads";
import type { Job } from "../../src/proof/job.ts";
import type { Asked, Told } from "./worker.ts";

/** A thread that plays with the instrumented suites of a copy. */
export class Player {
  readonly #worker: Worker;
  /** The mutants whose place loading passed: they have to be on before. */
  readonly loaded: Promise<readonly string[]>;

  /** @param code of a thread, beside the instrumented suites. @param on the mutants that are on while the suites are loaded. */
  constructor(code: URL, on: readonly string[]) {
    this.#worker = new Worker(code, {
      workerData: on,
      resourceLimits: { maxOldGenerationSizeMb: 1500 },
    });
    this.loaded = this.#next(mostMs).then(({ reached }) => reached);
    // Whoever plays gets it; a thread that nobody asks anything of may fail unheard.
    this.loaded.catch(() => undefined);
  }

  /** @throws TimeOut, or what ended the thread; it is of no use afterwards. */
  async play(job: Job, on: readonly string[]): Promise<Told> {
    await this.loaded;
    const next = this.#next(mostMs);
    this.#worker.postMessage({ job, on } satisfies Asked);
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
      const onMessage = (reported: Told): void => settle(() => resolve(reported));
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
