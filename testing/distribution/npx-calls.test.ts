import { execFileSync, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  globSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { needs, needsProgram } from "../needs.ts";
import { root } from "../source-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

// Without `--no`, npx looks for the name in a registry. Without `--`, it takes `--help` and `--version` for itself.

test("every call by way of npx, in any file, is one that works with npm 10 and 11", () => {
  const files = globSync("{*,{.ci,action,bench,docs,reference-server,scripts,src,suites,testing}/**/*}", {
    cwd: root,
    exclude: ["testing/distribution/npx-calls.test.ts"],
    withFileTypes: true,
  }).filter((file) => file.isFile());
  const calls = files.flatMap((file) =>
    [
      ...readFileSync(join(file.parentPath, file.name), "utf8").matchAll(
        /\bnpx (?:-\S+ )*petstore-conformance\b/g,
      ),
    ].map(([call]) => call),
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter((call) => call !== "npx --no -- petstore-conformance")).toEqual([]);
});

needsProgram("npx")("that call reaches the command of a clone, with an option that npx has, too", () => {
  const clone = temporaryFolder();
  symlinkSync(join(root, "src"), join(clone, "src"));
  writeFileSync(join(clone, "package.json"), "{}");
  execFileSync(process.execPath, [join(root, "scripts/link-command.ts"), clone]);
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const call = (...args: string[]) =>
    spawnSync("npx", ["--no", "--", "petstore-conformance", ...args], {
      cwd: clone,
      env: { ...process.env, PATH },
      encoding: "utf8",
    }).stdout;
  expect(call("--version")).toBe(`${packageJson.version}\n`);
});

/** The launcher as it runs on another version of Node, which could not read TypeScript. */
function launchedOn(version: string) {
  const old = `
    import { registerHooks } from "node:module";
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    registerHooks({ load(url, context, next) {
      if (url.endsWith(".ts")) throw new TypeError("Unknown file extension .ts");
      return next(url, context);
    } });`;
  const bin = join(root, "src/cli/bin.js");
  return spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(old)}`, bin, "--version"],
    { encoding: "utf8" },
  );
}

test.each(["12.22.0", "20.20.2", "22.18.0"])(
  "Node %s in a clone gets one line that says what it needs",
  (version) => {
    const { status, stdout, stderr } = launchedOn(version);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `petstore-conformance needs Node 22.19 or newer, and this is Node ${version}: install a newer one, or run it with npx node@24.\n`,
    );
  },
);

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
