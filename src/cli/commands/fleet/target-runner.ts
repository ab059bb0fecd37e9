import { join, resolve } from "node:path";
import { draw } from "#assembly/options/library-options.ts";
import { readTarget } from "#assembly/target.ts";
import { type Io, interruptedBy } from "#cli/io.ts";
import { type RunCommandOptions, runCommandOptions } from "#cli/options/options.ts";
import { isUserError, printSuiteFault, suiteFault } from "#cli/print-error.ts";
import type { Given } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import {
  reportPath,
  restAfter,
  safeResult,
  suiteVersion,
  type TargetOutcome,
  type TargetResult,
  writeResult,
} from "#fleet/results.ts";
import type { FleetEntry } from "#fleet/targets-file.ts";
import { type Format, formats } from "#report/formats/formats.ts";
import { ReportError, writeReport } from "#report/formats/write.ts";
import { outcomeSentence } from "#report/reach.ts";
import { reportOfRun } from "#report/run-report.ts";
import { causeSentence } from "#report/words/cause-in-words.ts";
import { capitalised } from "#report/words/sentences.ts";
import { performRun } from "../run/perform-run.ts";
import { checkHeaders, keyFrom, prepareRun } from "../run/run.ts";

interface Fleet {
  readonly commandLine: Given;
  readonly out: string;
  readonly keepsRecording: boolean;
}

interface OwnOfRun {
  /** With its own secrets, and those of all others. */
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  readonly digest: string;
  /** The target in whose run its key stopped working. */
  readonly keyStoppedIn: string | undefined;
}

export type TargetRunner = ReturnType<typeof targetRunner>;

export function targetRunner(fleet: Fleet, io: Io) {
  return {
    secretsOf: (entry: FleetEntry) => secretsOf(entry, fleet.commandLine, io),
    run: (entry: FleetEntry, own: OwnOfRun) => resultOf(entry, own, fleet, io),
  };
}

/** Runs one target and keeps its result. Never throws: whatever goes wrong is the result of this target alone. */
async function resultOf(entry: FleetEntry, own: OwnOfRun, fleet: Fleet, io: Io) {
  const { commandLine, out, keepsRecording } = fleet;
  const { name, baseUrl } = entry;
  const { secrets, digest, keyStoppedIn } = own;
  const now = () => new Date().toISOString();
  const began = { name, baseUrl, entry: digest, version: suiteVersion, startedAt: now() };
  const folder = resolve(io.folder, out);
  const keep = async (result: TargetResult): Promise<Redacted<TargetResult>> => {
    const safe = safeResult(result, secrets);
    await writeResult(folder, safe);
    return safe;
  };
  const ioOfRun = ioOf(entry, own, io);
  const recording = keepsRecording ? `recordings/${name}.ndjson.zst` : null;
  try {
    if (keyStoppedIn !== undefined)
      throw new UsageError({
        what: `its key stopped working in the run of ${keyStoppedIn}, and another run could prolong a ban`,
        where: entry.where,
        remedy: "Start again when the key works: only unfinished targets are run.",
      });
    const record = recording === null ? undefined : join(out, recording);
    const { run, options, written } = await runEntry(entry, commandLine, record, ioOfRun);
    const reports = await writeReports(entry, run, options, folder);
    const rest = restAfter(run.exchanges, Date.now());
    return await keep({ ...began, ...howOf(run, written), reports, recording, rest, endedAt: now() });
  } catch (error) {
    const failed: TargetResult = {
      ...{ ...began, state: "unfinished", outcome: "not run", reason: null },
      ...failure(error, ioOfRun),
      ...{ reports: [], recording: null, rest: null, endedAt: now() },
    };
    return keep(failed).catch(() => safeResult(failed, secrets));
  }
}

async function writeReports(
  { name }: FleetEntry,
  run: Redacted<Run>,
  { reports, run: { strict } }: RunCommandOptions,
  folder: string,
): Promise<readonly string[]> {
  const report = reportOfRun(run);
  const paths: string[] = [];
  for (const format of new Set<Format>(["json", ...reports.map((one) => one.format)])) {
    const path = reportPath(name, formats[format].extension);
    paths.push(await writeReport({ format, path }, report, { strict, folder }));
  }
  return paths;
}

/** How a run ended: one that reached its end, or a bound that was set for it, is not run again. */
function howOf(run: Redacted<Run>, written: boolean): TargetOutcome {
  const { outcome, partial, reason = null, exitCode, rootCause, words } = run;
  const finished = written && (!partial || reason === "budget") && exitCode !== suiteFault;
  const cause = rootCause === undefined ? "" : causeSentence(rootCause, words);
  const andCause = cause === "" ? "" : `. ${capitalised(cause)}`;
  return {
    ...{ state: finished ? "finished" : "unfinished", outcome, reason },
    sentence: outcomeSentence(run) + andCause,
    exitCode: exitCode === 0 && !written ? 3 : exitCode,
  };
}

/** The result of a target whose run failed. If only a report could not be written, requests were sent, and their evidence is lost. */
function failure(error: unknown, io: Io): { exitCode: number; sentence: string } {
  if (isUserError(error)) return { exitCode: error instanceof ReportError ? 3 : 2, sentence: error.message };
  printSuiteFault(error, io);
  return { exitCode: suiteFault, sentence: "a fault of the suite itself" };
}

/** The keys that a run would use, and what else of its options no report may hold, as far as they can be read now. */
async function secretsOf(entry: FleetEntry, commandLine: Given, io: Io) {
  const shared = [io.env.PETSTORE_API_KEY ?? ""];
  let options: RunCommandOptions;
  try {
    options = runCommandOptions(commandLine, entry.given, draw());
  } catch {
    // They contradict each other: the run reports that.
    return { keys: [], others: shared };
  }
  const own = { ...io, secrets: new Secrets() };
  // A key that cannot be read is reported by the run, too.
  const keys = await keyOfEntry(entry, options, own).then(
    (key) => [key],
    () => [],
  );
  return { keys, others: [...shared, ...options.headers.map(([, value]) => value)] };
}

async function runEntry(entry: FleetEntry, commandLine: Given, record: string | undefined, io: Io) {
  const asked = runCommandOptions(commandLine, entry.given, draw());
  checkHeaders(asked, io);
  const target = readTarget(entry.baseUrl, asked);
  // Reports and recordings go to the folder of the fleet.
  const own = { quiet: true, reports: [], record };
  const ready = await prepareRun({ ...asked, ...own }, target, io, () => keyOfEntry(entry, asked, io));
  return { ...(await performRun(ready, io)), options: { ...ready.options, reports: asked.reports } };
}

/** The key that the target names, else PETSTORE_API_KEY. @throws UsageError where there is none */
async function keyOfEntry({ name, where, keyVariable }: FleetEntry, options: RunCommandOptions, io: Io) {
  const { apiKeyFile: file, apiKeyCommand: command } = options;
  const environment = io.env[keyVariable ?? "PETSTORE_API_KEY"];
  if (file === undefined && command === undefined && (environment ?? "") === "")
    throw new UsageError({
      what: `${name} has no API key: ${keyVariable ?? "PETSTORE_API_KEY"} is not set`,
      where,
      remedy:
        "Set the variable, or name another with api-key-env, a file with api-key-file, or a command with api-key-command.",
    });
  return keyFrom(options, environment, io);
}

/** The `Io` of one target: it prints only errors, with the target's name, and is interrupted with the fleet. */
function ioOf({ name }: FleetEntry, { secrets, signal }: OwnOfRun, io: Io): Io {
  return {
    ...{ ...io, secrets },
    ...{ outIsTerminal: false, errIsTerminal: false },
    out: () => undefined,
    err: (text) => io.err(text.replace(/^(?=.)/gm, `${name}: `)),
    onInterrupt: interruptedBy(signal),
  };
}
