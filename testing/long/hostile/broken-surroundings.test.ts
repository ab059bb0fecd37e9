import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCli, testFolder } from "#testing/cli/process-bed.ts";

const folder = testFolder();

test.skipIf(process.platform === "win32")(
  "a working folder that was removed: a sentence and exit code 2",
  async () => {
    for (const args of [
      ["run", "--self"],
      ["judge", "run.ndjson"],
      ["certify", "--new-key", "key.pem"],
    ]) {
      const cwd = mkdtempSync(join(folder.path, "gone-"));
      const { code, err } = await startCli(args, { cwd, before: 'rmdir "$PWD"' }).ended;
      expect(err).toBe(
        "petstore-conformance: the working folder does not exist any more (working folder). Change to one that exists: cd ~.\n",
      );
      expect(code).toBe(2);
    }
  },
);

test.skipIf(process.platform === "win32").each(["exec >&-", "exec 2>&-", "exec >&- 2>&-"])(
  "output that is closed before the start (%s): the run goes on",
  async (before) => {
    const args = ["run", "--self", "--profile", "quick", "--report", "json=report.json"];
    const { code, err, out } = await startCli(args, { cwd: folder.path, before }).ended;
    expect([code, err]).toEqual([0, ""]);
    expect(out === "" || before === "exec 2>&-").toBe(true);
    expect(JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"))).toMatchObject({
      outcome: "conforming",
      complete: true,
    });
  },
);
