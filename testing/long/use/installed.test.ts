import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { commands } from "#cli/command.ts";
import { bundleOf, licenceOfNode, licencesOf } from "#scripts/bundle.ts";
import { leaksIn, longKey, shortKey } from "#testing/echo/echoing.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { root } from "#testing/source-files.ts";

describe("executable", () => {
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
});

describe("vitest adaptor failures", () => {
  interface Result {
    readonly title: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }

  const results = new Map<string, readonly Result[]>();

  /** What vitest prints of a server that repeats its key. */
  let printed = "";
  const echoedKeys = [shortKey, longKey];

  const of = (file: string, id: string): Result | undefined =>
    results.get(file)?.find(({ title }) => title.startsWith(`${id} `));
  const statuses = (file: string, ...ids: readonly string[]) => ids.map((id) => of(file, id)?.status);
  const messages = (file: string, id: string): string => of(file, id)?.failureMessages.join("") ?? "";

  const output = join(temporaryFolder(), "results.json");
  beforeAll(() => {
    const folder = join(root, "testing/vitest-adaptor");
    const reporters = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${output}`];
    const { stdout, stderr } = spawnSync(
      join(root, "node_modules/.bin/vitest"),
      ["run", "--root", folder, ...reporters],
      { cwd: folder, encoding: "utf8", env: { ...process.env, ECHO_KEYS: echoedKeys.join(" ") } },
    );
    printed = stdout + stderr;
    const { testResults } = JSON.parse(readFileSync(output, "utf8"));
    for (const { name, assertionResults } of testResults) results.set(basename(name), assertionResults);
  });

  test("one mistake fails one test, and all that hangs on it is skipped with its reason", () => {
    const all = results.get("broken-everywhere.fixture.ts") ?? [];
    const failed = all.filter(({ status }) => status === "failed").map(({ title }) => title.split(" ")[0]);
    expect(failed).toEqual(["LIST-1"]);
    const others = statuses("broken-everywhere.fixture.ts", "AUTH-2", "LIST-3", "STATUS-1");
    expect(others).toEqual(["skipped", "skipped", "skipped"]);
  });

  test("a broken server fails one test a cause, with the text of the command line", () => {
    const file = "broken.fixture.ts";
    expect(statuses(file, "LIST-2", "AUTH-1", "ERR-1")).toEqual(["failed", "passed", "skipped"]);
    const text = messages(file, "LIST-2");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "expected 200 with a list of at most 20 pets; got 200 with 21 pets",
    );
    expect(text).toMatch(/to send the same requests again, give seed: \d+\n/);
    expect(text).toMatch(/\n {2}likely cause: .*\n {2}how to fix: /s);
    expect(text).toMatch(/\n {2}reproduce( \(.*\))?:\n/);
    expect(messages(file, "LIST-1")).toContain('"categoryId": "\\u{202e}\\u{9b}31m"');
    expect(JSON.stringify([...results])).not.toMatch(/[\u202e\u0080-\u009f]/);
  });

  test("a broken client fails the tests of the musts that it breaks, and its shoulds are annotated", () => {
    const file = "broken-client.fixture.ts";
    const failed = ["CLIENT-10", "CLIENT-12", "CLIENT-16"];
    expect(statuses(file, ...failed)).toEqual(failed.map(() => "failed"));
    expect(messages(file, "CLIENT-10")).toContain("(every request): expected a parameter");
    expect(statuses(file, "CLIENT-22", "CLIENT-1", "CLIENT-4")).toEqual(["passed", "passed", "skipped"]);
  });

  test("what a server repeats of the key, or of what was made from it, is not printed", () => {
    expect(printed).toContain("cannot use Bearer [redacted]");
    expect(printed).not.toContain("[object Object]");
    for (const key of echoedKeys) expect(leaksIn(printed, key)).toEqual([]);
  });
});
