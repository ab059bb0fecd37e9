import { join } from "node:path";
import { draw } from "#assembly/options/library-options.ts";
import { readTarget } from "#assembly/read-target.ts";
import { type Io, interruptedBy } from "#cli/io.ts";
import { isUserError, printSuiteFault, suiteFault } from "#cli/print-error.ts";
import { type RunCommandOptions, runCommandOptions } from "#cli/published/run-options.ts";
import type { Given } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import type { OwnOfRun, TargetRunner } from "#fleet/result-of.ts";
import type { FleetEntry } from "#fleet/targets-file.ts";
import { ReportError } from "#report/formats/write.ts";
import { performRun } from "../run/perform-run.ts";
import { prepareRun } from "../run/run.ts";
import { checkHeaders, keyFrom } from "../run/run-arguments.ts";

/**
 * Runs the targets of a fleet as `run` does.
 * @param out the folder of `--out`
 */
export function targetRunner(commandLine: Given, out: string, io: Io): TargetRunner {
  return {
    secretsOf: (entry) => secretsOf(entry, commandLine, io),
    run: async (entry, own) => {
      const ioOfRun = ioOf(entry, own, io);
      const record = own.recording === null ? undefined : join(out, own.recording);
      const { run, options, written } = await runEntry(entry, commandLine, record, ioOfRun);
      return {
        ...{ run, written, strict: options.run.strict, formats: options.reports.map(({ format }) => format) },
      };
    },
    failed: (error, entry, own) => {
      // Where it is a report that could not be written, requests were sent, and what they showed is lost.
      if (isUserError(error))
        return { exitCode: error instanceof ReportError ? 3 : 2, sentence: error.message };
      printSuiteFault(error, ioOf(entry, own, io));
      return { exitCode: suiteFault, sentence: "a fault of the suite itself" };
    },
  };
}

async function secretsOf(entry: FleetEntry, commandLine: Given, io: Io) {
  const shared = [io.env.PETSTORE_API_KEY ?? ""];
  const given = optionsOf(entry, commandLine);
  if (given === undefined) return { keys: [], others: shared };
  const keys = await keysOf(entry, given, { ...io, secrets: createSecrets() });
  return { keys, others: [...shared, ...given.headers.map(([, value]) => value)] };
}

/** Undefined where they contradict each other: its own run says so. */
function optionsOf(entry: FleetEntry, commandLine: Given): RunCommandOptions | undefined {
  try {
    return runCommandOptions(commandLine, entry.given, draw());
  } catch {
    return undefined;
  }
}

async function keysOf(
  entry: FleetEntry,
  { secondKeyFile, ...options }: RunCommandOptions,
  io: Io,
): Promise<readonly string[]> {
  const read = [
    keyOfEntry(entry, options, io),
    ...(secondKeyFile === undefined ? [] : [keyFrom({ file: secondKeyFile }, io)]),
  ];
  const settled = await Promise.allSettled(read);
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** @throws UsageError, SpecError, ReportError for options that cannot be used */
async function runEntry(entry: FleetEntry, commandLine: Given, record: string | undefined, io: Io) {
  const { reports, ...asked } = runCommandOptions(commandLine, entry.given, draw());
  checkHeaders(asked, io);
  const target = readTarget(entry.baseUrl, asked);
  // What is written of it goes to the folder of all.
  const own = { quiet: true, reports: [], record };
  const { prepared, checked, ...subject } = await prepareRun({ ...asked, ...own }, target, io, {
    keyOf: (options) => keyOfEntry(entry, options, io),
    named: (name) => name,
  });
  const { run, written } = await performRun(prepared, checked, { target, io, ...subject });
  return { run, written, options: { ...checked, reports } };
}

/** The key that the target names, else PETSTORE_API_KEY. @throws UsageError where there is none */
async function keyOfEntry(
  { name, where, keyVariable }: FleetEntry,
  { apiKeyFile: file, apiKeyCommand: command }: Pick<RunCommandOptions, "apiKeyFile" | "apiKeyCommand">,
  io: Io,
): Promise<string> {
  const environment = io.env[keyVariable ?? "PETSTORE_API_KEY"];
  if (file === undefined && command === undefined && (environment ?? "") === "")
    throw new UsageError({
      what: `${name} has no API key: ${keyVariable ?? "PETSTORE_API_KEY"} is not set`,
      where,
      remedy:
        "Set the variable, or name another with api-key-env, a file with api-key-file, or a command with api-key-command.",
    });
  return keyFrom({ file, command, environment }, io);
}

/** It prints no report, only what goes wrong, with the name of the target; it ends when all do. */
function ioOf({ name }: FleetEntry, { secrets, signal }: OwnOfRun, io: Io): Io {
  return {
    ...{ ...io, secrets },
    ...{ outIsTerminal: false, errIsTerminal: false },
    out: () => undefined,
    err: (text) => io.err(text.replace(/^(?=.)/gm, `${name}: `)),
    onInterrupt: interruptedBy(signal),
  };
}
