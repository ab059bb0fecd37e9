import { writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { excuse } from "#report/compare/known-failures.ts";
import { testFolder } from "#testing/cli/process-bed.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { noSecrets, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { requirement } from "#testing/run/sample-suites.ts";
import type { Io } from "../io.ts";
import { readArguments } from "../options/args.ts";
import { parseConfig } from "../options/config.ts";
import { runCommandOptions, runOptionTable } from "../options/options.ts";
import { wantsColour } from "./for-people.ts";
import { readKnownFailures, unsaidEntries } from "./known-failures-file.ts";
import { publish } from "./publish.ts";

const policy = { required: [], strict: false, redact: noSecrets.redact };

const folder = testFolder();
const green = sampleRun({
  outcome: "conforming",
  exitCode: 0,
  verdicts: [sampleVerdict("LIST-1", "pass")],
});

async function published(line: string, run: Redacted<Run> = green, around: Partial<Io> = {}) {
  const asked = await options(line);
  return ran((io) => publish({ run }, asked, io), { folder: folder.path, ...around });
}

test("without --report nothing is written, and people read standard output", async () => {
  const { code, out, err } = await published("");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("conforming – 1 of 1 musts tested: 1 passed");
  expect(await readdir(folder.path)).toEqual([]);
});

test("a report is written where it was asked for, and its path is printed", async () => {
  const { code, out } = await published("--report json=out.json --report junit");
  expect(code).toBe(0);
  expect(out).toMatch(
    /json report: out\.json\njunit report: reports\/20260102T030405Z-staging\.example\.com\.xml\n$/,
  );
  expect(await readdir(folder.path)).toEqual(["out.json", "reports"]);
});

test("new failures are printed with our own names, whatever word the key is", async () => {
  const key = "limit";
  const failing = sampleRun();
  const asked = await options("--known-failures known.yaml");
  const around = { folder: folder.path, env: { PETSTORE_API_KEY: key }, secrets: new Secrets(key) };
  const old = { requirement: "LIST-4", reason: "old", until: "2020-06-30" };
  const excused = excuse(failing, [old], { ...policy, redact: around.secrets.redact });
  const { out } = await ran((io) => publish(excused, asked, io), around);
  expect(out).toContain("\nExpired entries, which excuse nothing: LIST-4 (until 2020-06-30)\n");
  const [, entries] = out.split("New failures, as entries to copy into known.yaml");
  expect(entries).toContain(`case: ${failing.verdicts.flatMap(({ findings }) => findings)[0]?.case.id}`);
  expect(entries).toContain(key);
});

test("a report on standard output has it to itself", async () => {
  const { out, err } = await published("--report json=-");
  expect(JSON.parse(out)).toMatchObject({ outcome: "conforming", complete: true });
  expect(err).toContain("conforming – 1 of 1 musts tested: 1 passed");
});

test("a run whose report cannot be written does not exit with 0, and a failure stays one", async () => {
  writeFileSync(join(folder.path, "file"), "");
  const line = "--report json=file/report.json";
  expect(await published(line)).toMatchObject({
    code: 3,
    err: expect.stringContaining("file/report.json could not be written"),
  });
  expect(await published(line, sampleRun())).toMatchObject({ code: 1 });
});

test("a job gets annotations and a summary that is added to; one that cannot be written is only reported", async () => {
  const summary = join(folder.path, "summary.md");
  const inJob = (GITHUB_STEP_SUMMARY: string) =>
    published("", sampleRun(), { env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY } });
  for (const _ of [1, 2])
    expect(await inJob(summary)).toMatchObject({
      ...{ code: 1, err: "", out: expect.stringMatching(/^::error title=LIST-4 do-list-4::/m) },
    });
  expect((await readFile(summary, "utf8")).match(/^## ❌/gm)).toHaveLength(2);
  const { code, err } = await inJob(join(folder.path, "absent/summary.md"));
  expect([code, err]).toEqual([1, expect.stringContaining("the job summary could not be written")]);
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

describe("known failures file", () => {
  const requirements = [requirement("LIST-4", { slug: "respect-limit" })];
  const file = "known.yaml";
  const read = (text: string) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, file), text);
    return readKnownFailures(file, folder, requirements);
  };
  test("new failures as they are printed are accepted once a person has completed them", async () => {
    const { newFailures } = excuse(sampleRun(), [], policy);
    const text = await unsaidEntries(newFailures);
    await expect(read(text)).rejects.toThrow(/a known failure has no until \(known\.yaml:1\)/);
    const said = text
      .replace(/reason: .*/, "reason: the old gateway")
      .replace(/until: .*/, "until: 2026-06-30");
    const { run } = excuse(sampleRun(), await read(said), policy);
    expect([run.outcome, run.exitCode]).toEqual(["conforming", 0]);
  });

  test("an entry may name a requirement alone, by id or slug, and needs no link", async () => {
    const entries = await read("- {requirement: respect-limit, reason: c, until: 2026-06-30}");
    expect(entries).toEqual([{ requirement: "LIST-4", reason: "c", until: "2026-06-30" }]);
    expect(excuse(sampleRun(), entries, policy).run.exitCode).toBe(0);
  });

  test.each([
    ["an unknown requirement", "- {requirement: LITS-4}", "Did you mean LIST-4?"],
    ["what is no YAML", "- {", "cannot be read as YAML"],
    ["what is no list", "a: b", "are not a list"],
    ["an entry without a reason", "- {requirement: LIST-4, until: 2030-01-01}", "no reason"],
    ["no case", "- {requirement: LIST-4, fingerprint: b, until: 2030-01-01}", "a fingerprint and no case"],
    ["an unknown field", "- {requirement: LIST-4, note: x}", 'unknown field "note"'],
    ["a wrong day", "- {requirement: LIST-4, until: soon}", 'got "soon"'],
  ])("%s is refused", async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

const drawn = { seed: 7, runId: "00112233445566778899" };

async function options(line: string, yaml = "") {
  const { given } = readArguments(line === "" ? [] : line.split(" "), runOptionTable);
  return runCommandOptions(given, await parseConfig(yaml, "config", runOptionTable), drawn);
}

test("without any option the defaults stand", async () => {
  const declared = { categoryIds: [], inputs: [], operations: [] };
  expect((await options("")).run).toEqual({ ...defaultOptions, ...drawn, declared });
});

test("the command line wins over the configuration file, a flag's negation too", async () => {
  const { run, quiet } = await options(
    "--profile quick --no-strict --only LIST",
    "profile: thorough\nstrict: true\nonly: [AUTH, GET]\nquiet: true",
  );
  expect(run).toMatchObject({ profile: "quick", strict: false, only: ["LIST"] });
  expect(quiet).toBe(true);
});

test("times are seconds outside and milliseconds inside, sizes are bytes", async () => {
  const { run, waitForReadyMs } = await options(
    "--max-duration 2m --wait-for-ready 30s",
    "timeout: 2.5\nmax-body: 1.5MB",
  );
  expect([run.timeoutMs, run.maxDurationMs, waitForReadyMs]).toEqual([2500, 120_000, 30_000]);
  expect(run.maxBodyBytes).toBe(1_500_000);
});

test("reports and headers are taken apart at their first equals sign", async () => {
  const { reports, headers } = await options("--report json --report junit=a=b.xml --header X-Token=a=b");
  expect(reports).toEqual([
    { format: "json", path: undefined },
    { format: "junit", path: "a=b.xml" },
  ]);
  expect(headers).toEqual([["X-Token", "a=b"]]);
});

test("a key file on the command line is not joined by the configuration's command", async () => {
  const { apiKeyFile, apiKeyCommand } = await options("--api-key-file key.txt", "api-key-command: vault");
  expect([apiKeyFile, apiKeyCommand]).toEqual(["key.txt", undefined]);
});

test.each([
  ["", "client-cert: cert.pem", "of client-cert and client-key only one is given"],
  ["--now 2030-02-31", "", "--now must be a day of the calendar"],
])("%s, with the file %j, is refused", async (line, yaml, message) => {
  await expect(options(line, yaml)).rejects.toThrow(message);
});
