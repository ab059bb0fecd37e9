import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
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
import { FileInUse, openExclusive } from "./exclusive-file.ts";
import { checkPlace, writeNew, writeWhole } from "./write-whole.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "report.html");
});

describe("write whole", () => {
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
      const reader = openSync(at, constants.O_RDONLY | constants.O_NONBLOCK);
      await write(at);
      expect(readFileSync(reader, "utf8")).toBe("abc");
      closeSync(reader);
    });

    test("that nobody reads is refused before anything is written", () => {
      const at = pipe();
      expect(() => openExclusive(at)).toThrow("it is a pipe, and nobody reads it");
    });
  });
});

describe("exclusive file", () => {
  test("a file is written by one at a time, in this process too, and by the next one from its beginning", () => {
    const file = openExclusive(path);
    file.write("first");
    expect(() => openExclusive(path)).toThrow(FileInUse);
    file.close();
    expect(readFileSync(path, "utf8")).toBe("first");
    expect(existsSync(`${path}.lock`)).toBe(false);
    const next = openExclusive(path);
    next.write("2");
    next.close();
    expect(readFileSync(path, "utf8")).toBe("2");
  });

  test("a process that runs keeps its file; of one that was killed nothing is left in the way", async () => {
    const module = JSON.stringify(new URL("./exclusive-file.ts", import.meta.url).href);
    const script = `const { openExclusive } = await import(${module}); openExclusive(${JSON.stringify(path)}).write("kept"); console.log("open"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    await once(child.stdout, "data");
    expect(() => openExclusive(path)).toThrow(`the process ${child.pid} is writing ${path}.`);
    expect(readFileSync(path, "utf8")).toBe("kept");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(`${path}.lock`)).toBe(true);
    openExclusive(path).close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test.each(["", "rubbish", "-1", String(process.pid)])("a lock that says %j is nobody's", (text) => {
    writeFileSync(`${path}.lock`, text);
    openExclusive(path).close();
  });
});
