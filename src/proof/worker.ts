import { enableCompileCache, flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import type { Job, JobResult } from "./job.ts";
import type { FromWorker } from "./pool.ts";

// A thread of the pool.

const port = parentPort;
if (port === null) throw new Error("this is a thread's code");

// A thread does not share the cache of the one that starts it, and saves nothing when it is terminated.
enableCompileCache();
const loaded = import("./perform.ts");
loaded.then(
  () => flushCompileCache(),
  () => undefined, // who asks gets the error
);

let performer: Promise<(job: Job) => Promise<JobResult>> | undefined;

port.on("message", async (job: Job) => {
  // A rejection would end the thread before it is reported: send it, and let the pool throw it.
  try {
    const { createPerformer } = await loaded;
    performer ??= createPerformer();
    port.postMessage({ result: await (await performer)(job) } satisfies FromWorker);
  } catch (error) {
    port.postMessage({ error } satisfies FromWorker);
  }
});
