import { expect, test } from "vitest";
import { defaultOptions } from "#core/run/options.ts";
import { readArguments } from "../options/args.ts";
import { parseConfig } from "../options/config.ts";
import { runOptionTable } from "../options/options.ts";
import { runCommandOptions } from "./run-options.ts";

const drawn = { seed: 7, runId: "00112233445566778899" };

async function options(line: string, yaml = "") {
  const { given } = readArguments(line === "" ? [] : line.split(" "), runOptionTable);
  return runCommandOptions(given, await parseConfig(yaml, "config", runOptionTable), drawn);
}

test("without any option the defaults stand", async () => {
  const { run } = await options("");
  const declared = { categoryIds: [], inputs: [], operations: [] };
  expect(run).toEqual({ ...defaultOptions, ...drawn, declared });
});

test("the command line wins over the configuration file, a flag's negation too", async () => {
  const { run, quiet } = await options(
    "--profile quick --no-strict --only LIST",
    "profile: thorough\nstrict: true\nonly: [AUTH, GET]\nquiet: true",
  );
  expect(run).toMatchObject({ profile: "quick", strict: false, only: ["LIST"] });
  expect(quiet).toBe(true);
});

test("times are seconds outside and milliseconds inside", async () => {
  const { run, waitForReadyMs } = await options("--max-duration 2m --wait-for-ready 30s", "timeout: 2.5");
  expect([run.timeoutMs, run.maxDurationMs, waitForReadyMs]).toEqual([2500, 120_000, 30_000]);
});

test.each([
  ["2097152", 2_097_152],
  ["500kB", 500_000],
  ["1.5MB", 1_500_000],
  ["8MiB", 8_388_608],
])("max-body: %s is %i bytes", async (text, bytes) => {
  expect((await options("", `max-body: ${text}`)).run.maxBodyBytes).toBe(bytes);
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
  ["", "client-cert: cert.pem", "client-cert is given without client-key"],
  ["--now 2030-02-31", "", "--now must be a day of the calendar"],
])("%s, with the file %j, is refused", async (line, yaml, message) => {
  await expect(options(line, yaml)).rejects.toThrow(message);
});
