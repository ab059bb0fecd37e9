import { parentPort, workerData } from "node:worker_threads";
import type { Job, JobResult } from "../../src/proof/job.ts";
import { installSwitches } from "./switches.ts";

// A thread that plays the bed with the instrumented suites. It lives in the copy that holds them.

/** What is asked of it: to play with some mutants on. */
export interface Asked {
  readonly job: Job;
  readonly on: readonly string[];
}

/** What it tells. The first answer, before anything is asked: of loading the suites. */
export interface Told {
  readonly result?: JobResult;
  /** The job threw this. */
  readonly threw?: string;
  /** The mutants whose place was passed. */
  readonly reached: readonly string[];
}

const port = parentPort;
if (port === null) throw new Error("this is a thread's code");
const switches = installSwitches(workerData);
// Loaded only now: what stands at the top of the suites passes the switches too.
const { createPerformer } = await import("../../src/proof/perform.ts");
const perform = await createPerformer();

const tell = (reported: Omit<Told, "reached">): void => {
  port.postMessage({ ...reported, reached: switches.reached() } satisfies Told);
};

port.on("message", async ({ job, on }: Asked) => {
  switches.turnOn(on);
  try {
    tell({ result: await perform(job) });
  } catch (error) {
    tell({ threw: String(error) });
  }
});
tell({});
