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
    // The default leaves one core idle.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./testing/skipped-tests.ts"],
    projects: [
      { extends: true, test: { name: "isolated", include: alone, exclude: long } },
      { extends: true, test: { name: "shared", isolate: false, include: all, exclude: [...alone, ...long] } },
      { extends: true, test: { name: "long", include: long } },
    ],
  },
});
