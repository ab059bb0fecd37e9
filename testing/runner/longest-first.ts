import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../source-files.ts";

/**
 * Timed by testing/exchange/quiet-clock.ts: the sockets that others leave open in their process would keep their time from
 * passing, so that they come first in each worker.
 */
const timedBySockets = [
  "testing/hostile/hostile.test.ts",
  "testing/run/targets.test.ts",
  "testing/foreign-servers/foreign-servers.test.ts",
  "testing/long/hostile/hostile.test.ts",
];

/** Test files that take ten times as long as others, the longest of a project first. */
const longest = [
  "testing/proof/proof.test.ts",
  "src/cli/main.test.ts",
  "src/cli/interrupted.e2e.test.ts",
  "src/cli/commands/exam/exam.test.ts",
  "testing/exam/clients.test.ts",
  "src/cli/commands/fleet/fleet.test.ts",
  "testing/docs/documents.test.ts",
  "testing/long/proof/bed.test.ts",
  "testing/long/proof/proof.test.ts",
  "testing/long/use/workbench.test.ts",
  "testing/long/use/documents.test.ts",
  "testing/long/use/impact.test.ts",
  "testing/long/hostile/keys.test.ts",
  "testing/long/hostile/files.test.ts",
  "testing/long/proof/pool.test.ts",
  "testing/long/use/html-report.test.ts",
  "testing/long/hostile/surroundings.test.ts",
  "testing/long/use/installed.test.ts",
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
