import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./source-files.ts";

/**
 * Timed by testing/exchange/quiet-clock.ts: the sockets that others leave open in their process would keep their time from
 * passing, so that they come first in each worker.
 */
const timedBySockets = [
  "testing/hostile.test.ts",
  "testing/max-body.test.ts",
  "testing/in-front.test.ts",
  "testing/proxied-bytes.test.ts",
  "testing/exchange/quiet-clock.test.ts",
  "testing/long/hostile.test.ts",
];

/** Test files that take ten times as long as others, the longest of a project first. */
const longest = [
  "testing/proof.test.ts",
  "src/cli/prove.test.ts",
  "src/cli/interrupted.e2e.test.ts",
  "src/cli/commands/exam/exam.test.ts",
  "src/cli/crash.e2e.test.ts",
  "testing/client-proof.test.ts",
  "src/cli/commands/fleet/fleet.test.ts",
  "testing/readme.test.ts",
  "testing/long/bed.test.ts",
  "testing/long/proof.test.ts",
  "testing/long/bed-state.test.ts",
  "testing/long/workbench.test.ts",
  "testing/long/contributing.test.ts",
  "testing/long/impact.test.ts",
  "testing/long/judged-alike.test.ts",
  "testing/long/hostile-files.test.ts",
  "testing/long/simulation.test.ts",
  "testing/long/fuzz.test.ts",
  "testing/long/replicas.test.ts",
  "testing/long/html-report.test.ts",
  "testing/long/busy-machine.test.ts",
  "testing/long/selection.test.ts",
  "testing/long/vitest-adaptor-failures.test.ts",
];

const first = [...timedBySockets, ...longest];

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
  const index = first.indexOf(relative(root, moduleId));
  return index === -1 ? first.length : index;
}
