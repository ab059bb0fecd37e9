import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "vitest";

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
