import { type Prepared, runOnReference, runOnTarget, startRecording } from "#assembly/assemble.ts";
import type { Io } from "#cli/io.ts";
import { createProgress } from "#cli/live/progress.ts";
import type { RunCommandOptions } from "#cli/options/options.ts";
import type { Performed } from "#cli/published/publish.ts";
import { WallClock } from "#core/exchange/clock/clock.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { KeptEntry, KeptJournal } from "#core/run/journal/journal.ts";
import { requiredOf } from "#core/run/judging/outcome.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { KnownFailure } from "#report/compare/known-failures.ts";

export interface RunFollower {
  readonly onEvent: (event: Redacted<RunEvent>) => void;
  /** Is given what the run is concluded from, without secrets. */
  readonly journal: KeptJournal;
}

/** All that can be wrong was found: it may be sent. */
export interface ReadyRun {
  readonly prepared: Prepared;
  readonly options: RunCommandOptions;
  /** Undefined: the reference server. */
  readonly target: URL | undefined;
  /** Undefined: nothing is sent over the network. */
  readonly key: string | undefined;
  /** Gives another key when this one expires; undefined where nothing can. */
  readonly renewKey: (() => Promise<string>) | undefined;
  readonly known: readonly KnownFailure[] | undefined;
}

interface Watcher extends Partial<RunFollower> {
  readonly finish?: (run: Redacted<Run>) => void;
  /** False if not everything could be written. */
  readonly close?: () => boolean;
}

export async function performRun(
  { prepared, options, target, key, renewKey, known }: ReadyRun,
  io: Io,
  follower?: RunFollower,
): Promise<Required<Performed>> {
  const clock = target === undefined ? undefined : new WallClock();
  const ended = new AbortController();
  // Before a file is opened: whoever is interrupted from here on closes what it opened.
  const stopListening = io.onInterrupt(() => ended.abort(new Error("interrupted")));
  const { things } = prepared.suite.words;
  const progress = createProgress(io, { ...options, outIsTaken: options.events === "-", things, clock });
  const watchers: Watcher[] = [progress, ...(follower === undefined ? [] : [follower])];
  try {
    if (options.events !== undefined) {
      const { EventStream } = await import("#cli/live/event-stream.ts");
      watchers.push(new EventStream(options.events, io));
    }
    if (options.record !== undefined) {
      const place = { path: options.record, folder: io.folder, option: "--record FILE" };
      const onLost = (sentence: string) => io.err(`petstore-conformance: ${escapeForTerminal(sentence)}\n`);
      watchers.push(await startRecording(prepared, { ...place, onLost }));
    }
    const input = {
      ...{ prepared, options: options.run, extraHeaders: options.headers },
      ...{ renewKey, signal: ended.signal, secrets: io.secrets },
      withoutSteps: !progress.showsSteps && options.events === undefined && follower === undefined,
      ...(watchers.some(({ journal }) => journal) && {
        journal: (entry: KeptEntry) => {
          for (const watcher of watchers) watcher.journal?.(entry);
        },
      }),
      ...(watchers.some(({ onEvent }) => onEvent) && {
        onEvent: (event: Redacted<RunEvent>) => {
          for (const watcher of watchers) watcher.onEvent?.(event);
        },
      }),
    };
    const run =
      target === undefined || key === undefined || clock === undefined
        ? await runOnReference(input)
        : await runOnTarget(
            input,
            { ...options, baseUrl: target, key, folder: io.folder, env: io.env },
            clock,
          );
    for (const watcher of watchers) watcher.finish?.(run);
    const written = watchers.map((watcher) => watcher.close?.() ?? true).every((whole) => whole);
    if (known === undefined) return { run, newFailures: [], expired: [], written };
    const { strict, minCases } = options.run;
    const policy = { required: requiredOf(options.run, run.verdicts), strict, minCases };
    const { excuse } = await import("#report/compare/known-failures.ts");
    return { ...excuse(run, known, { ...policy, redact: io.secrets.redact }), written };
  } catch (error) {
    for (const watcher of watchers) watcher.close?.();
    throw error;
  } finally {
    stopListening();
    progress.stop();
  }
}
