import type { Clock } from "#core/exchange/clock/clock.ts";
import { UsageError } from "#core/options/usage-error.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import type { Format } from "#report/formats/formats.ts";
import { writeReport } from "#report/formats/write.ts";
import { outcomeSentence } from "#report/reach.ts";
import { reportOfRun } from "#report/run-report.ts";
import { causeSentence } from "#report/words/cause-in-words.ts";
import { restAfter } from "./rest.ts";
import { reportPath, safeResult, suiteVersion, type TargetResult, writeResult } from "./results.ts";
import type { FleetEntry } from "./targets-file.ts";

/** Knows what the options of a target mean. */
export interface TargetRunner {
  /** The keys that a run would use, and what else of its options no report may hold, as far as they can be read now. */
  readonly secretsOf: (
    entry: FleetEntry,
  ) => Promise<{ readonly keys: readonly string[]; readonly others: readonly string[] }>;
  /** @throws UsageError and others, where the options cannot be used */
  readonly run: (entry: FleetEntry, own: OwnOfRun) => Promise<FinishedRun>;
  /** What the result says where `run` threw, or where its files could not be written. */
  readonly failed: (
    error: unknown,
    entry: FleetEntry,
    own: OwnOfRun,
  ) => Pick<TargetResult, "exitCode" | "sentence">;
}

/** What each run of a fleet has for itself. */
export interface OwnOfRun {
  /** With its own secrets, and those of all others. */
  readonly secrets: Secrets;
  /** When it aborts, the run ends early. */
  readonly signal: AbortSignal;
  /** From the folder of the fleet; null: none is kept. */
  readonly recording: string | null;
}

interface FinishedRun {
  readonly run: Redacted<Run>;
  /** Those of its reports, beside JSON. */
  readonly formats: readonly Format[];
  readonly strict: boolean;
  /** False if something could not be written during the run. */
  readonly written: boolean;
}

type How = Pick<TargetResult, "state" | "exitCode" | "outcome" | "reason" | "sentence">;

interface Way {
  readonly runner: TargetRunner;
  readonly folder: string;
  readonly keepsRecording: boolean;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly digest: string;
  readonly secrets: Secrets;
  /** The target in whose run its key stopped working. */
  readonly keyStoppedIn: string | undefined;
}

/** Runs one target of many and keeps its result. Never throws: whatever goes wrong is the result of this target alone. */
export async function resultOf(
  entry: FleetEntry,
  { runner, folder, keepsRecording, signal, clock, digest, secrets, keyStoppedIn }: Way,
): Promise<Redacted<TargetResult>> {
  const now = () => new Date(clock.now()).toISOString();
  const began = {
    ...{ name: entry.name, baseUrl: entry.baseUrl, entry: digest, version: suiteVersion },
    startedAt: now(),
  };
  const nothing = { reports: [], recording: null, rest: null } as const;
  const recording = keepsRecording ? `recordings/${entry.name}.ndjson.zst` : null;
  const own = { secrets, signal, recording };
  const keep = async (result: TargetResult): Promise<Redacted<TargetResult>> => {
    const safe = safeResult(result, secrets);
    await writeResult(folder, entry.name, safe);
    return safe;
  };
  const ended = (how: How) => ({ ...began, ...how, ...nothing, endedAt: now() });
  try {
    if (keyStoppedIn !== undefined) throw keyStopped(entry, keyStoppedIn);
    const done = await runner.run(entry, own);
    const reports = await writeReports(entry, done, folder);
    return await keep({ ...ended(howOf(done)), reports, recording, rest: restOf(done, clock) });
  } catch (error) {
    const notRun = { state: "unfinished", outcome: "not run", reason: null } as const;
    const failed = ended({ ...notRun, ...runner.failed(error, entry, own) });
    return keep(failed).catch(() => safeResult(failed, secrets));
  }
}

/** Gives their paths from the folder. */
async function writeReports(
  { name }: FleetEntry,
  { run, formats, strict }: FinishedRun,
  folder: string,
): Promise<readonly string[]> {
  const { formats: known } = await import("#report/formats/formats.ts");
  const report = reportOfRun(run);
  const paths: string[] = [];
  for (const format of new Set<Format>(["json", ...formats])) {
    const path = reportPath(name, known[format].extension);
    paths.push(await writeReport({ format, path }, report, { strict, folder }));
  }
  return paths;
}

function keyStopped({ where }: FleetEntry, name: string): UsageError {
  return new UsageError({
    what: `its key stopped working in the run of ${name}, and another run could prolong a ban`,
    where,
    remedy: "Start again when the key works: only what is not finished is run.",
  });
}

/** A run that came to its end, or to a bound that was set for it, is not run again. */
function howOf({ run, written }: FinishedRun): How {
  const { outcome, partial, reason = null, exitCode } = run;
  const finished = written && (!partial || reason === "budget") && exitCode !== 70;
  return {
    ...{ state: finished ? "finished" : "unfinished", outcome, reason },
    sentence: inOneSentence(run),
    exitCode: exitCode === 0 && !written ? 3 : exitCode,
  };
}

/** Of what a Date can hold. */
const lastInstantMs = 8.64e15;

function restOf({ run }: FinishedRun, clock: Clock): TargetResult["rest"] {
  const rest = restAfter(run.exchanges, clock.now());
  if (rest === undefined) return null;
  return { until: new Date(Math.min(rest.untilMs, lastInstantMs)).toISOString(), reason: rest.reason };
}

/** The outcome, and the one cause where there is one. */
function inOneSentence(run: Redacted<Run>): string {
  const cause = run.rootCause === undefined ? "" : causeSentence(run.rootCause, run.words);
  return cause === ""
    ? outcomeSentence(run)
    : `${outcomeSentence(run)}. ${cause[0]?.toUpperCase()}${cause.slice(1)}`;
}
