import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./source-files.ts";

/** Test files that take ten times as long as others, the longest of a project first. */
const longest = [
  "testing/proof.test.ts",
  "testing/hostile.test.ts",
  "src/cli/crash.e2e.test.ts",
  "src/cli/interrupted.e2e.test.ts",
  "testing/client-proof.test.ts",
  "testing/readme.test.ts",
  "src/cli/prove.test.ts",
  "testing/long/hostile.test.ts",
  "testing/long/proof.test.ts",
  "testing/long/bed.test.ts",
  "testing/long/impact.test.ts",
  "testing/long/bed-state.test.ts",
  "testing/long/judged-alike.test.ts",
  "testing/long/simulation.test.ts",
  "testing/long/fuzz.test.ts",
  "testing/long/workbench.test.ts",
  "testing/long/hostile-files.test.ts",
  "testing/long/contributing.test.ts",
];

/**
 * The same order on every machine: a long file that begins last would run alone, on one core. One project after the
 * other, by name, since a worker ends where the next file is of another project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => one.project.name.localeCompare(other.project.name) || place(one) - place(other),
    );
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = longest.indexOf(relative(root, moduleId));
  return index === -1 ? longest.length : index;
}
