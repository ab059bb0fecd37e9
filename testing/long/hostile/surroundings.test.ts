import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  correctServer,
  everyFile,
  expectWholeFiles,
  startCli,
  testFolder,
} from "#testing/cli/process-bed.ts";

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

const target = await correctServer();

// Each is a phase: the process interrupts itself as this module is about to be loaded.
test
  .skipIf(process.platform === "win32")
  .each([
    "src/cli/main.ts",
    "src/cli/commands/run/run.ts",
    "src/assembly/assemble.ts",
    "src/cli/commands/run/perform-run.ts",
    "src/core/recording/recording-file.ts",
    "src/report/html/html.ts",
  ])(
  "a run that is interrupted by itself when it loads %s: exit code 3, and whole files or none",
  async (module) => {
    const hook = `import{registerHooks}from"node:module";let d=false;registerHooks({load(u,c,n){if(!d&&u.endsWith(${JSON.stringify(module)})){d=true;process.kill(process.pid,"SIGTERM")}return n(u,c)}})`;
    const { ended } = startCli(["run", target.url, "--profile", "quick", ...everyFile(folder.path)], {
      cwd: folder.path,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` },
    });
    expect(await ended).toMatchObject({ code: 3, signal: null });
    expectWholeFiles(folder.path);
  },
);

// Node itself takes some twenty descriptors; the exact number varies.
describe.skipIf(process.platform === "win32")("a machine that allows few open files", () => {
  test.each([24, 32])("ulimit -n %i: nothing is held against a correct server", async (n) => {
    const args = ["run", target.url, "--rate-limit", "off", "--report", "json=report.json"];
    const { code, err, out } = await startCli(args, { cwd: folder.path, before: `ulimit -n ${n}` }).ended;
    const file = join(folder.path, "report.json");
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    expect([0, 3], err + out).toContain(code);
    expect(report?.counts.must.fail ?? 0).toBe(0);
    if (code === 0) return;
    expect(out + err).toContain("allows no more open files and sockets");
    expect(out + err).toContain("ulimit -n 1024");
    if (report !== undefined) expect(report).toMatchObject({ reason: "own-machine", partial: true });
  });

  test("so few that no socket can be opened: one cause, exit code 3", async () => {
    // Whatever Node takes itself, the descriptors are used up when the first request is sent.
    const hog = `data:text/javascript,import{openSync}from"node:fs";import net from"node:net";const c=net.connect;net.connect=(...a)=>{try{for(;;)openSync("/dev/null")}catch{}return c(...a)};import{syncBuiltinESMExports}from"node:module";syncBuiltinESMExports()`;
    const { code, out, err } = await startCli(["run", target.url], {
      cwd: folder.path,
      before: "ulimit -n 64",
      env: { NODE_OPTIONS: `--import=${encodeURI(hog)}` },
    }).ended;
    expect(out + err).toContain("allows no more open files and sockets (EMFILE)");
    expect(code).toBe(3);
  });
});
