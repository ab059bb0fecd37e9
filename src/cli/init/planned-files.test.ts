import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { SampleFolder } from "../../../testing/cli/sample-folder.ts";
import { needs } from "../../../testing/needs.ts";
import { withIgnored, writeFiles } from "./planned-files.ts";

let folder: SampleFolder;
beforeEach(() => {
  folder = new SampleFolder();
});

const one = { path: "one", content: "1", done: "written" } as const;
const two = { path: "below/two", content: "2", done: "written" } as const;

test("what is unchanged is left alone, and nothing temporary stays", async () => {
  await writeFiles([one, two, { ...one, path: "three", done: "unchanged" }], folder.path);
  expect(folder.files()).toEqual(["below/two", "one"]);
});

test("when the last file cannot be prepared the first is not written", async () => {
  folder.put(`below/two.${process.pid}.part`, "of another");
  await expect(writeFiles([one, two], folder.path)).rejects.toThrow(
    "below/two cannot be written, and nothing was: EEXIST",
  );
  expect(folder.files().filter((file) => !file.endsWith(".part"))).toEqual([]);
});

test("when a place is lost at the last moment, it says what was written before", async () => {
  mkdirSync(join(folder.path, "below/two/full"), { recursive: true });
  await expect(writeFiles([one, two], folder.path)).rejects.toThrow(
    /^below\/two cannot be written, and only one was: E/,
  );
});

test("a replaced file keeps its permissions", async () => {
  folder.put("one", "0");
  chmodSync(join(folder.path, "one"), 0o600);
  await writeFiles([{ ...one, done: "written anew" }], folder.path);
  expect([folder.text("one"), statSync(join(folder.path, "one")).mode & 0o777]).toEqual(["1", 0o600]);
});

// Node's own recursive mkdir never ends there.
needs("/proc")("a folder that cannot be made is an error, and not a loop", async () => {
  const file = { path: ".github/workflows/conformance.yml", content: "", done: "written" } as const;
  await expect(writeFiles([file], "/proc")).rejects.toThrow("cannot be written, and nothing was: ");
});

const ignored = (before: string): string | undefined => {
  const after = withIgnored(Buffer.from(before, "latin1"), "reports");
  return after && Buffer.from(after).toString("latin1");
};

test.each([
  ["", "/reports/\n"],
  ["dist/\n", "dist/\n/reports/\n"],
  ["dist/", "dist/\n/reports/\n"],
  ["dist/\r\nlib/", "dist/\r\nlib/\r\n/reports/\r\n"],
  ["# reports/\n!reports/\n", "# reports/\n!reports/\n/reports/\n"],
  ["caf\xe9\n", "caf\xe9\n/reports/\n"],
])("%j becomes %j", (before, after) => {
  expect(ignored(before)).toBe(after);
});

test.each(["reports\n", "reports/", "/reports\r\n", "dist/\n /reports/ \n"])(
  "%j names it already",
  (before) => {
    expect(ignored(before)).toBeUndefined();
  },
);
