import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner, test } from "vitest";

/** An empty folder, which is removed after the test that asks for it; outside of a test, after the tests of the file. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "test-"));
  const remove = () => rmSync(path, { recursive: true, force: true });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return path;
}

/**
 * `test`, for machines that have something. Elsewhere it is skipped, and the last lines of `npm test` say so
 * (testing/runner/skipped-tests.ts).
 * @param what a file, unless `isThere` says otherwise
 */
export function needs(what: string, isThere = existsSync(what)) {
  return test.extend<{ need: undefined }>({
    need: [
      async ({ skip }, use) => {
        skip(!isThere, `needs ${what}`);
        await use(undefined);
      },
      { auto: true },
    ],
  });
}

/** The same, for a program on the PATH. */
export function needsProgram(name: string) {
  return needs(name, spawnSync(name, ["--version"]).error === undefined);
}
