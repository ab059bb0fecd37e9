import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRecording } from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import {
  correctServer,
  everyFile,
  expectWholeFiles,
  startCli,
  testFolder,
} from "#testing/cli/process-bed.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { perform } from "./command.ts";
import * as judge from "./commands/judge/judge.ts";

const folder = testFolder();
let onRequest: (nth: number) => Promise<void> | void = () => undefined;
let asked = 0;
const target = await correctServer(() => {
  asked += 1;
  return onRequest(asked);
});

// testing/long/hostile/surroundings.test.ts interrupts it before its first request.
describe.skipIf(process.platform === "win32")("a run that is interrupted", () => {
  test.each([
    ["SIGINT", 1],
    ["SIGTERM", 2],
    ["SIGHUP", 40],
  ] as const)("by %s while request %i waits: exit code 3, and whole reports", async (signal, held) => {
    asked = 0;
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    onRequest = (nth) => {
      if (nth < held) return undefined;
      reached.resolve();
      return released.promise;
    };
    const { child, ended } = startCli(["run", target.url, "--rate-limit", "off", ...everyFile(folder.path)], {
      cwd: folder.path,
    });
    await reached.promise;
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 3, signal: null });
    released.resolve();
    expectWholeFiles(folder.path);
    const report = JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"));
    expect(report).toMatchObject({ reason: "interrupted", partial: true });
    expect(report.counts.must.fail).toBe(0);
  });

  test("a second run into the same recording is refused before anything is sent, and the first goes on", async () => {
    asked = 0;
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    onRequest = () => {
      reached.resolve();
      return released.promise;
    };
    const args = ["run", target.url, "--profile", "quick", "--record", "run.ndjson"];
    const first = startCli(args, { cwd: folder.path });
    await reached.promise;
    const sent = asked;
    const second = await startCli(args, { cwd: folder.path }).ended;
    expect(second.err).toMatch(
      /^petstore-conformance: the process \d+ is writing .*run\.ndjson\. Name another file/,
    );
    expect([second.code, asked]).toEqual([2, sent]);
    released.resolve();
    expect(await first.ended).toMatchObject({ code: 0 });
    expectWholeFiles(folder.path);
    // What is there of an earlier run is overwritten, as ever.
    expect(await startCli(args, { cwd: folder.path }).ended).toMatchObject({ code: 0 });
  });
});

test("a run that is killed leaves every exchange that had ended, and can be judged", async () => {
  let kill = (): void => undefined;
  const server = await correctServer((nth) => {
    if (nth === 30) kill();
  });
  // With one request in flight, all before that have been answered.
  writeFileSync(`${folder.path}/petstore-conformance.yaml`, "concurrency: 1\n");
  const options = ["--record", "run.ndjson.zst", "--rate-limit", "off", "--quiet"];
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
