import { parentPort, workerData } from "node:worker_threads";
import type { Job, JobResult } from "../../src/proof/job.ts";
import { installSwitches, type Watch } from "./switches.ts";

// A thread that plays the bed with the instrumented suites. It lives in the copy that holds them.

/** What is asked of it: to play with some mutants on, or with none and to watch which would differ. */
export interface Asked {
  readonly job: Job;
  readonly on: readonly number[];
  readonly watch: Watch;
}

/** What it tells. The first answer, before anything is asked: the switches that loading passed. */
export interface Told {
  readonly result?: JobResult;
  /** The job threw this. */
  readonly threw?: string;
  readonly noted: readonly number[];
}

const port = parentPort;
if (port === null) throw new Error("this is a thread's code");
const switches = installSwitches(workerData.count, new Set(workerData.on));
// Loaded only now: what stands at the top of the suites passes the switches too.
const { createPerformer } = await import("../../src/proof/perform.ts");
const perform = await createPerformer();

const tell = (told: Omit<Told, "noted">): void => {
  port.postMessage({ ...told, noted: switches.noted() } satisfies Told);
};

port.on("message", async ({ job, on, watch }: Asked) => {
  switches.on = new Set(on);
  switches.watch = watch;
  try {
    tell({ result: await perform(job) });
  } catch (error) {
    tell({ threw: String(error) });
  }
});
tell({});
