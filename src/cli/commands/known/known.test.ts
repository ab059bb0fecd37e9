import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ran } from "../../../../testing/cli/sample-io.ts";
import { sampleRun, sampleVerdict } from "../../../../testing/report/sample-run.ts";
import { temporaryFolder } from "../../../../testing/temporary-folder.ts";
import { jsonReport } from "../../../report/formats/json.ts";
import { perform } from "../../command.ts";
import * as knownCommand from "./known.ts";

let folder = "";
beforeEach(async () => {
  folder = temporaryFolder();
  const report = (kind: "fail" | "pass") =>
    [...jsonReport(sampleRun({ verdicts: [sampleVerdict("LIST-4", kind)] }))].join("");
  await writeFile(join(folder, "failing.json"), report("fail"));
  await writeFile(join(folder, "passing.json"), report("pass"));
});

async function known(line: string): Promise<string> {
  const { code, out } = await ran((io) => perform(knownCommand, line.split(" "), io), { folder });
  expect(code).toBe(0);
  return out;
}

test("entries are added from a report once, listed with what a report shows of them, and pruned", async () => {
  const add = "add known.yaml --report failing.json --until 2030-06-30 --reason the-old-gateway";
  expect(await known(add)).toContain("1 added, 1 in all");
  expect(await known(add)).toContain("0 added, 1 in all");
  expect(await known("list known.yaml")).toBe(
    "LIST-4, limit/101  until 2030-06-30: the-old-gateway\n1 entry\n",
  );
  expect(await known("list known.yaml --report failing.json")).toContain("until 2030-06-30, excused:");
  expect(await known("list known.yaml --report passing.json")).toContain("no longer needed:");
  expect(await known("prune known.yaml --report failing.json")).toContain("0 removed, 1 left");
  expect(await known("prune known.yaml --report passing.json")).toContain(
    "removed: LIST-4, limit/101\nknown.yaml: 1 removed, 0 left",
  );
  expect(await readFile(join(folder, "known.yaml"), "utf8")).toBe("[]\n");
});

test.each([
  ["keep known.yaml", "known takes add, list or prune"],
  ["add known.yaml", "needs the report of a run"],
  ["prune known.yaml", "needs the report of a run"],
  ["add known.yaml --report failing.json", "a known failure has a last day and a reason"],
  [
    "add known.yaml --report failing.json --until 2020-01-31 --reason old",
    "--until 2020-01-31 lies before the report of",
  ],
  ["list none.yaml", "the list of known failures cannot be read"],
])("known %s is refused", async (line, message) => {
  await expect(known(line)).rejects.toThrow(message);
});
