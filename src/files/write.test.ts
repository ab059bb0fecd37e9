import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { startCli } from "#testing/cli/process-bed.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { sourceFiles } from "#testing/source-files.ts";
import { FileInUse, openExclusive } from "./exclusive-file.ts";
import { temporaryFor } from "./unfinished.ts";
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

  test("the temporary file follows no link either, and one that a killed process left is written anew", async () => {
    writeFileSync(join(folder, "victim"), "kept");
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

  /** What a process of this number would call its file. */
  function partOf(name: string, pid: number | undefined): string {
    return basename(temporaryFor(name)).replace(`.${process.pid}-`, `.${pid}-`);
  }

  test("what a process left that was killed while it wrote, the next one that writes into the folder removes", async () => {
    const module = new URL("write-whole.ts", import.meta.url).href;
    const code = `const { writeWhole } = await import(${JSON.stringify(module)});
    await writeWhole(${JSON.stringify(path)}, (function* () { yield "{"; process.kill(process.pid, "SIGKILL"); yield "}"; })());`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", code]);
    expect(signal).toBe("SIGKILL");
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^report\.html\.\d+-[0-9a-f]{8}\.petstore/)]);
    await writeWhole(join(folder, "other.json"), ["{}"]);
    expect(readdirSync(folder)).toEqual(["other.json"]);
  });

  test("only what this program wrote is removed, and nothing that a process may still write", async () => {
    const dead = spawnSync("true").pid;
    const elsewhere = partOf("a", dead).replace(/-[0-9a-f]{8}\./, "-00000000.");
    const kept = [
      partOf("running.json", process.ppid),
      elsewhere,
      ...["backup.1.part", `report.json.${dead}.part`, "a.part"],
      `x.${dead}-12345678.petstore-conformance.part.gz`,
    ];
    const old = elsewhere.replace(/^a/, "old");
    for (const name of [...kept, old, partOf("dead.json", dead), partOf("earlier.json", process.pid)])
      writeFileSync(join(folder, name), "{");
    utimesSync(join(folder, old), 1, 1);
    await checkPlace(join(folder, "report.json"));
    expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  });

  test("a folder that cannot be read, or a link among its files, is no reason not to write", async () => {
    execFileSync("ln", ["-s", "nowhere", join(folder, partOf("link", 2 ** 22 + 1))]);
    await writeWhole(join(folder, "a.json"), ["{}"]);
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });
});
