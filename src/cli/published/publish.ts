import { requiredOf } from "#core/run/judging/outcome.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { KnownFailure, NewFailure } from "#report/compare/known-failures.ts";
import { consoleReport } from "#report/console/console.ts";
import { reportOfRun } from "#report/run-report.ts";
import type { Io } from "../io.ts";
import { forPeople } from "./for-people.ts";
import { outIsTaken, printReport, writeReports } from "./publish-report.ts";
import type { RunCommandOptions } from "./run-options.ts";

interface Given {
  /** The list of `--known-failures`. */
  readonly known?: readonly KnownFailure[] | undefined;
  /** False if something could not be written during the run. */
  readonly written?: boolean;
}

/** Prints a run and writes its reports; gives the exit code. */
export async function publish(
  whole: Redacted<Run>,
  options: RunCommandOptions,
  io: Io,
  { known, written = true }: Given = {},
): Promise<number> {
  const { newFailures, run } = await withKnown(whole, known, options, io);
  const { reports, quiet, verbose, events } = options;
  const people = forPeople(outIsTaken(reports) || events === "-", io);
  const report = reportOfRun(run);
  await printReport(report, consoleReport(report, { ...people, quiet, verbose }), people.print, io);
  await printNewFailures(newFailures, options, people.print);
  const paths = await writeReports(report, { reports, strict: options.run.strict }, people.print, io);
  // A run whose report is missing must not exit with 0; a failure stays a failure.
  return run.exitCode === 0 && !(written && paths.size === reports.length) ? 3 : run.exitCode;
}

/** The run with its known failures excused, where there is a list of them. */
export async function withKnown(
  whole: Redacted<Run>,
  known: readonly KnownFailure[] | undefined,
  options: RunCommandOptions,
  { secrets }: Pick<Io, "secrets">,
): Promise<{ readonly run: Redacted<Run>; readonly newFailures: readonly NewFailure[] }> {
  if (known === undefined) return { run: whole, newFailures: [] };
  const { strict, minCases } = options.run;
  const required = requiredOf(options.run, whole.verdicts);
  const { excuse } = await import("#report/compare/known-failures.ts");
  return excuse(whole, known, { required, strict, minCases, redact: secrets.redact });
}

async function printNewFailures(
  newFailures: readonly NewFailure[],
  { knownFailures: file }: RunCommandOptions,
  print: Io["out"],
): Promise<void> {
  if (file === undefined || newFailures.length === 0) return;
  const { unsaidEntries } = await import("./known-failures-file.ts");
  const entries = await unsaidEntries(newFailures);
  print(`\nNew failures, as entries to copy into ${file}:\n\n${entries}`);
}
