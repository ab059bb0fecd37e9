import { join, resolve } from "node:path";
import { draw } from "../../../assembly/options/library-options.ts";
import { withCheckedSelectors } from "../../../assembly/options/selectors.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import type { Run } from "../../../core/run/result.ts";
import type { Redacted } from "../../../core/secrets/redacted.ts";
import { excuse } from "../../../report/compare/known-failures.ts";
import type { Format } from "../../../report/formats/formats.ts";
import { checkReportPlace, writeReport } from "../../../report/formats/write.ts";
import { reportOfRun } from "../../../report/run-report.ts";
import { preparedFor } from "../../inputs/prepared-by-document.ts";
import { readBaseUrl } from "../../inputs/target.ts";
import type { Io } from "../../io.ts";
import type { Given } from "../../options/args.ts";
import { afterRun } from "../../published/after-run.ts";
import { policyOf } from "../../published/publish.ts";
import { type RunCommandOptions, runCommandOptions } from "../../published/run-options.ts";
import { checkHeaders, keyFrom, knownFailures } from "../run/given.ts";
import { performRun } from "../run/perform-run.ts";
import type { FleetEntry } from "./targets-file.ts";

/** How the run of one target ended, and what was written of it, by paths from the folder of all. */
export interface EntryRun {
  readonly run: Redacted<Run>;
  readonly reports: readonly string[];
  readonly recording: string | null;
  /** False if something could not be written. */
  readonly written: boolean;
}

interface Surroundings {
  /** What the command line says for all. */
  readonly commandLine: Given;
  /** The folder of `--out`. */
  readonly out: string;
  readonly keepsRecording: boolean;
  /** With the secrets of this run, and those of all others. */
  readonly io: Io;
}

/**
 * Runs one target of many, and writes its reports.
 * @throws UsageError, SpecError, ReportError for options that cannot be used
 */
export async function runEntry(
  entry: FleetEntry,
  { commandLine, out, keepsRecording, io }: Surroundings,
): Promise<EntryRun> {
  const recording = keepsRecording ? `recordings/${entry.name}.ndjson.zst` : null;
  const asked: RunCommandOptions = {
    ...runCommandOptions(commandLine, entry.given, draw()),
    ...{ quiet: true, record: recording === null ? undefined : join(out, recording) },
  };
  io.secrets.add(...asked.headers.map(([, value]) => value));
  await checkHeaders(asked);
  const target = readBaseUrl(entry.baseUrl, asked);
  const key = await keyOfEntry(entry, asked, io);
  const { secondKeyFile } = asked;
  const secondKey = secondKeyFile === undefined ? undefined : await keyFrom({ file: secondKeyFile }, io);
  if (asked.record !== undefined) await checkReportPlace(asked.record, io.folder);
  const prepared = await preparedFor({ spec: asked.spec, declared: asked.run.declared });
  const run = withCheckedSelectors(asked.run, prepared.requirements, (name) => name);
  const options = { ...asked, run };
  const known = await knownFailures(options, prepared, io);
  const { run: whole, eventsWritten } = await performRun(prepared, options, { target, key, secondKey, io });
  const excused = known && excuse(whole, known, { ...policyOf(options, whole), redact: io.secrets.redact });
  const found = excused?.run ?? whole;
  const reports = await writeReports(entry, found, options, resolve(io.folder, out));
  if (options.afterRun !== undefined) await afterRun(options.afterRun, found, io);
  return { run: found, reports, recording, written: eventsWritten };
}

async function writeReports(
  { name }: FleetEntry,
  run: Redacted<Run>,
  { reports, run: { strict } }: RunCommandOptions,
  folder: string,
): Promise<readonly string[]> {
  const formats = new Set<Format>(["json", ...reports.map(({ format }) => format)]);
  const { formats: known } = await import("../../../report/formats/formats.ts");
  const report = reportOfRun(run);
  const paths: string[] = [];
  for (const format of formats) {
    const path = `reports/${name}.${known[format].extension}`;
    paths.push(await writeReport({ format, path }, report, { strict, folder }));
  }
  return paths;
}

/** The key that the target names, else PETSTORE_API_KEY. Throws UsageError where there is none. */
export async function keyOfEntry(
  { name, where, keyVariable }: FleetEntry,
  { apiKeyFile: file, apiKeyCommand: command }: Pick<RunCommandOptions, "apiKeyFile" | "apiKeyCommand">,
  io: Io,
): Promise<string> {
  const environment = io.env[keyVariable ?? "PETSTORE_API_KEY"];
  if (file === undefined && command === undefined && (environment ?? "") === "")
    throw new UsageError({
      what: `${name} has no API key: ${keyVariable ?? "PETSTORE_API_KEY"} is not set`,
      where,
      remedy:
        "Set the variable, or name another with api-key-env, a file with api-key-file, or a command with api-key-command.",
    });
  return keyFrom({ file, command, environment }, io);
}
