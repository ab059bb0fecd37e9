import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleIo } from "../../testing/cli/sample-io.ts";
import { killedRun } from "../../testing/evidence/killed-run.ts";
import { readRecording } from "../core/recording/recording.ts";
import { readLines } from "../core/recording/recording-file.ts";
import { command as judge } from "./commands/judge/judge.ts";

test("a run that is killed leaves every exchange that had ended, and can be judged", async () => {
  const folder = mkdtempSync(join(tmpdir(), "killed-"));
  const path = await killedRun({ at: 30, folder, name: "run.ndjson.zst" });
  const { kept } = readRecording((await readLines(path)).lines);
  expect(kept.filter(({ kind }) => kind === "exchange")).toHaveLength(29);
  const { io, printed } = sampleIo({ folder });
  expect(await judge(["run.ndjson.zst", "--quiet"], io)).toBe(3);
  expect(printed.err).toContain("it was read up to its last whole line, with 29 exchanges");
  rmSync(folder, { recursive: true });
});
