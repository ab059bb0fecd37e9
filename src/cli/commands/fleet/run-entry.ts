import { join, resolve } from "node:path";
import { draw } from "../../../assembly/options/library-options.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import type { Run } from "../../../core/run/result.ts";
import type { Redacted } from "../../../core/secrets/redacted.ts";
import type { Format } from "../../../report/formats/formats.ts";
import { writeReport } from "../../../report/formats/write.ts";
import { reportOfRun } from "../../../report/run-report.ts";
import { preparedFor } from "../../inputs/prepared-by-document.ts";
import { readBaseUrl } from "../../inputs/target.ts";
import type { Io } from "../../io.ts";
import type { Given } from "../../options/args.ts";
import { afterRun } from "../../published/after-run.ts";
import { withKnown } from "../../published/publish.ts";
import { type RunCommandOptions, runCommandOptions } from "../../published/run-options.ts";
import { checkHeaders, keyFrom } from "../run/given.ts";
import { performRun } from "../run/perform-run.ts";
import { prepareRun } from "../run/run.ts";
import type { FleetEntry } from "./targets-file.ts";

interface Surroundings {
  /** What the command line says for all. */
  readonly commandLine: Given;
  /** The folder of `--out`. */
  readonly out: string;
  readonly keepsRecording: boolean;
  /** With the secrets of this run, and those of all others. */
  readonly io: Io;
}

/** How the run of one target ended, and what was written of it, by paths from the folder of all. */
export type EntryRun = Awaited<ReturnType<typeof runEntry>>;

/**
 * Runs one target of many, and writes its reports. `written`: all could be.
 * @throws UsageError, SpecError, ReportError for options that cannot be used
 */
export async function runEntry(entry: FleetEntry, { commandLine, out, keepsRecording, io }: Surroundings) {
  const recording = keepsRecording ? `recordings/${entry.name}.ndjson.zst` : null;
  const { reports: formats, ...asked } = runCommandOptions(commandLine, entry.given, draw());
  io.secrets.add(...asked.headers.map(([, value]) => value));
  await checkHeaders(asked);
  const target = readBaseUrl(entry.baseUrl, asked);
  // What is written of it goes to the folder of all.
  const own = { quiet: true, reports: [], record: recording === null ? undefined : join(out, recording) };
  const { prepared, checked, known, ...keys } = await prepareRun({ ...asked, ...own }, target, io, {
    keyOf: (options) => keyOfEntry(entry, options, io),
    named: (name) => name,
    prepare: preparedFor,
  });
  const { run: whole, eventsWritten } = await performRun(prepared, checked, { target, io, ...keys });
  const { run } = withKnown(whole, known, checked, io);
  const reports = await writeReports(entry, run, { ...checked, reports: formats }, resolve(io.folder, out));
  if (checked.afterRun !== undefined) await afterRun(checked.afterRun, run, io);
  return { run, reports, recording, written: eventsWritten };
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
