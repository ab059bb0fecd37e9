import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRecording } from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import {
  correctServer,
  everyFile,
  expectWholeFiles,
  key,
  type StartOptions,
  startCli,
  testFolder,
} from "#testing/cli/process-bed.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { needs } from "#testing/machine.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { perform } from "./command.ts";
import * as judge from "./commands/judge/judge.ts";

const folder = testFolder();
const self = ["run", "--self", "--profile", "quick"];
const report = () => JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"));
const started = (args: readonly string[], around: Omit<StartOptions, "cwd"> = {}) =>
  startCli(args, { cwd: folder.path, ...around });

describe("crash", () => {
  /** What belongs to the configuration alone. A run against a silent target has time: what ends it is the test. */
  const configured = (line: string) => writeFileSync(join(folder.path, "petstore-conformance.yaml"), line);

  needs("/dev/full")("a report on a full disk: a sentence, and not green; the device stays", async () => {
    const { code, err } = await started([...self, "--report", "json=/dev/full"]).ended;
    expect(err).toMatch(/^petstore-conformance: .*\/dev\/full.*$/m);
    expect(code).toBe(3);
    expect(existsSync("/dev/full")).toBe(true);
  });

  needs("/dev/full")("events on a full disk: a sentence, the run goes on, and it is not green", async () => {
    configured("events: /dev/full\n");
    const { code, err } = await started([...self, "--report", "json=report.json"]).ended;
    expect(err).toMatch(/^petstore-conformance: no more events could be written to \/dev\/full .*\n$/);
    expect(code).toBe(3);
    expect(report()).toMatchObject({ outcome: "conforming", complete: true });
  });

  needs("/dev/full")("output on a full disk: a sentence, not green, never a verdict's 1", async () => {
    const { code, err } = await started(self, { before: "exec >/dev/full" }).ended;
    expect(err).toContain("standard output could not be written: ENOSPC");
    expect(code).toBe(3);
  });

  test("a reader that goes away ends the printing, not the run: its report is written", async () => {
    const before = "mkfifo gone && { : <gone & } && exec >gone && wait";
    const { code, err } = await started([...self, "--report", "json=report.json"], { before }).ended;
    expect([code, err]).toEqual([0, ""]);
    expect(report()).toMatchObject({ outcome: "conforming", complete: true });
  });

  test("a fault of the suite itself is exit code 70, with how to report it and without the key, which Node's own report of it lacks too", async () => {
    // It answers nothing.
    const asked = Promise.withResolvers<void>();
    const host = await opened(createServer(() => asked.resolve()));
    configured("timeout: 600\n");
    const script = `process.once("SIGUSR2", () => { process.report.writeReport("crash.json"); throw new Error("it broke with " + process.env.PETSTORE_API_KEY) })`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
    const { child, ended } = started(["run", `http://${host}/v1`], { env });
    await asked.promise;
    child.kill("SIGUSR2");
    const { code, err } = await ended;
    expect(code).toBe(70);
    expect(err).toContain("a fault of the suite itself, not of the target. Please report it");
    expect(err).toContain("it broke with [redacted]");
    expect(err).not.toContain(key);
    const written = readFileSync(join(folder.path, "crash.json"), "utf8");
    expect(written).toContain("javascriptStack");
    expect(written).not.toContain(key);
  });
});

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
    const { child, ended } = started([
      ...["run", target.url, "--rate-limit", "off"],
      ...everyFile(folder.path),
    ]);
    await reached.promise;
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 3, signal: null });
    released.resolve();
    expectWholeFiles(folder.path);
    expect(report()).toMatchObject({ reason: "interrupted", partial: true, counts: { must: { fail: 0 } } });
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
  const { child, ended } = started(["run", server.url, ...options]);
  // No process can catch it.
  kill = () => void child.kill("SIGKILL");
  expect(await ended).toMatchObject({ signal: "SIGKILL" });
  const { kept } = readRecording((await readLines(`${folder.path}/run.ndjson.zst`)).lines);
  expect(kept.filter(({ kind }) => kind === "exchange")).toHaveLength(29);
  const { io, printed } = sampleIo({ folder: folder.path });
  expect(await perform(judge, ["run.ndjson.zst", "--quiet"], io)).toBe(3);
  expect(printed.err).toContain("it was read up to its last whole line, with 29 exchanges");
});
