import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { KnownFailure, NewFailure } from "#report/compare/known-failures.ts";
import { consoleReport } from "#report/console/console.ts";
import { formats } from "#report/formats/formats.ts";
import { checkReportPlace, ReportError, type ReportRequest, writeReport } from "#report/formats/write.ts";
import type { Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import type { Io } from "../io.ts";
import type { RunCommandOptions } from "../options/options.ts";
import { forPeople } from "./for-people.ts";

export interface Performed {
  /** Its known failures excused. */
  readonly run: Redacted<Run>;
  /** Failures that the list of `--known-failures` lacks. */
  readonly newFailures?: readonly NewFailure[];
  /** Entries of that list past their last day, whose requirement does not pass. */
  readonly expired?: readonly KnownFailure[];
  /** False if something could not be written during the run. */
  readonly written?: boolean;
}

export async function publish(
  { run, newFailures = [], expired = [], written = true }: Performed,
  options: RunCommandOptions,
  io: Io,
): Promise<number> {
  const { reports, quiet, verbose, events, knownFailures } = options;
  const asked = { reports, quiet, verbose, strict: options.run.strict, areEventsOnOut: events === "-" };
  let after = "";
  if (knownFailures !== undefined && newFailures.length > 0) {
    const { unsaidEntries } = await import("./known-failures-file.ts");
    const over = expired.map(({ requirement, until }) => `${requirement} (until ${until})`).join(", ");
    after = `${over && `\nExpired entries, which excuse nothing: ${over}\n`}\nNew failures, as entries to copy into ${knownFailures}:\n\n${await unsaidEntries(newFailures)}`;
  }
  return publishReport(reportOfRun(run), { ...asked, after, written }, io);
}

interface Publishing {
  readonly reports: readonly ReportRequest[];
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly strict: boolean;
  readonly areEventsOnOut?: boolean;
  readonly after?: string;
  /** False if something else could not be written. */
  readonly written?: boolean;
}

/** @throws ReportError for one that could not be written, before anything is begun */
export async function requestedReports(asked: readonly ReportRequest[], kind: Report["kind"], io: Io) {
  const reports = asked.map(({ format, path }) => ({
    format,
    path: path ?? `${kind}.${formats[format].extension}`,
  }));
  for (const { path } of reports) if (path !== "-") await checkReportPlace(path, io.folder);
  return reports;
}

/** True where a report goes to standard output: people read on standard error then. */
export function outIsTaken(reports: readonly ReportRequest[]): boolean {
  return reports.some(({ path }) => path === "-");
}

export async function publishReport(
  report: Report,
  { areEventsOnOut = false, after = "", written = true, ...options }: Publishing,
  io: Io,
): Promise<number> {
  const people = forPeople(outIsTaken(options.reports) || areEventsOnOut, io);
  await printReport(report, consoleReport(report, { ...people, ...options }), people.print, io);
  if (after !== "") people.print(after);
  const areWritten = await writeReports(report, options, people.print, io);
  // What has no report must not exit with 0; a failure stays a failure.
  return report.exitCode === 0 && !(written && areWritten) ? 3 : report.exitCode;
}

/** Prints a text with evidence; in a job of GitHub Actions also annotations of what failed, and the job's summary. */
async function printReport(report: Report, text: string, print: Io["out"], io: Io): Promise<void> {
  const { GITHUB_ACTIONS: actions, GITHUB_STEP_SUMMARY: summary } = io.env;
  if (actions !== "true") return print(text);
  const { githubAnnotations, withoutCommands } = await import("#report/formats/github.ts");
  print(withoutCommands(text, randomUUID()));
  print(githubAnnotations(report));
  if (summary === undefined || summary === "") return;
  const { markdownReport } = await import("#report/formats/markdown-report.ts");
  try {
    await appendFile(summary, `${[...markdownReport(report)].join("")}\n`);
  } catch (error) {
    // The job summary is optional: the verdict does not depend on it.
    const why = error instanceof Error ? error.message : String(error);
    io.err(`petstore-conformance: the job summary could not be written (${why})\n`);
  }
}

async function writeReports(report: Report, { reports, strict }: Publishing, print: Io["out"], io: Io) {
  let areWritten = true;
  for (const request of reports) {
    const { format, path } = request;
    try {
      if (path === "-") for (const piece of await formats[format].write(report, { strict })) io.out(piece);
      else print(`${format} report: ${await writeReport(request, report, { strict, folder: io.folder })}\n`);
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      io.err(`petstore-conformance: ${error.message}\n`);
      areWritten = false;
    }
  }
  return areWritten;
}
