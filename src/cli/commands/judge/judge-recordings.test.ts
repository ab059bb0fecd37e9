import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { ran, sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import * as run from "../run/run.ts";
import * as judge from "./judge.ts";

const folder = temporaryFolder();
const put = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), lines.join(""));

beforeAll(async () => {
  await perform(run, ["--self", "--quiet", "--record", "whole.ndjson"], sampleIo({ folder }).io);
  const lines = readFileSync(join(folder, "whole.ndjson"), "utf8").split(/(?<=\n)/);
  const [third, half] = [Math.floor(lines.length / 3), Math.floor(lines.length / 2)];
  put("1.ndjson", lines.slice(0, third));
  put("2.ndjson", lines.slice(third, half));
  put("3.ndjson", lines.slice(half));
});

function judged(...argv: readonly string[]) {
  return ran((io) => perform(judge, argv, io).catch((error: Error) => error.message), { folder });
}

test("the parts of a recording are judged as the recording", async () => {
  const whole = await judged("whole.ndjson", "--report", "json=-");
  expect(whole.code).toBe(0);
  expect(await judged("1.ndjson", "2.ndjson", "3.ndjson", "--report", "json=-")).toEqual(whole);
});

test("several recordings get a line each, one in parts among them", async () => {
  const { code, out } = await judged("whole.ndjson", "1.ndjson", "2.ndjson", "3.ndjson");
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^whole\.ndjson: conforming/),
    expect.stringMatching(/^1\.ndjson, 2\.ndjson, 3\.ndjson: conforming/),
    "",
  ]);
  expect(code).toBe(0);
});

test("a recording without its last part is judged up to there, and one without another part is refused", async () => {
  expect(await judged("1.ndjson", "2.ndjson", "--quiet")).toMatchObject({ code: 3 });
  expect((await judged("1.ndjson", "3.ndjson")).code).toContain("an exchange of the run is missing");
  expect((await judged("2.ndjson", "1.ndjson")).code).toContain("it begins in the middle of a recording");
});
