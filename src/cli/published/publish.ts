import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type OutcomeInput, requiredOf } from "../../core/run/judging/outcome.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { type Excused, excuse, type KnownFailure } from "../../report/compare/known-failures.ts";
import { consoleReport } from "../../report/console/console.ts";
import { consoleChanges } from "../../report/console/console-changes.ts";
import { formats, type Writer } from "../../report/formats/formats.ts";
import { githubAnnotations, withoutCommands } from "../../report/formats/github.ts";
import { markdownReport } from "../../report/formats/markdown-report.ts";
import { type ReportRequest, writeReport } from "../../report/formats/write.ts";
import { ReportError } from "../../report/report-error.ts";
import type { Io } from "../io.ts";
import { forPeople } from "./for-people.ts";
import type { RunCommandOptions } from "./run-options.ts";

interface Given {
  /** The list of `--known-failures`. */
  readonly known?: readonly KnownFailure[] | undefined;
  /** False if something could not be written during the run. */
  readonly written?: boolean;
  /** The run before this one: only what changed since is printed. */
  readonly before?: Redacted<Run> | undefined;
}

/** Prints a run and writes its reports; gives the exit code. */
export async function publish(
  whole: Redacted<Run>,
  options: RunCommandOptions,
  io: Io,
  { known, written = true, before }: Given = {},
): Promise<number> {
  const excused = known && excuse(whole, known, policyOf(options, whole));
  // The entries add text that was not redacted yet.
  const run = excused === undefined ? whole : io.secrets.redact(excused.run);
  const toStandardOutput = options.reports.filter(({ path }) => path === "-");
  const outIsTaken = toStandardOutput.length > 0 || options.events === "-";
  const people = forPeople({ outIsTaken, color: options.color }, io);
  const look = { ...people, quiet: options.quiet, verbose: options.verbose };
  const text = before === undefined ? consoleReport(run, look) : consoleChanges(before, run, look);
  people.print(inGithubActions(io) ? withoutCommands(text, randomUUID()) : text);
  if (excused !== undefined) await printNewFailures(excused, options, io, people.print);
  if (inGithubActions(io)) await reportToGithubActions(run, io, people.print);
  const { strict } = options.run;
  for (const { format } of toStandardOutput) {
    const write: Writer = await formats[format].load();
    for (const piece of write(run, { strict })) io.out(piece);
  }
  const toFiles = options.reports.filter(({ path }) => path !== "-");
  const paths = await writeAll(toFiles, run, strict, io, people.print);
  if (options.open) await openPage(paths, io, people.print);
  if (options.afterRun !== undefined) {
    const { afterRun } = await import("./after-run.ts");
    await afterRun(options.afterRun, run, io);
  }
  // A run whose report is missing must not exit with 0; a failure stays a failure.
  return run.exitCode === 0 && !(written && paths.size === toFiles.length) ? 3 : run.exitCode;
}

export function policyOf(
  { run }: RunCommandOptions,
  { verdicts }: Run,
): Pick<OutcomeInput, "required" | "strict" | "minCases"> {
  return { required: requiredOf(run, verdicts), strict: run.strict, minCases: run.minCases };
}

/** New failures as entries of the list, to be completed. */
async function printNewFailures(
  { newFailures }: Excused,
  { knownFailures: file }: RunCommandOptions,
  { secrets }: Io,
  print: Io["out"],
): Promise<void> {
  if (file === undefined || newFailures.length === 0) return;
  const { unsaidEntries } = await import("./known-failures-file.ts");
  const entries = await unsaidEntries(secrets.redact(newFailures));
  print(
    `\nNew failures, as entries of ${file} (\`known add\` writes them from a JSON report):\n\n${entries}`,
  );
}

/** The paths of those that could be written. */
async function writeAll(
  reports: readonly ReportRequest[],
  run: Redacted<Run>,
  strict: boolean,
  io: Io,
  print: Io["out"],
): Promise<ReadonlyMap<ReportRequest, string>> {
  const paths = new Map<ReportRequest, string>();
  for (const report of reports) {
    try {
      const path = await writeReport(report, run, { strict, folder: io.folder });
      print(`${report.format} report: ${path}\n`);
      paths.set(report, path);
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      io.err(`petstore-conformance: ${error.message}\n`);
    }
  }
  return paths;
}

/** A run is never the worse for a browser that cannot be opened. */
async function openPage(
  paths: ReadonlyMap<ReportRequest, string>,
  { folder, openFile }: Pick<Io, "folder" | "openFile">,
  print: Io["out"],
): Promise<void> {
  const [, path] = [...paths].find(([{ format }]) => format === "html") ?? [];
  // That it could not be written was printed.
  if (path === undefined) return;
  const whole = resolve(folder, path);
  if (!(await openFile(whole)))
    print(`No browser could be opened here. Open the report in yours: ${whole}\n`);
}

/** True in a job of GitHub Actions. */
export function inGithubActions({ env }: Pick<Io, "env">): boolean {
  return env.GITHUB_ACTIONS === "true";
}

/** Annotations of what failed, and the job's summary. */
export async function reportToGithubActions(
  run: Redacted<Run>,
  { env, err }: Pick<Io, "env" | "err">,
  print: Io["out"],
): Promise<void> {
  print(githubAnnotations(run));
  const summary = env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === "") return;
  try {
    await appendFile(summary, `${[...markdownReport(run)].join("")}\n`);
  } catch (error) {
    // The job summary is optional: the verdict does not depend on it.
    const why = error instanceof Error ? error.message : String(error);
    err(`petstore-conformance: the job summary could not be written (${why})\n`);
  }
}
