import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "#testing/runner/longest-first.ts";

/** What CI plays besides: `npm run test:long`. */
const long = ["testing/long/**/*.test.ts"];
const all = ["src", "suites", "reference-server", "bench", "scripts", "testing"].map(
  (folder) => `${folder}/**/*.test.ts`,
);

/** Ten times what the longest test takes on a tenth of a core. */
const netMs = 20 * 60_000;

export default defineConfig({
  test: {
    // A safety net for what hangs, and nothing else: no test is about how fast the machine is.
    testTimeout: netMs,
    hookTimeout: netMs,
    teardownTimeout: netMs,
    // A file that waits, for a time-out or for a process, leaves its core to the one more.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./testing/runner/skipped-tests.ts"],
    setupFiles: ["testing/runner/flags-of-v8.ts"],
    // Each worker loads the modules once, for all the files of its project that it plays.
    isolate: false,
    // Node reads the sources itself, as it does for users: what vite's own runner does at each use of an import costs a
    // quarter of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { extends: true, test: { name: "tests", include: all, exclude: long } },
      { extends: true, test: { name: "long", include: long } },
    ],
  },
});
