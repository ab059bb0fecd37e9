import { enableCompileCache, flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import type { Job, JobResult } from "./job.ts";
import type { ToWorker } from "./pool.ts";

// A thread of the pool.

const port = parentPort;
if (port === null) throw new Error("this is a thread's code");

// A thread does not share the cache of the one that starts it, and saves nothing when it is terminated.
enableCompileCache();
const loaded = Promise.all([import("./bed.ts"), import("./perform.ts")]);
loaded.then(
  () => flushCompileCache(),
  () => undefined, // who asks gets the error
);

let performer: Promise<(job: Job) => Promise<JobResult>> | undefined;

port.on("message", async (asked: ToWorker) => {
  // A rejection would end the thread before it is reported: send it, and let the pool throw it.
  try {
    const [{ loadBed }, { createPerformer }] = await loaded;
    if (asked === "bed") port.postMessage({ value: await loadBed() });
    else {
      performer ??= createPerformer();
      port.postMessage({ value: await (await performer)(asked) });
    }
  } catch (error) {
    port.postMessage({ error });
  }
});
