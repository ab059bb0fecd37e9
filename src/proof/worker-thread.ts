import { Worker } from "node:worker_threads";

// The file ends in .ts here and in .js in a built package; the compiler does not rewrite addresses.
const workerFile = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

/** A thread that plays jobs. The single executable starts it in its own way. */
export function startWorker(): Worker {
  return new Worker(workerFile);
}
