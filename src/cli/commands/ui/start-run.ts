import { judgeRecording } from "../../../core/recording/judge-again.ts";
import { defaultPath } from "../../../report/formats/write.ts";
import type { Means, StartedRun } from "../../../workbench/means.ts";
import type { Io } from "../../io.ts";
import { type Given, readArguments } from "../../options/args.ts";
import { commandOptions, runOptionTable } from "../../options/options.ts";
import { withKnown } from "../../published/publish.ts";
import { performRun } from "../run/perform-run.ts";
import { prepareRun, readRun } from "../run/run.ts";

/**
 * Runs as `run` does with what the page asks for, and with what the command line of `ui` says.
 * @throws UsageError, SpecError, ReportError before anything is sent
 */
export async function startRun(
  [asked, follower, signal]: Parameters<Means["startRun"]>,
  given: Given,
  baseUrl: string | undefined,
  io: Io,
): Promise<StartedRun> {
  const page = readArguments([...asked.options], runOptionTable).given;
  const merged = new Map([...given, ...page]);
  // The key of the page is for this address; no other source gives one then.
  if (asked.key !== undefined) {
    for (const { name } of [commandOptions.apiKeyFile, commandOptions.apiKeyCommand]) merged.delete(name);
    merged.set(commandOptions.apiKey.name, [asked.key]);
    io.secrets.add(asked.key);
  }
  const isSelf = merged.get(commandOptions.self.name)?.[0] === true;
  const address = isSelf ? undefined : asked.baseUrl || baseUrl;
  const quiet = stoppable(io, signal);
  const { asked: options, target } = await readRun(merged, address === undefined ? [] : [address], quiet);
  const name = target?.href ?? "reference server (in process)";
  const record = await freeRecording(name, io);
  const { prepared, checked, key, secondKey, known } = await prepareRun(
    { ...options, record, quiet: true },
    target,
    quiet,
  );
  const running = performRun(prepared, checked, { target, key, secondKey, io: quiet, follower });
  return {
    target: name,
    soFar: (kept) => judgeRecording({ kept }, { ...prepared, options: checked.run, asThen: true }),
    finished: running.then(({ run }) => withKnown(run, known, checked, io).run),
  };
}

/** What is done with it ends when the page stops it, or when the workbench ends. */
export function stoppable(io: Io, signal: AbortSignal): Io {
  return {
    ...io,
    // The getters of the process are read when they are needed.
    folder: io.folder,
    onInterrupt: (listener) => {
      if (signal.aborted) listener();
      else signal.addEventListener("abort", listener, { once: true });
      return () => signal.removeEventListener("abort", listener);
    },
  };
}

/** Where a run or an exam is kept, for the history. */
export function freeRecording(subject: string, { folder }: Io): Promise<string> {
  return defaultPath("ndjson.zst", { startedAtMs: Date.now(), subject }, folder);
}
