import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./source-files.ts";

/**
 * Test files that take ten times as long as others, the longest first. The proof uses every core by itself, and runs
 * beside those that mostly wait; the hostile targets, which are about time, are done by then.
 */
const longest = [
  "testing/hostile.test.ts",
  "testing/simulation.test.ts",
  "testing/fuzz.test.ts",
  "testing/echo/echo.test.ts",
  "testing/proof.test.ts",
  "testing/html-report.test.ts",
  "testing/in-front.test.ts",
  "testing/readme.test.ts",
  "reference-server/registry.test.ts",
  "src/cli/crash.e2e.test.ts",
  "src/cli/e2e.test.ts",
];

/** The same order on every machine: a long file that begins last would run alone, on one core. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = longest.indexOf(relative(root, moduleId));
  return index === -1 ? longest.length : index;
}
