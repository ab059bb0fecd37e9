import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { correctServer, startCli, testFolder } from "#testing/cli/process-bed.ts";

const folder = testFolder();
const target = await correctServer();

const reportOf = () => {
  const path = join(folder.path, "report.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
};

// Node itself takes some twenty descriptors; the exact number varies.
describe.skipIf(process.platform === "win32")("a machine that allows few open files", () => {
  test.each([24, 32])("ulimit -n %i: nothing is held against a correct server", async (n) => {
    const args = ["run", target.url, "--rate-limit", "off", "--report", "json=report.json"];
    const { code, err, out } = await startCli(args, { cwd: folder.path, before: `ulimit -n ${n}` }).ended;
    const report = reportOf();
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
