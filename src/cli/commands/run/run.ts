import type { Prepared } from "#assembly/assemble.ts";
import { draw, targetOptions } from "#assembly/options/library-options.ts";
import { selectorsOrWords, withCheckedSelectors } from "#assembly/options/selectors.ts";
import { readTarget } from "#assembly/read-target.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, misused } from "#cli/options/args.ts";
import { type Config, defaultFiles, readConfig } from "#cli/options/config.ts";
import { commandOptions, runOptionGroups, runOptionTable } from "#cli/options/options.ts";
import { printWarnings } from "#cli/published/for-people.ts";
import { type RunCommandOptions, runCommandOptions } from "#cli/published/run-options.ts";
import { requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { type Given, without } from "#core/options/option.ts";
import { bothGiven, UsageError } from "#core/options/usage-error.ts";
import { runOptions } from "#core/run/options.ts";
import { wrap } from "#report/console/terminal.ts";
import { withHeaders } from "#suites/document/settings.ts";
import { settings } from "#suites/petstore/settings.ts";
import { checkHeaders, keyFrom, keyNotices } from "./run-arguments.ts";

export const table = runOptionTable;
export const groups = runOptionGroups;
export const speaksHttp = (given: Given): boolean => !given.has(commandOptions.self.name);

export const help = {
  usage: "run BASE_URL [options]",
  about:
    "Checks the server at BASE_URL, which ends in /v1; or, with --self, the embedded reference server. One of them must be given, unless the configuration file has a base-url.",
  examples: [
    "PETSTORE_API_KEY=… petstore-conformance run https://staging.example.com/v1",
    "petstore-conformance run http://localhost:8080/v1 --api-key-file key.txt --read-only",
    "petstore-conformance run --self --report junit=report.xml",
  ],
  everyday: [
    ...[commandOptions.self, runOptions.profile, runOptions.only, runOptions.readOnly, runOptions.strict],
    ...[commandOptions.dryRun, settings.plan, runOptions.rateLimit],
    ...[commandOptions.apiKeyFile, commandOptions.headers, targetOptions.waitForReadyMs],
    ...[runOptions.maxCreates, commandOptions.reports, commandOptions.knownFailures],
    commandOptions.verbose,
  ],
  after:
    "Most options can also be set in petstore-conformance.yaml, by their names; the command line wins. Some can be set only in that file: docs/configuration.md. Exit codes: 0 conforming, 1 non-conforming, 2 wrong usage (nothing was sent), 3 inconclusive or interrupted, 70 a fault of the suite itself.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const { asked, target } = await readRun(given, positionals, io);
  const { prepared, checked, ...subject } = await prepareRun(asked, target, io);
  const { key } = subject;
  if (checked.dryRun) return dryRun(prepared, checked, target, io);
  if (target !== undefined && key !== undefined && !checked.quiet) {
    for (const notice of keyNotices(target, key)) io.err(`note: ${notice}\n`);
  }
  const [{ publish }, { performRun }] = await Promise.all([
    import("#cli/published/publish.ts"),
    import("./perform-run.ts"),
  ]);
  return publish(await performRun(prepared, checked, { target, io, ...subject }), checked, io);
}

/**
 * A run as the command line and the configuration file ask for it.
 * @param leftOut options that count as not given in the configuration file
 * @throws UsageError
 */
export async function readRun(
  given: Given,
  positionals: readonly string[],
  io: Io,
  leftOut: readonly string[] = [],
) {
  const config = await readConfig(given.get("config")?.[0]?.toString(), io.folder, table);
  const asked = runCommandOptions(given, without(config.given, leftOut), draw());
  checkHeaders(asked, io);
  return { asked, target: targetOf(positionals, asked, config) };
}

/**
 * What a run needs beside its target: reads keys and lists, and checks the options against the document, so that all that
 * can be wrong is found before anything is sent. No key: nothing is sent over the network.
 * @throws UsageError, SpecError, ReportError
 */
export async function prepareRun(
  options: RunCommandOptions,
  target: URL | undefined,
  io: Io,
  keyOf = keyOfOptions,
) {
  const key = target === undefined || options.dryRun ? undefined : await keyOf(options, io);
  await checkReports(options, io);
  const declared =
    options.spec === undefined ? options.run.declared : withHeaders(options.run.declared, options.headers);
  const { preparedFor } = await import("#assembly/assemble.ts");
  const prepared = await preparedFor({ spec: options.spec, declared });
  const run = withCheckedSelectors({ ...options.run, declared }, prepared.requirements);
  if (!options.quiet) printChosen(options.run.only, prepared, io);
  const checked = { ...options, run };
  if (options.replay !== undefined) {
    const { withReplay } = await import("./repeat.ts");
    checked.run = withReplay(run, options.replay, prepared, options.seedGiven);
  }
  const asked = { prepared, checked, key };
  if (options.knownFailures === undefined) return { ...asked, known: undefined };
  const { readKnownFailures } = await import("#cli/published/known-failures-file.ts");
  const known = await readKnownFailures(options.knownFailures, io.folder, prepared.requirements);
  return { ...asked, known };
}

/** Words may select more, or fewer, requirements than intended. */
function printChosen(only: readonly string[], { requirements }: Prepared, { err, columns = 80 }: Io): void {
  for (const { words, chosen } of selectorsOrWords(only, requirements).byWords) {
    const text = `--only ${JSON.stringify(words)} chose ${counted(chosen.length, "requirement")}: ${chosen.map(requirementName).join(", ")}`;
    err(`${wrap(escapeForTerminal(text), columns).join("\n")}\n`);
  }
}

async function dryRun(
  prepared: Prepared,
  { run }: RunCommandOptions,
  target: URL | undefined,
  io: Io,
): Promise<number> {
  const [{ previewRun }, { dryRunText }] = await Promise.all([
    import("#core/run/plan/preview.ts"),
    import("./dry-run.ts"),
  ]);
  printWarnings(prepared.contract.warnings, io);
  const baseUrl = target ?? new URL("http://reference.localhost/v1");
  const preview = previewRun({ ...prepared, options: run }, baseUrl, Date.now());
  const name = target?.href ?? "the reference server";
  io.out(dryRunText(preview, name, Math.min(io.columns ?? 80, 100)));
  return 0;
}

/** Finds files that cannot be written before anything is sent. */
async function checkReports({ reports, events, record }: RunCommandOptions, { folder }: Io): Promise<void> {
  const { checkReportPlace } = await import("#report/formats/write.ts");
  for (const { path } of reports) if (path !== "-") await checkReportPlace(path, folder);
  if (events !== undefined && events !== "-") await checkReportPlace(events, folder, "events");
  if (record !== undefined) await checkReportPlace(record, folder, "--record FILE");
}

/** Undefined: the reference server, which only `--self` asks for. */
function targetOf(
  [first, ...rest]: readonly string[],
  options: RunCommandOptions,
  { file }: Config,
): URL | undefined {
  if (rest.length > 0) throw misused("more than one BASE_URL is given", "Run the command once for each.");
  if (first !== undefined && options.self) throw bothGiven("--self", "a BASE_URL");
  if (options.self) return undefined;
  const text = first ?? options.baseUrl;
  if (text === undefined) throw noTarget(file);
  return readTarget(text, options);
}

/** Without a target, `run` fails: an exit code 0 must mean that the user's service was checked. `config`: the configuration file that was read, if any. */
function noTarget(config: string | undefined): UsageError {
  const lacking =
    config === undefined
      ? `this folder has neither ${defaultFiles.join(" nor ")}`
      : `${config} has no base-url`;
  return new UsageError({
    what: "no target is given",
    where: `the command line has no BASE_URL, and ${lacking}`,
    remedy:
      "Write petstore-conformance run https://staging.example.com/v1 with your address, or give --self to check the embedded reference server.",
  });
}

function keyOfOptions(options: RunCommandOptions, io: Io): Promise<string> {
  const { apiKeyFile: file, apiKeyCommand: command } = options;
  return keyFrom({ file, command, environment: io.env.PETSTORE_API_KEY }, io);
}
