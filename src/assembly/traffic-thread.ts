import { Worker } from "node:worker_threads";

// The file ends in .ts here and in .js in a built package; the compiler does not rewrite addresses.
const threadFile = new URL(
  import.meta.url.endsWith(".ts") ? "./traffic-thread-code.ts" : "./traffic-thread-code.js",
  import.meta.url,
);

/** Without it, 48 MB of judged exchanges pile up before they are collected. */
export const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** A thread that judges the part of traffic that it is sent. The single executable starts it in its own way. */
export function startTrafficThread(): Worker {
  return new Worker(threadFile, { resourceLimits });
}
