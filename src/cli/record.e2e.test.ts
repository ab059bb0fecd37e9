import { expect, test } from "vitest";
import { correctServer, startCli, testFolder } from "../../testing/cli/process-bed.ts";
import { sampleIo } from "../../testing/cli/sample-io.ts";
import { readRecording } from "../core/recording/recording.ts";
import { readLines } from "../core/recording/recording-file.ts";
import { perform } from "./command.ts";
import * as judge from "./commands/judge/judge.ts";

const folder = testFolder();

test("a run that is killed leaves every exchange that had ended, and can be judged", async () => {
  let kill = (): void => undefined;
  const server = await correctServer((nth) => {
    if (nth === 30) kill();
  });
  // With one request in flight, all before that have been answered.
  const options = ["--record", "run.ndjson.zst", "--concurrency", "1", "--rate-limit", "off", "--quiet"];
  const { child, ended } = startCli(["run", server.url, ...options], { cwd: folder.path });
  // No process can catch it.
  kill = () => void child.kill("SIGKILL");
  expect(await ended).toMatchObject({ signal: "SIGKILL" });
  const { kept } = readRecording((await readLines(`${folder.path}/run.ndjson.zst`)).lines);
  expect(kept.filter(({ kind }) => kind === "exchange")).toHaveLength(29);
  const { io, printed } = sampleIo({ folder: folder.path });
  expect(await perform(judge, ["run.ndjson.zst", "--quiet"], io)).toBe(3);
  expect(printed.err).toContain("it was read up to its last whole line, with 29 exchanges");
});
