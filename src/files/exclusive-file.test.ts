import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { FileInUse, openExclusive } from "./exclusive-file.ts";
import { temporaryFor } from "./unfinished.ts";
import { checkPlace, writeWhole } from "./write-whole.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "file");
});

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
  const folder = temporaryFolder();
  const path = join(folder, "report.json");
  const module = new URL("write-whole.ts", import.meta.url).href;
  const code = `const { writeWhole } = await import(${JSON.stringify(module)});
    await writeWhole(${JSON.stringify(path)}, (function* () { yield "{"; process.kill(process.pid, "SIGKILL"); yield "}"; })());`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", code]);
  expect(signal).toBe("SIGKILL");
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^report\.json\.\d+-[0-9a-f]{8}\.petstore/)]);
  await writeWhole(join(folder, "other.json"), ["{}"]);
  expect(readdirSync(folder)).toEqual(["other.json"]);
});

test("only what this program wrote is removed, and nothing that a process may still write", async () => {
  const folder = temporaryFolder();
  const dead = spawnSync("true").pid;
  const elsewhere = partOf("a", dead).replace(/-[0-9a-f]{8}\./, "-00000000.");
  const kept = [
    partOf("running.json", process.ppid),
    elsewhere,
    ...[
      "backup.1.part",
      `report.json.${dead}.part`,
      "a.part",
      `x.${dead}-12345678.petstore-conformance.part.gz`,
    ],
  ];
  const old = elsewhere.replace(/^a/, "old");
  for (const name of [...kept, old, partOf("dead.json", dead), partOf("earlier.json", process.pid)])
    writeFileSync(join(folder, name), "{");
  utimesSync(join(folder, old), 1, 1);
  await checkPlace(join(folder, "report.json"));
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
});

test("a folder that cannot be read, or a link among its files, is no reason not to write", async () => {
  const folder = temporaryFolder();
  execFileSync("ln", ["-s", "nowhere", join(folder, partOf("link", 2 ** 22 + 1))]);
  await writeWhole(join(folder, "a.json"), ["{}"]);
  expect(readdirSync(folder)).toEqual(["a.json"]);
});
