import { defineConfig } from "vitest/config";
import { LongestFirst } from "./testing/longest-first.ts";

/** What plays many runs, or starts processes, has a worker to itself; all others share one's modules, loaded once. */
const alone = [
  "src/proof/**/*.test.ts",
  "src/**/*.e2e.test.ts",
  "reference-server/registry.test.ts",
  "testing/echo/**/*.test.ts",
  "testing/{clients,executable,foreign-servers,fuzz,hostile,html-report,in-front,in-process-snippets,max-creates}.test.ts",
  "testing/{proof,readme,reasons,report-formats,reproduction,selection,simulation}.test.ts",
  "testing/vitest-adaptor*.test.ts",
];
const all = ["src", "suites", "reference-server", "bench", "scripts", "testing"].map(
  (folder) => `${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // The default leaves one core idle.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "isolated", include: alone } },
      { extends: true, test: { name: "shared", isolate: false, include: all, exclude: alone } },
    ],
  },
});
