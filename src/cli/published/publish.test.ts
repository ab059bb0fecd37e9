import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { loadSpec } from "#core/contract/reading/load.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { reportOfRun } from "#report/run-report.ts";
import { ran, sampleIo } from "#testing/cli/sample-io.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import type { Io } from "../io.ts";
import { readArguments } from "../options/args.ts";
import { runOptionTable } from "../options/options.ts";
import { sayIfSlow, wantsColour } from "./for-people.ts";
import { publish } from "./publish.ts";
import { reportToGithubActions } from "./publish-report.ts";
import { runCommandOptions } from "./run-options.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const green = sampleRun({ outcome: "conforming", exitCode: 0, verdicts: [sampleVerdict("LIST-1", "pass")] });

function optionsOf(argv: readonly string[]) {
  const { given } = readArguments(argv, runOptionTable);
  return runCommandOptions(given, new Map(), { seed: 0, runId: "" });
}

function published(argv: readonly string[], run: Redacted<Run> = green, around: Partial<Io> = {}) {
  return ran((io) => publish(run, optionsOf(argv), io), { folder, ...around });
}

test("without --report nothing is written, and people read standard output", async () => {
  const { code, out, err } = await published([]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("conforming – 1 of 1 musts tested: 1 passed");
  expect(await readdir(folder)).toEqual([]);
});

test("a report is written where it was asked for, and its path is printed", async () => {
  const { code, out } = await published(["--report", "json=out.json", "--report", "junit"]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /json report: out\.json\njunit report: reports\/20260102T030405Z-staging\.example\.com\.xml\n$/,
  );
  expect(await readdir(folder)).toEqual(["out.json", "reports"]);
});

test("new failures are printed with our own names, whatever word the key is", async () => {
  const key = "limit";
  const failing = sampleRun();
  const options = optionsOf(["--known-failures", "known.yaml"]);
  const around = { folder, env: { PETSTORE_API_KEY: key }, secrets: createSecrets(key) };
  const { out } = await ran((io) => publish(failing, options, io, { known: [] }), around);
  const [, entries] = out.split("New failures, as entries to copy into known.yaml");
  expect(entries).toContain(`case: ${failing.verdicts.flatMap(({ findings }) => findings)[0]?.case.id}`);
  expect(entries).toContain(key);
});

test("a report on standard output has it to itself", async () => {
  const { out, err } = await published(["--report", "json=-"]);
  expect(JSON.parse(out)).toMatchObject({ outcome: "conforming", complete: true });
  expect(err).toContain("conforming – 1 of 1 musts tested: 1 passed");
});

test("a run whose report cannot be written does not exit with 0, and a failure stays one", async () => {
  await writeFile(join(folder, "file"), "");
  const args = ["--report", "json=file/report.json"];
  expect(await published(args)).toMatchObject({
    code: 3,
    err: expect.stringContaining("file/report.json could not be written"),
  });
  expect(await published(args, sampleRun())).toMatchObject({ code: 1 });
});

test("a job gets annotations and a summary that is added to", async () => {
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
  const printed: string[] = [];
  const io = { env, err: (text: string) => void printed.push(`err ${text}`) };
  for (const _ of [1, 2])
    await reportToGithubActions(reportOfRun(sampleRun()), io, (text) => void printed.push(text));
  expect(printed).toEqual(Array(2).fill(expect.stringMatching(/^::error title=LIST-4 do-list-4::/)));
  expect((await readFile(env.GITHUB_STEP_SUMMARY, "utf8")).match(/^## ❌/gm)).toHaveLength(2);
});

test("a summary that cannot be written is only reported", async () => {
  const reported: string[] = [];
  const env = { GITHUB_STEP_SUMMARY: join(temporaryFolder(), "absent/summary.md") };
  await reportToGithubActions(
    reportOfRun(sampleRun()),
    { env, err: (text) => void reported.push(text) },
    () => undefined,
  );
  expect(reported.join("")).toContain("the job summary could not be written");
});

test.each([
  ["the terminal", {}, true, true],
  ["a pipe", {}, false, false],
  ["NO_COLOR", { NO_COLOR: "1" }, true, false],
  ["an empty NO_COLOR", { NO_COLOR: "" }, true, true],
  ["FORCE_COLOR", { FORCE_COLOR: "1" }, false, true],
  ["a dumb terminal", { TERM: "dumb" }, true, false],
])("%s decides about colours", (_, env, terminal, colour) => {
  expect(wantsColour(env, terminal)).toBe(colour);
});

test("that a document is being read is said once, and after a second alone", async () => {
  const { io, printed } = sampleIo();
  const times = [0, 0, 999, 1000, 2000];
  const onReading = sayIfSlow("large.yaml", io, () => times.shift() ?? 3000);
  const many = Array.from({ length: 20_000 }, (_, n) => `  - x${n}\n`).join("");
  const text = `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /t: { get: { responses: { "200": { description: d } } } } }\nx-many:\n${many}`;
  await loadSpec("https://specs.example/openapi.yaml", async () => text, onReading);
  expect(printed.err).toBe("Reading large.yaml, which is large.\n");
  expect(times).toHaveLength(1);
});
