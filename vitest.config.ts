import { defineConfig } from "vitest/config";
import { LongestFirst } from "./testing/longest-first.ts";

/** Pure tests: a worker loads their modules once. All others have a worker to themselves. */
const pure = ["src/**/*.test.ts", "suites/**/*.test.ts", "bench/**/*.test.ts", "scripts/**/*.test.ts"];
const costly = ["src/proof/**/*.test.ts", "src/**/*.e2e.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // The default leaves one core idle.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "isolated",
          include: [...costly, "testing/**/*.test.ts", "reference-server/**/*.test.ts"],
        },
      },
      { extends: true, test: { name: "shared", isolate: false, include: pure, exclude: costly } },
    ],
  },
});
