import { defineConfig } from "vitest/config";
import { LongestFirst } from "./testing/longest-first.ts";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "suites/**/*.test.ts",
      "reference-server/**/*.test.ts",
      "bench/**/*.test.ts",
      "scripts/**/*.test.ts",
      "testing/**/*.test.ts",
    ],
    testTimeout: 30_000,
    // The default leaves one core idle.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
  },
});
