import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../../../testing/temporary-folder.ts";
import { watchPaths } from "./path-watch.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

/** The first change that is reported. */
async function changeOf(paths: readonly string[], change: () => void): Promise<string> {
  const reported = Promise.withResolvers<string>();
  const stop = watchPaths(paths, folder, reported.resolve);
  change();
  return reported.promise.finally(stop);
}

test("a file in a watched folder is recognised by its path, and what installs or git write is not", async () => {
  mkdirSync(join(folder, "src/node_modules"), { recursive: true });
  const change = () => {
    writeFileSync(join(folder, "src/a.ts"), "1");
    writeFileSync(join(folder, "src/node_modules/b.js"), "1");
  };
  expect(await changeOf(["src"], change)).toBe("src/a.ts");
});

test("a watched file is reported, also where an editor replaces it, and its neighbours are not", async () => {
  writeFileSync(join(folder, "a.yaml"), "1");
  const change = () => {
    writeFileSync(join(folder, "new"), "2");
    renameSync(join(folder, "new"), join(folder, "a.yaml"));
    writeFileSync(join(folder, "neighbour"), "2");
  };
  expect(await changeOf(["a.yaml"], change)).toBe("a.yaml");
});

test("what is ignored hides no change beside it", async () => {
  const reported = Promise.withResolvers<string>();
  const stop = watchPaths(["."], folder, reported.resolve, (path) => path === "out.json");
  writeFileSync(join(folder, "a.ts"), "1");
  writeFileSync(join(folder, "out.json"), "1");
  expect(await reported.promise.finally(stop)).toBe("a.ts");
});

test("a path that does not exist is an error", () => {
  expect(() => watchPaths(["nowhere"], folder, () => undefined)).toThrow("ENOENT");
});
