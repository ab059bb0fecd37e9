import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { needs } from "#testing/needs.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { opened } from "#testing/traffic/proxied.ts";

const bin = new URL("./bin.js", import.meta.url).pathname;
const key = "s3cret-k3y-of-the-crash-tests";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const self = ["--self", "--profile", "quick"];

/** What belongs to the configuration alone. A run against the silent target has time: what ends it is the test. */
const configured = (line: string) => writeFileSync(join(folder, "petstore-conformance.yaml"), line);

/** A target that answers nothing, and reports when a request came. */
async function silentTarget() {
  const asked = Promise.withResolvers<void>();
  const host = await opened(createServer(() => asked.resolve()));
  return { url: `http://${host}/v1`, asked: asked.promise };
}

function start(
  args: readonly string[],
  {
    stdout = "pipe",
    node = [],
  }: { readonly stdout?: "pipe" | number; readonly node?: readonly string[] } = {},
) {
  const child = spawn(process.execPath, [...node, bin, "run", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: key },
    stdio: ["ignore", stdout, "pipe"],
  });
  let err = "";
  child.stderr?.on("data", (piece) => {
    err += piece;
  });
  child.stdout?.resume();
  return { child, ended: once(child, "close").then(([code]) => ({ code, err })) };
}

const report = () => JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));

test("a run that is killed leaves the report of an earlier one whole, and nothing else", async () => {
  writeFileSync(join(folder, "report.json"), '{"earlier":true}');
  configured("timeout: 600\n");
  const target = await silentTarget();
  const { child, ended } = start([target.url, "--report", "json=report.json"]);
  await target.asked;
  child.kill("SIGKILL");
  await ended;
  expect(report()).toEqual({ earlier: true });
  expect(readdirSync(folder)).toEqual(["petstore-conformance.yaml", "report.json"]);
});

describe("a report that cannot be written", () => {
  needs("/dev/full")("a full disk: a sentence, and not green; the device stays", async () => {
    const { code, err } = await start([...self, "--report", "json=/dev/full"]).ended;
    expect(err).toMatch(/^petstore-conformance: .*\/dev\/full.*$/m);
    expect(code).toBe(3);
    expect(existsSync("/dev/full")).toBe(true);
  });

  test("a place that is none: exit code 2, before anything is sent", async () => {
    writeFileSync(join(folder, "file"), "");
    const target = await silentTarget();
    let asked = false;
    void target.asked.then(() => {
      asked = true;
    });
    const { code, err } = await start([target.url, "--report", "json=file/report.json"]).ended;
    expect(err).toMatch(/^petstore-conformance: .*file\/report\.json/m);
    expect(code).toBe(2);
    expect(asked).toBe(false);
  });
});

describe("what a run writes beside its reports", () => {
  needs("/dev/full")("events on a full disk: a sentence, the run goes on, and it is not green", async () => {
    configured("events: /dev/full\n");
    const { code, err } = await start([...self, "--report", "json=report.json"]).ended;
    expect(err).toMatch(/^petstore-conformance: no more events could be written to \/dev\/full .*\n$/);
    expect(code).toBe(3);
    expect(report()).toMatchObject({ outcome: "conforming", complete: true });
  });
});

describe("output that cannot be written", () => {
  needs("/dev/full")("a full disk: a sentence, not green, never a verdict's 1", async () => {
    const { code, err } = await start([...self], { stdout: openSync("/dev/full", "w") }).ended;
    expect(err).toContain("standard output could not be written: ENOSPC");
    expect(code).toBe(3);
  });

  test("a reader that goes away ends the printing, not the run: its report is written", async () => {
    const { child, ended } = start([...self, "--report", "json=report.json"]);
    child.stdout?.destroy();
    expect(await ended).toEqual({ code: 0, err: "" });
    expect(report()).toMatchObject({ outcome: "conforming", complete: true });
  });
});

test("a fault of the suite itself is exit code 70, with how to report it and without the key, which Node's own report of it lacks too", async () => {
  const target = await silentTarget();
  configured("timeout: 600\n");
  const script = `process.once("SIGUSR2", () => { process.report.writeReport("crash.json"); throw new Error("it broke with " + process.env.PETSTORE_API_KEY) })`;
  const { child, ended } = start([target.url], {
    node: [`--import=data:text/javascript,${encodeURIComponent(script)}`],
  });
  await target.asked;
  child.kill("SIGUSR2");
  const { code, err } = await ended;
  expect(code).toBe(70);
  expect(err).toContain("a fault of the suite itself, not of the target. Please report it");
  expect(err).toContain("it broke with [redacted]");
  expect(err).not.toContain(key);
  const written = readFileSync(join(folder, "crash.json"), "utf8");
  expect(written).toContain("javascriptStack");
  expect(written).not.toContain(key);
});
