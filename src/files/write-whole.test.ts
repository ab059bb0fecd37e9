import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startCli } from "#testing/cli/process-bed.ts";
import { sourceFiles } from "#testing/source-files.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { openExclusive } from "./exclusive-file.ts";
import { temporaryFor } from "./unfinished.ts";
import { checkPlace, writeNew, writeWhole } from "./write-whole.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "report.html");
  writeFileSync(join(folder, "victim"), "kept");
  mkdirSync(join(folder, "there"));
});

const writers: Readonly<Record<string, () => unknown>> = {
  "written whole": () => writeWhole(path, ["x"]),
  "checked before the first request": () => checkPlace(path),
  "written piece by piece": async () => openExclusive(path).close(),
  "written once": async () => writeNew(path, "x", 0o600),
};

describe.each(Object.keys(writers))("a file that is %s", (name) => {
  test.each([
    ["a file", "victim"],
    ["nothing yet", "absent"],
    ["a folder", "there"],
    ["another link", "second"],
  ])("never follows a link to %s", async (_, target) => {
    symlinkSync("victim", join(folder, "second"));
    symlinkSync(target, path);
    await expect(writers[name]?.()).rejects.toThrow();
    expect(readFileSync(join(folder, "victim"), "utf8")).toBe("kept");
    expect(existsSync(join(folder, "absent"))).toBe(false);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(["report.html", "second", "there", "victim"]);
  });
});

test("the temporary file follows no link either, and one that a killed process left is written anew", async () => {
  symlinkSync("victim", temporaryFor(path));
  await writeWhole(path, ["x"]);
  writeFileSync(temporaryFor(path), "left");
  await writeWhole(path, ["y"]);
  expect(readFileSync(path, "utf8")).toBe("y");
  expect(readFileSync(join(folder, "victim"), "utf8")).toBe("kept");
});

test("a link to a device is written to", async () => {
  symlinkSync("/dev/null", path);
  await writeWhole(path, ["x"]);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

test("files are written here and nowhere else; the summary of a job is the CI's own file", () => {
  const writing = /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|copyFile|createWriteStream)\b/;
  const writers = sourceFiles().filter(
    ({ path, text, forTests }) => path.startsWith("src/") && !forTests && writing.test(text),
  );
  expect(writers.map(({ path }) => path)).toEqual([
    ...["src/cli/published/publish.ts", "src/files/exclusive-file.ts"],
    "src/files/write-whole.ts",
  ]);
});

describe.skipIf(process.platform === "win32")("a pipe with a name", () => {
  const pipe = (): string => {
    const at = join(folder, "pipe");
    execFileSync("mkfifo", [at]);
    return at;
  };
  /** Another process: a thread of this one that waits for a writer could not end. */
  const reader = (at: string) => execFile("cat", [at]);

  test.each<[string, (at: string) => unknown]>([
    ["whole", (at) => writeWhole(at, ["ab", Buffer.from("c")])],
    [
      "piece by piece",
      (at) => {
        const file = openExclusive(at);
        file.write("ab");
        file.write("c");
        file.close();
      },
    ],
  ])("is written %s", async (_, write) => {
    const at = pipe();
    const { stdout } = reader(at);
    const read = Array.fromAsync(stdout ?? []);
    await write(at);
    expect((await read).join("")).toBe("abc");
  });

  test("that nobody reads is refused before anything is written", () => {
    const at = pipe();
    expect(() => openExclusive(at)).toThrow("it is a pipe, and nobody reads it");
  });

  test("that nobody reads holds up no process, which ends on a signal and says so", async () => {
    const at = pipe();
    const args = ["run", "--self", "--profile", "quick", "--report", `json=${at}`];
    const { child, ended } = startCli(args, { cwd: folder });
    // The verdict is printed, and the report is next.
    if (child.stdout !== null) await once(child.stdout, "data");
    child.kill("SIGINT");
    const { code, signal, err } = await ended;
    expect([code, signal]).toEqual([3, null]);
    expect(err).toContain("it is a pipe, and nobody reads it");
  });
});
