import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { FileInUse, openExclusive } from "./exclusive-file.ts";

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
