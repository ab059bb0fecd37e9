import type { Prepared } from "#assembly/assemble.ts";
import type { Io } from "#cli/io.ts";
import type { EventStream } from "#cli/live/event-stream.ts";
import type { RunCommandOptions } from "#cli/published/run-options.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Recorder } from "#core/recording/recording-file.ts";
import type { KeptEntry } from "#core/run/journal/journal.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { RunFollower } from "#workbench/actions.ts";
import { renewalOf } from "./run-arguments.ts";

/** What is checked, with which keys. */
interface Subject {
  readonly target: URL | undefined;
  readonly key: string | undefined;
  readonly secondKey: string | undefined;
  readonly io: Io;
  /** Who else follows the run while it goes on. */
  readonly follower?: RunFollower;
}

/** Sends a run, shows its progress, and keeps what is to be kept of it while it goes on. */
export async function performRun(
  prepared: Prepared,
  options: RunCommandOptions,
  { target, key, secondKey, io, follower }: Subject,
): Promise<{ readonly run: Redacted<Run>; readonly eventsWritten: boolean }> {
  const [{ runOnReference, runOnTarget, startRecording }, { createProgress }, { createWallClock }] =
    await Promise.all([
      import("#assembly/assemble.ts"),
      import("#cli/live/progress.ts"),
      import("#core/exchange/clock/clock.ts"),
    ]);
  const clock = target === undefined ? undefined : createWallClock();
  const ended = new AbortController();
  // Before a file is opened: whoever is interrupted from here on closes what it opened.
  const stopListening = io.onInterrupt(() => ended.abort(new Error("interrupted")));
  let events: EventStream | undefined;
  let recorder: Recorder | undefined;
  const progress = createProgress(io, {
    ...options,
    outIsTaken: options.events === "-",
    things: prepared.suite.words.things,
    clock,
  });
  try {
    if (options.events !== undefined) {
      const { createEventStream } = await import("#cli/live/event-stream.ts");
      events = createEventStream(options.events, io);
    }
    if (options.record !== undefined) {
      recorder = await startRecording(prepared, {
        ...{ path: options.record, folder: io.folder, option: "--record FILE" },
        onLost: (sentence) => io.err(`petstore-conformance: ${escapeForTerminal(sentence)}\n`),
      });
    }
    const listeners = [progress.onEvent, events?.onEvent, follower?.onEvent].filter(
      (listener) => listener !== undefined,
    );
    const input = {
      prepared,
      options: options.run,
      extraHeaders: options.headers,
      ...(secondKey !== undefined && { secondKey }),
      renewKey: renewalOf(options, io),
      signal: ended.signal,
      secrets: io.secrets,
      withoutSteps: !progress.showsSteps && events === undefined && follower === undefined,
      ...((recorder !== undefined || follower !== undefined) && {
        journal: (entry: KeptEntry) => {
          recorder?.journal(entry);
          follower?.journal(entry);
        },
      }),
      ...(listeners.length > 0 && {
        onEvent: (event: Redacted<RunEvent>) => {
          for (const listen of listeners) listen(event);
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
    events?.finish(run);
    recorder?.finish(run);
    const written = [events?.close() ?? true, recorder?.close() ?? true];
    return { run, eventsWritten: written.every((whole) => whole) };
  } catch (error) {
    events?.close();
    recorder?.close();
    throw error;
  } finally {
    stopListening();
    progress.stop();
  }
}
