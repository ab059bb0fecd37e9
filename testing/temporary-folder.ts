import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

/** An empty folder, which is removed after the test that asks for it; outside of a test, after the tests of the file. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "test-"));
  const remove = () => rmSync(path, { recursive: true, force: true });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return path;
}
