import { execFileSync } from "node:child_process";
import { accessSync, constants, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { needs } from "../needs.ts";
import { root } from "../source-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

needs("a system other than Windows", process.platform !== "win32")(
  "npm ci links the command of a clone to its sources",
  () => {
    const folder = temporaryFolder();
    const [program = "", script = "", ...more] = packageJson.scripts.prepare.split(" ");
    expect([program, more]).toEqual(["node", []]);
    // Twice: `npm ci` may come again.
    for (const _ of ["first", "again"]) execFileSync(process.execPath, [join(root, script), folder]);
    const link = join(folder, "node_modules/.bin/petstore-conformance");
    expect(join(dirname(link), readlinkSync(link))).toBe(join(folder, "src/cli/bin.js"));
    accessSync(join(root, "src/cli/bin.js"), constants.X_OK);
  },
);
