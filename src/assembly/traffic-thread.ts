import { Worker } from "node:worker_threads";

// Source here, compiled in a built package; the compiler leaves addresses alone.
const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./traffic-thread-code.ts" : "./traffic-thread-code.js",
  import.meta.url,
);

/** Without it, exchanges that were judged fill 48 MB before they are looked through. */
export const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** A thread that judges the part of traffic that it is sent. The single executable starts it in its own way. */
export function startTrafficThread(): Worker {
  return new Worker(threadFile, { resourceLimits });
}
