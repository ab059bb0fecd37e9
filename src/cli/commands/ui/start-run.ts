import { targetOptions } from "#assembly/options/library-options.ts";
import { checkKey } from "#assembly/read-target.ts";
import type { Io } from "#cli/io.ts";
import { readArguments } from "#cli/options/args.ts";
import { commandOptions } from "#cli/options/options.ts";
import { type Given, without } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { judgeRecording } from "#core/recording/judge-again.ts";
import { defaultPath } from "#report/formats/write.ts";
import type { AskedRun, RunFollower, StartedRun } from "#workbench/actions.ts";
import { performRun } from "../run/perform-run.ts";
import { prepareRun, readRun } from "../run/run.ts";
import { everydayOptions, otherOptions } from "./ui-options.ts";

const { apiKeyFile, apiKeyCommand, headers } = commandOptions;
const { clientCert, clientKey, allowInsecure } = targetOptions;
const keyOptions = [apiKeyFile, apiKeyCommand].map(({ name }): string => name);

/** Credentials of the command line and the configuration, besides the key: they are for the host named there, and for no other. */
const forTheirHost = [headers, clientCert, clientKey, allowInsecure].map(({ name }): string => name);

export interface CommandLine {
  readonly given: Given;
  readonly baseUrl: string | undefined;
}

/**
 * Runs as `run` does with what the page asks for, and with what the command line of `ui` says.
 * @throws UsageError, SpecError, ReportError before anything is sent
 */
export async function startRun(
  asked: AskedRun,
  follower: RunFollower,
  commandLine: CommandLine,
  io: Io,
): Promise<StartedRun> {
  const { options, target } = await readAsked(asked, commandLine, io);
  const { key: typed } = asked;
  const name = target?.href ?? "reference server (in process)";
  const record = await freeRecording(name, io);
  const { prepared, checked, ...subject } = await prepareRun(
    { ...options, record, quiet: true },
    target,
    io,
    typed === undefined ? undefined : async () => checkKey(typed, "the field API key"),
  );
  const running = performRun(prepared, checked, { target, io, follower, ...subject });
  return {
    target: name,
    recording: record.replaceAll("\\", "/"),
    soFar: (kept) => judgeRecording(kept, { ...prepared, options: checked.run, asThen: true }),
    finished: running.then(({ run }) => run),
  };
}

/** The options of a run that the page asks for; credentials are given only for their own host. */
async function readAsked(asked: AskedRun, { given, baseUrl }: CommandLine, io: Io) {
  const table = [...everydayOptions, ...otherOptions.flatMap(({ options }) => options)];
  const page = readArguments(asked.options, table).given;
  const merged = new Map([...given, ...page]);
  // The key that was typed is for this address; no other source gives one then.
  if (asked.key !== undefined) {
    for (const name of keyOptions) merged.delete(name);
    io.secrets.add(asked.key);
  }
  const isSelf = merged.get(commandOptions.self.name)?.[0] === true;
  const address = isSelf ? undefined : asked.baseUrl || baseUrl;
  const operands = address === undefined ? [] : [address];
  const { asked: options, target } = await readRun(merged, operands, io);
  const theirs = URL.parse(baseUrl ?? options.baseUrl ?? "")?.origin;
  if (target === undefined || target.origin === theirs) return { options, target };
  if (asked.key === undefined) throw noKeyFor(target);
  const other = await readRun(without(merged, forTheirHost), operands, io, forTheirHost);
  return { options: other.asked, target: other.target };
}

/** Whoever has the address of the page could otherwise have the key sent to any host. */
function noKeyFor({ origin }: URL): UsageError {
  return new UsageError({
    what: "No API key is given for this address",
    where: `${origin}; the key of the environment or the command line goes only to the address that ui was started with`,
    remedy: "Fill in the field API key, or start ui with this address.",
  });
}

/** Where a run or an exam is kept, for the history. */
export function freeRecording(subject: string, { folder }: Io): Promise<string> {
  return defaultPath("ndjson.zst", { startedAtMs: Date.now(), subject }, folder);
}
