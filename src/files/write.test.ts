import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "#testing/machine.ts";
import { sourceFiles } from "#testing/source-files.ts";
import { checkPlace, openEmpty, writeNew, writeWhole } from "./write-whole.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "report.html");
});

function writePieces(at: string, ...pieces: readonly string[]): void {
  const file = openEmpty(at);
  for (const piece of pieces) file.write(piece);
  file.close();
}

const writers: Readonly<Record<string, () => unknown>> = {
  "written whole": () => writeWhole(path, ["x"]),
  "checked before the first request": () => checkPlace(path),
  "written piece by piece": async () => writePieces(path),
  "written once": async () => writeNew(path, "x", 0o600),
};

describe.each(Object.keys(writers))("a file that is %s", (name) => {
  test.each([
    ["a file", "victim"],
    ["nothing yet", "absent"],
    ["a folder", "there"],
    ["another link", "second"],
  ])("never follows a link to %s", async (_, target) => {
    writeFileSync(join(folder, "victim"), "kept");
    mkdirSync(join(folder, "there"));
    symlinkSync("victim", join(folder, "second"));
    symlinkSync(target, path);
    await expect(writers[name]?.()).rejects.toThrow();
    expect(readFileSync(join(folder, "victim"), "utf8")).toBe("kept");
    expect(existsSync(join(folder, "absent"))).toBe(false);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(["report.html", "second", "there", "victim"]);
  });
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
    "src/cli/published/publish.ts",
    "src/files/write-whole.ts",
  ]);
});

describe.skipIf(process.platform === "win32")("a pipe with a name", () => {
  const pipe = (): string => {
    const at = join(folder, "pipe");
    execFileSync("mkfifo", [at]);
    return at;
  };
  test.each<[string, (at: string) => unknown]>([
    ["whole", (at) => writeWhole(at, ["ab", Buffer.from("c")])],
    ["piece by piece", (at) => writePieces(at, "ab", "c")],
  ])("is written %s", async (_, write) => {
    const at = pipe();
    const reader = openSync(at, constants.O_RDONLY | constants.O_NONBLOCK);
    await write(at);
    expect(readFileSync(reader, "utf8")).toBe("abc");
    closeSync(reader);
  });

  test("that nobody reads is refused before anything is written", () => {
    const at = pipe();
    expect(() => openEmpty(at)).toThrow("it is a pipe, and nobody reads it");
  });
});

test("a file that is written piece by piece begins anew", () => {
  for (const text of ["first", "2"]) {
    writePieces(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
});
