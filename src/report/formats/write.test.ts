import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { needs } from "#testing/needs.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { reportOfRun } from "../run-report.ts";
import { checkReportPlace, defaultPath, ReportError, writeReport } from "./write.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

test.each([
  ["https://staging.example.com/v1", "reports/20260102T030405Z-staging.example.com.json"],
  ["http://[::1]:8080/v1", "reports/20260102T030405Z-1-8080.json"],
  [
    `https://${"a".repeat(60)}.${"b".repeat(60)}/v1`,
    `reports/20260102T030405Z-${"a".repeat(60)}.${"b".repeat(39)}.json`,
  ],
  ["reference server (in process)", "reports/20260102T030405Z-self.json"],
])("the report on %s is %s", async (target, path) => {
  expect(await defaultPath("json", reportOfRun(sampleRun({ target })), folder)).toBe(path);
});

const write = (path: string | undefined, format: "json" | "junit" = "json") =>
  writeReport({ format, path }, reportOfRun(sampleRun()), { strict: false, folder });

test("a report is whole, and nothing else is left in its folder", async () => {
  const path = await write("out/report.json");
  expect(path).toBe("out/report.json");
  expect(JSON.parse(await readFile(join(folder, path), "utf8")).complete).toBe(true);
  expect(await readdir(join(folder, "out"))).toEqual(["report.json"]);
});

test("a report of the same second is kept", async () => {
  const paths = [];
  for (let nth = 0; nth < 3; nth += 1) paths.push(await write(undefined, "junit"));
  expect(paths.map((path) => path.replace(/^.*com/, ""))).toEqual([".xml", "-2.xml", "-3.xml"]);
});

test("what cannot be written is a sentence, before the run and after it", async () => {
  await writeFile(join(folder, "file"), "");
  await mkdir(join(folder, "folder"));
  await expect(write("file/report.json")).rejects.toThrow(ReportError);
  await expect(checkReportPlace("file/report.json", folder)).rejects.toThrow(ReportError);
  for (const path of ["folder", "folder/", "new/"])
    await expect(checkReportPlace(path, folder)).rejects.toThrow(/it is a folder/);
});

// Node's own recursive mkdir never ends there.
needs("/proc")("a folder that cannot be made is an error, and not a loop", async () => {
  for (const path of ["/proc/none/report.json", "/proc/none/below/report.json", "/proc/report.json"]) {
    await expect(checkReportPlace(path, folder)).rejects.toThrow(ReportError);
    await expect(write(path)).rejects.toThrow(ReportError);
  }
});

test("a place that can be written is left as it was, but for its folder", async () => {
  await writeFile(join(folder, "old.json"), "before");
  await checkReportPlace("old.json", folder);
  await checkReportPlace("new/below/report.json", folder);
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(["new", "new/below", "old.json"]);
  expect(await readFile(join(folder, "old.json"), "utf8")).toBe("before");
});
