import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { temporaryFor } from "./unfinished.ts";
import { checkPlace, writeWhole } from "./write-whole.ts";

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
