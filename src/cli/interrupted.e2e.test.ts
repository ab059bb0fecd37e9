import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { correctServer, startCli, testFolder } from "../../testing/cli/process-bed.ts";

const folder = testFolder();
let onRequest: (nth: number) => Promise<void> | void = () => undefined;
let asked = 0;
const target = await correctServer(() => {
  asked += 1;
  return onRequest(asked);
});

const written = [
  "--report",
  "json=report.json",
  "--report",
  "html=report.html",
  "--report",
  "junit=report.xml",
];
const kept = ["--record", "run.ndjson", "--events", "events.ndjson"];

/** Whole files or none: what is there can be read, and nothing is left half written. */
function expectWholeFiles(): void {
  const files = readdirSync(folder.path);
  expect(files.filter((file) => /\.part$|\.lock$/.test(file))).toEqual([]);
  const read = (file: string) => (files.includes(file) ? readFileSync(join(folder.path, file), "utf8") : "");
  if (files.includes("report.json"))
    expect(JSON.parse(read("report.json"))).toMatchObject({ complete: true });
  if (files.includes("report.html")) expect(read("report.html")).toMatch(/<\/html>\s*$/);
  if (files.includes("report.xml")) expect(read("report.xml")).toMatch(/<\/testsuites>\s*$/);
  for (const file of ["run.ndjson", "events.ndjson"])
    for (const line of read(file).split("\n").slice(0, -1)) JSON.parse(line);
}

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
    const { child, ended } = startCli(["run", target.url, "--rate-limit", "off", ...written, ...kept], {
      cwd: folder.path,
    });
    await reached.promise;
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 3, signal: null });
    released.resolve();
    expectWholeFiles();
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
    expectWholeFiles();
    // What is there of an earlier run is overwritten, as ever.
    expect(await startCli(args, { cwd: folder.path }).ended).toMatchObject({ code: 0 });
  });

  // Each is a phase: the process interrupts itself as this module is about to be loaded.
  test.each([
    "src/cli/main.ts",
    "src/cli/commands/run/run.ts",
    "src/assembly/assemble.ts",
    "src/cli/commands/run/perform-run.ts",
    "src/core/recording/recording-file.ts",
    "src/report/html/html.ts",
  ])("by itself when it loads %s: exit code 3, and whole files or none", async (module) => {
    asked = 0;
    onRequest = () => undefined;
    const hook = `import{registerHooks}from"node:module";let d=false;registerHooks({load(u,c,n){if(!d&&u.endsWith(${JSON.stringify(module)})){d=true;process.kill(process.pid,"SIGTERM")}return n(u,c)}})`;
    const { ended } = startCli(["run", target.url, "--profile", "quick", ...written, ...kept], {
      cwd: folder.path,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` },
    });
    expect(await ended).toMatchObject({ code: 3, signal: null });
    expectWholeFiles();
  });
});
