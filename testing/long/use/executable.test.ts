import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { commands } from "#cli/command-table.ts";
import { bundleOf } from "#scripts/executable/bundle.ts";
import { licenceOfNode, licencesOf } from "#scripts/executable/licences.ts";
import { root } from "#testing/source-files.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";

// What the executable holds, run by Node in a folder of its own. .ci/run makes the executable and runs it.

const folder = temporaryFolder();
let sources: readonly string[] = [];
beforeAll(async () => {
  const bundle = await bundleOf("src/cli/bin.js");
  sources = bundle.sources;
  writeFileSync(join(folder, "program.cjs"), bundle.code);
});

function output(program: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...args], { cwd: folder, encoding: "utf8" });
}

test("the program in one file knows every command, option, requirement, fault and variant", () => {
  const helps = Object.keys(commands).map((name) => [name, "--help", "all"]);
  for (const line of [...helps, ["list"], ["serve", "--list-faults"]])
    expect(output("program.cjs", ...line)).toBe(output(join(root, "src/cli/bin.js"), ...line));
});

test("it checks a server from its own texts, and writes reports", () => {
  const reports = ["--report", "html=report.html", "--report", "junit=report.xml"];
  expect(output("program.cjs", "run", "--self", ...reports)).toMatch(/^conforming/m);
});

test("the code of a proof's threads fits into one file", async () => {
  const { code } = await bundleOf("src/proof/worker.ts");
  expect(code).toContain("one-more");
  // A thread is given it as a script: nothing is awaited at its top.
  expect(() => new Script(code)).not.toThrow();
});

test("a module that looks for something beside itself is refused", async () => {
  await expect(bundleOf("testing/source-files.ts")).rejects.toThrow(
    "testing/source-files.ts looks for something beside itself",
  );
});

test("the licences of everything in it go with it", () => {
  const licences = licencesOf(sources);
  for (const name of ["ajv", "yaml", "preact", "undici"])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.`, "m"));
  expect(licenceOfNode()).toMatch(/^Node\.js v\d+\./);
});
