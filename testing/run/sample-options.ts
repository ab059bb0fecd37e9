import { defaultOptions, type RunOptions } from "#core/run/options.ts";

/** Those of a run in which nothing is drawn. */
export function sampleOptions(given: Partial<RunOptions> = {}): RunOptions {
  return { ...defaultOptions, seed: 1, runId: "00112233445566778899", ...given };
}
