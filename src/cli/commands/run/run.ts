import type { Prepared } from "#assembly/assemble.ts";
import { draw, targetOptions } from "#assembly/options/library-options.ts";
import {
  checkNamesInDocument,
  selectorsOrWords,
  withCheckedSelectors,
  withReplay,
} from "#assembly/options/selectors.ts";
import { checkKey, checkOwnHeaders, readTarget } from "#assembly/target.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, misused } from "#cli/options/args.ts";
import { defaultFiles, readConfig } from "#cli/options/config.ts";
import {
  commandOptions,
  type RunCommandOptions,
  runCommandOptions,
  runOptionGroups,
  runOptionTable,
} from "#cli/options/options.ts";
import { printWarnings } from "#cli/published/for-people.ts";
import { requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { isLoopbackHost, isPrivateHost } from "#core/exchange/transport/private-host.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { type Given, without } from "#core/options/option.ts";
import { bothGiven, UsageError } from "#core/options/usage-error.ts";
import { runOptions } from "#core/run/options.ts";
import { looksLikeWord } from "#core/secrets/looks.ts";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { mostBytes } from "#files/read-bounded.ts";
import { wrap } from "#report/console/terminal.ts";
import { withHeaders } from "#suites/document/settings.ts";
import { settings } from "#suites/petstore/settings.ts";
import type { ReadyRun } from "./perform-run.ts";

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
  const ready = await prepareRun(asked, target, io);
  const { options, key } = ready;
  if (options.dryRun) return dryRun(ready, io);
  if (target !== undefined && key !== undefined && !options.quiet)
    for (const notice of keyNotices(target, key)) io.err(`note: ${notice}\n`);
  const [{ publish }, { performRun }] = await Promise.all([
    import("#cli/published/publish.ts"),
    import("./perform-run.ts"),
  ]);
  return publish(await performRun(ready, io), options, io);
}

/** @param leftOut options that count as not given in the configuration file */
export async function readRun(
  given: Given,
  positionals: readonly string[],
  io: Io,
  leftOut: readonly string[] = [],
) {
  const config = await readConfig(given.get("config")?.[0]?.toString(), io.folder, table);
  const asked = runCommandOptions(given, without(config.given, leftOut), draw());
  checkHeaders(asked, io);
  return { asked, target: targetOf(positionals, asked, config.file) };
}

/** All that can be wrong is found here, before anything is sent. @throws UsageError, SpecError, ReportError */
export async function prepareRun(
  options: RunCommandOptions,
  target: URL | undefined,
  io: Io,
  keyOf = () => keyFrom(options, io.env.PETSTORE_API_KEY, io),
): Promise<ReadyRun> {
  const key = target === undefined || options.dryRun ? undefined : await keyOf();
  await checkReports(options, io);
  const declared =
    options.spec === undefined ? options.run.declared : withHeaders(options.run.declared, options.headers);
  const { preparedFor } = await import("#assembly/assemble.ts");
  const prepared = await preparedFor({ spec: options.spec, declared });
  checkNamesInDocument(declared, prepared.part);
  const selected = withCheckedSelectors({ ...options.run, declared }, prepared.requirements);
  if (!options.quiet) printChosen(options.run.only, prepared, io);
  const { replay, seedGiven } = options;
  const run = replay === undefined ? selected : await withReplay(selected, replay, prepared, seedGiven);
  const known = await knownFailures(options, prepared, io);
  return { prepared, options: { ...options, run }, target, key, renewKey: renewalOf(options, io), known };
}

async function knownFailures({ knownFailures: file }: RunCommandOptions, { requirements }: Prepared, io: Io) {
  if (file === undefined) return undefined;
  const { readKnownFailures } = await import("#cli/published/known-failures-file.ts");
  return readKnownFailures(file, io.folder, requirements);
}

/** Words may select more, or fewer, requirements than intended. */
function printChosen(only: readonly string[], { requirements }: Prepared, { err, columns = 80 }: Io): void {
  for (const { words, chosen } of selectorsOrWords(only, requirements).byWords) {
    const text = `--only ${JSON.stringify(words)} chose ${counted(chosen.length, "requirement")}: ${chosen.map(requirementName).join(", ")}`;
    err(`${wrap(escapeForTerminal(text), columns).join("\n")}\n`);
  }
}

async function dryRun({ prepared, options, target }: ReadyRun, io: Io): Promise<number> {
  const [{ previewRun }, { dryRunText }] = await Promise.all([
    import("#core/run/plan/preview.ts"),
    import("./dry-run.ts"),
  ]);
  printWarnings(prepared.contract.warnings, io);
  const baseUrl = target ?? new URL("http://reference.localhost/v1");
  const preview = previewRun({ ...prepared, options: options.run }, baseUrl, Date.now());
  const name = target?.href ?? "the reference server";
  io.out(dryRunText(preview, name, Math.min(io.columns ?? 80, 100)));
  return 0;
}

async function checkReports({ reports, events, record }: RunCommandOptions, { folder }: Io): Promise<void> {
  const { checkReportPlace } = await import("#report/formats/write.ts");
  for (const { path } of reports) if (path !== "-") await checkReportPlace(path, folder);
  if (events !== undefined && events !== "-") await checkReportPlace(events, folder, "events");
  if (record !== undefined) await checkReportPlace(record, folder, "--record FILE");
}

/**
 * Undefined: the reference server, which only `--self` asks for. Without a target, `run` fails: an exit code 0 must mean that
 * the user's service was checked.
 */
function targetOf([first, ...rest]: readonly string[], options: RunCommandOptions, file?: string) {
  if (rest.length > 0) throw misused("more than one BASE_URL is given", "Run the command once for each.");
  if (first !== undefined && options.self) throw bothGiven("--self", "a BASE_URL");
  if (options.self) return undefined;
  const text = first ?? options.baseUrl;
  if (text !== undefined) return readTarget(text, options);
  const lacking =
    file === undefined ? `this folder has neither ${defaultFiles.join(" nor ")}` : `${file} has no base-url`;
  throw new UsageError({
    what: "no target is given",
    where: `the command line has no BASE_URL, and ${lacking}`,
    remedy:
      "Write petstore-conformance run https://staging.example.com/v1 with your address, or give --self to check the embedded reference server.",
  });
}

/** How to get another key when this one expires; undefined where nothing can give one. Prints why it failed. */
function renewalOf({ apiKeyCommand }: RunCommandOptions, io: Io) {
  if (apiKeyCommand === undefined) return undefined;
  return async (): Promise<string> => {
    try {
      return await keyFrom({ apiKeyFile: undefined, apiKeyCommand }, undefined, io);
    } catch (error) {
      const { printError } = await import("#cli/print-error.ts");
      printError(error, io);
      throw error;
    }
  };
}

/** Their values are secrets from then on. Throws UsageError for a header that the suite sets itself. */
export function checkHeaders({ headers, spec }: RunCommandOptions, { secrets }: Io): void {
  secrets.add(...headers.map(([, value]) => value));
  checkOwnHeaders(headers, "--header", spec !== undefined);
}

/** The API key, which is a secret from then on; no message contains it. The command line wins over `environment`, the variable's value. */
export async function keyFrom(
  { apiKeyFile: file, apiKeyCommand: command }: Pick<RunCommandOptions, "apiKeyFile" | "apiKeyCommand">,
  environment: string | undefined,
  io: Io,
): Promise<string> {
  if (file !== undefined && command !== undefined)
    throw bothGiven("--api-key-file", "api-key-command", "options");
  if (command !== undefined) {
    // Imported only here: it is seldom needed, and Node's module for starting processes takes 10 ms to load.
    const { outputOfKeyCommand } = await import("#cli/shell-command.ts");
    return checkedKey(await outputOfKeyCommand(command, io), "the output of api-key-command", io);
  }
  if (file !== undefined)
    return checkedKey(await readKeyFile(file, io), file === "-" ? "standard input" : file, io);
  if (environment !== undefined && environment !== "") return checkedKey(environment, "PETSTORE_API_KEY", io);
  throw new UsageError({
    what: "no API key is given",
    where: "PETSTORE_API_KEY is not set",
    remedy:
      "Set PETSTORE_API_KEY, or name a file with --api-key-file, or a command with api-key-command in the configuration; the page of `ui` has a field for it. `run --self` checks the embedded reference server and needs no key.",
  });
}

async function readKeyFile(file: string, { folder, readStandardInput }: Io): Promise<string> {
  if (file === "-") return readStandardInput();
  const { readNamedFile } = await import("#cli/file-kinds.ts");
  const remedy = "Give the path of a file that holds only the key.";
  return String(await readNamedFile(file, folder, { most: mostBytes.secret, what: "the key file", remedy }));
}

function checkedKey(text: string, where: string, { secrets }: Io): string {
  const key = checkKey(text.replace(/\r?\n$/, ""), where);
  secrets.add(key);
  return key;
}

export function keyNotices(target: URL, key: string): string[] {
  const notices: string[] = [];
  if (key.length < shortestAnywhere) {
    const why = `the key has fewer than ${shortestAnywhere} characters, which may occur by chance`;
    notices.push(`${why}: it is redacted in credential headers only, not in bodies and other headers`);
  } else if (looksLikeWord(key)) {
    const what = "the key looks like a word, which services write and this suite sends";
    notices.push(`${what}: where it is redacted, a recording is inconclusive; use a random key`);
  }
  if (target.protocol === "http:" && !isLoopbackHost(target.hostname)) {
    const where = isPrivateHost(target.hostname) ? "a private network" : "a public network";
    notices.push(`plain http sends the key unencrypted to ${target.host}, over ${where}`);
  }
  return notices;
}
