import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./source-files.ts";

/** Test files that take ten times as long as others, the longest first. */
const longest = [
  "testing/simulation.test.ts",
  "testing/hostile.test.ts",
  "testing/fuzz.test.ts",
  "testing/readme.test.ts",
  "testing/echo/echo.test.ts",
  "testing/html-report.test.ts",
  "reference-server/registry.test.ts",
  "src/cli/crash.e2e.test.ts",
  "src/cli/e2e.test.ts",
];

/** It uses every core by itself, so nothing waits for it at the end. */
const last = ["testing/proof.test.ts"];

/** The same order on every machine: a long file that begins last would run alone, on one core. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): number {
  const file = relative(root, moduleId);
  if (longest.includes(file)) return longest.indexOf(file) - longest.length;
  return last.indexOf(file) + 1;
}
