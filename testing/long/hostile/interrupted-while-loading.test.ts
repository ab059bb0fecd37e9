import { expect, test } from "vitest";
import {
  correctServer,
  everyFile,
  expectWholeFiles,
  startCli,
  testFolder,
} from "#testing/cli/process-bed.ts";

const folder = testFolder();
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
