import { resolve } from "node:path";
import { UsageError } from "../../../assembly/usage-error.ts";
import { restAfter } from "../../../core/exchange/pacing/pause.ts";
import type { Redacted } from "../../../core/secrets/redacted.ts";
import type { Secrets } from "../../../core/secrets/secrets.ts";
import { causeSentence } from "../../../report/cause-in-words.ts";
import { outcomeSentence } from "../../../report/reach.ts";
import { ReportError } from "../../../report/report-error.ts";
import type { Io } from "../../io.ts";
import type { Given } from "../../options/args.ts";
import { isUserError, printSuiteFault, suiteFault } from "../../print-error.ts";
import { removeUnfinished, safeResult, suiteVersion, type TargetResult, writeResult } from "./results.ts";
import { type EntryRun, runEntry } from "./run-entry.ts";
import type { FleetEntry } from "./targets-file.ts";

type How = Pick<TargetResult, "state" | "exitCode" | "outcome" | "reason" | "sentence">;

interface Way {
  readonly commandLine: Given;
  readonly out: string;
  readonly keepsRecording: boolean;
  readonly signal: AbortSignal;
  readonly io: Io;
  readonly digest: string;
  readonly secrets: Secrets;
  /** The target in whose run its key stopped working. */
  readonly keyStoppedIn: string | undefined;
}

/** Runs one target of many and keeps its result. Never throws: whatever goes wrong is the result of this target alone. */
export async function resultOf(
  entry: FleetEntry,
  { signal, io, digest, secrets, keyStoppedIn, ...way }: Way,
): Promise<Redacted<TargetResult>> {
  const folder = resolve(io.folder, way.out);
  const began = {
    ...{ name: entry.name, baseUrl: entry.baseUrl, entry: digest, version: suiteVersion },
    startedAt: new Date().toISOString(),
  };
  const running = { state: "running", exitCode: null, outcome: null, reason: null, endedAt: null } as const;
  const nothing = { reports: [], recording: null, rest: null } as const;
  const own = ioOf(entry, signal, { ...io, secrets });
  const keep = async (result: TargetResult): Promise<Redacted<TargetResult>> => {
    const safe = safeResult(result, secrets);
    await writeResult(folder, entry.name, safe);
    return safe;
  };
  const ended = (how: How) => ({
    ...{ ...began, ...how, ...nothing },
    endedAt: new Date().toISOString(),
  });
  try {
    await removeUnfinished(folder, entry.name);
    await keep({ ...began, ...running, ...nothing, sentence: "" });
    if (keyStoppedIn !== undefined) throw keyStopped(entry, keyStoppedIn);
    const done = await runEntry(entry, { ...way, io: own });
    const { reports, recording } = done;
    return await keep({ ...ended(howOf(done)), reports, recording, rest: restOf(done) });
  } catch (error) {
    const failed = ended(howItFailed(error, own));
    return keep(failed).catch(() => safeResult(failed, secrets));
  }
}

function keyStopped({ where }: FleetEntry, name: string): UsageError {
  return new UsageError({
    what: `its key stopped working in the run of ${name}, and another run could prolong a ban`,
    where,
    remedy: "Start again when the key works: only what is not finished is run.",
  });
}

/** A run that came to its end, or to a bound that was set for it, is not run again. */
function howOf({ run, written }: EntryRun): How {
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

/** As between two runs of `--watch`. */
function restOf({ run: { exchanges, requests } }: EntryRun): TargetResult["rest"] {
  const rest = restAfter(exchanges, requests.total - requests.probe, Date.now());
  if (rest === undefined) return null;
  return { until: new Date(Math.min(rest.untilMs, lastInstantMs)).toISOString(), reason: rest.reason };
}

/** The outcome, and the one cause where there is one. */
function inOneSentence(run: EntryRun["run"]): string {
  const cause = run.rootCause === undefined ? "" : causeSentence(run.rootCause, run.words);
  return cause === ""
    ? outcomeSentence(run)
    : `${outcomeSentence(run)}. ${cause[0]?.toUpperCase()}${cause.slice(1)}`;
}

function howItFailed(error: unknown, io: Io): How {
  const notRun = { state: "unfinished", outcome: "not run", reason: null } as const;
  if (isUserError(error)) {
    // It was sent, and what it showed is lost.
    const exitCode = error instanceof ReportError ? 3 : 2;
    return { ...notRun, exitCode, sentence: error.message };
  }
  printSuiteFault(error, io);
  return { ...notRun, exitCode: suiteFault, sentence: "a fault of the suite itself" };
}

/** It prints no report, only what goes wrong, with the name of the target; it ends when all do. */
function ioOf({ name }: FleetEntry, signal: AbortSignal, io: Io): Io {
  return {
    ...io,
    ...{ outIsTerminal: false, errIsTerminal: false, openPrompt: undefined },
    out: () => undefined,
    err: (text) => io.err(text.replace(/^(?=.)/gm, `${name}: `)),
    onInterrupt: (listener) => {
      if (signal.aborted) listener();
      signal.addEventListener("abort", listener);
      return () => signal.removeEventListener("abort", listener);
    },
  };
}
