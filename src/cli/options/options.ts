import { checkCertificate, targetOptions } from "#assembly/options/library-options.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import {
  flag,
  type Given,
  type Option,
  type OptionGroup,
  optionTable,
  path,
  pattern,
  text,
  type Values,
  without,
} from "#core/options/option.ts";
import { baseUrlOption } from "#core/options/yaml-file.ts";
import { type Drawn, type RunOptions, runOptions, runOptionsOf } from "#core/run/options.ts";
import { type Format, formatNames } from "#report/formats/formats.ts";
import type { ReportRequest } from "#report/formats/write.ts";
import { settings } from "#suites/settings.ts";
import { valuesGiven } from "./args.ts";

export const hostOption = (help: string) => ({
  ...{ value: text("an address of this machine"), placeholder: "ADDRESS" },
  ...{ help, default: "127.0.0.1" },
});

export const commandOptions = optionTable({
  self: {
    value: flag,
    default: false,
    notInConfig: "it says what this one run checks",
    help: "Check the embedded reference server, in this process and without a network.",
  },
  reports: {
    name: "report",
    value: pattern(
      new RegExp(`^(?:${formatNames.join("|")})(?:=.+)?$`, "s"),
      `one of ${formatNames.join(", ")}, optionally with =PATH`,
      "json=report.json",
    ),
    short: "o",
    placeholder: "FORMAT[=PATH]",
    repeatable: true,
    // A path may hold a comma: one ends only where a format's name follows.
    separator: new RegExp(`,(?=(?:${formatNames.join("|")})(?:[=,]|$))`),
    help: `Also write a report: ${formatNames.join(", ")}. Without PATH it goes to reports/<time>-<host>; \`-\` is standard output.`,
  },
  replay: {
    value: text("a generated input that a report names"),
    placeholder: "INPUT",
    notInConfig: "it says what this one run checks",
    help: "Send only this generated input, named as in a report; give the run's --seed too.",
  },
  knownFailures: {
    value: path(),
    help: "Failures that this YAML file lists do not change the outcome until the day given there for each.",
  },
  events: {
    value: path("a file, or - for standard output"),
    inFileOnly: true,
    help: "Also write events while the run goes on, as NDJSON: planned, round, exchange, settled, waiting, notice, finished.",
  },
  headers: {
    name: "header",
    value: pattern(
      /^[!#$%&'*+.^_`|~0-9A-Za-z-]+[=:][\t\x20-\x7e\x80-\xff]*$/,
      "NAME=VALUE or 'NAME: VALUE', as HTTP allows them",
      "X-Gateway-Token=abc",
    ),
    placeholder: "NAME=VALUE",
    repeatable: true,
    secret: true,
    help: "Send this header with every request, also written 'NAME: VALUE'; its value is redacted as the key is.",
  },
  apiKeyFile: {
    value: path(),
    otherwise: "PETSTORE_API_KEY",
    help: "Read the API key from this file; `-` is standard input.",
  },
  apiKeyCommand: {
    value: text("a shell command"),
    placeholder: "COMMAND",
    inFileOnly: true,
    help: "Read the API key from what this command prints; it is run again where the service answers 401 and says that the key expired.",
  },
  config: {
    value: path(),
    otherwise: "petstore-conformance.yaml or .yml, where there is one",
    notInConfig: "it names the configuration file itself",
    help: "The configuration file.",
  },
  dryRun: {
    value: flag,
    default: false,
    notInConfig: "it is a question about one run",
    help: "Print what the run would cost the target, then the requests that would be sent; send nothing. Needs no key.",
  },
  quiet: { short: "q", value: flag, default: false, help: "Print the summary only." },
  verbose: {
    short: "v",
    value: flag,
    default: false,
    help: "Print every area and every failure, not the causes alone.",
  },
});

const { profile, only, skip, require, readOnly, strict, probe, rounds, forMs, ...others } = runOptions;
const { seed, runId: _, rateLimit, now, trace, ...limits } = others;
const { spec, record, ...way } = targetOptions;
const { self, replay, dryRun, headers, apiKeyFile, apiKeyCommand, ...written } = commandOptions;
const { quiet, verbose, config, ...results } = written;

/** Every option of `run` and of its configuration file, as the help groups them. The library alone takes an id of the run. */
export const runOptionGroups: readonly OptionGroup[] = [
  {
    title: "What is tested",
    options: [self, profile, only, skip, require, readOnly, strict, probe, rounds, forMs, dryRun],
  },
  { title: "Running again", options: [replay, seed] },
  { title: "What holds for the service", options: [...Object.values(settings), rateLimit, spec, now] },
  { title: "Reaching it", options: [headers, apiKeyFile, apiKeyCommand, ...Object.values(way), trace] },
  { title: "Limits", options: Object.values(limits) },
  { title: "Results", options: [...Object.values(results), record, quiet, verbose, config] },
];

/** The same in one list. Parsing, configuration file, its schema and suggestions come from it. */
export const runOptionTable: readonly Option[] = runOptionGroups.flatMap(({ options }) => options);

type Around = Values<typeof targetOptions & typeof commandOptions>;

/** What `run` was asked for: the run's own options, and those of the command around it, as its table names them. */
export interface RunCommandOptions extends Omit<Around, "reports" | "headers"> {
  readonly run: RunOptions;
  /** From the configuration file. */
  readonly baseUrl: string | undefined;
  readonly reports: readonly ReportRequest[];
  readonly headers: readonly HeaderLine[];
  readonly seedGiven: boolean;
}

export const keyNames = [apiKeyFile, apiKeyCommand].map(({ name }): string => name);

/** The command line wins over the configuration file, and that over the defaults. Throws UsageError for contradicting options. */
export function runCommandOptions(commandLine: Given, config: Given, drawn: Drawn): RunCommandOptions {
  // A key on the command line replaces that of the configuration, wherever either comes from.
  const fromConfig = keyNames.some((name) => commandLine.has(name)) ? without(config, keyNames) : config;
  const merged: Given = new Map([...fromConfig, ...commandLine]);
  const around = valuesGiven({ ...targetOptions, ...commandOptions }, merged);
  checkCertificate(around);
  return {
    ...around,
    run: runOptionsOf(valuesGiven(runOptions, merged), valuesGiven(settings, merged), drawn),
    baseUrl: valuesGiven({ baseUrl: baseUrlOption }, merged).baseUrl,
    reports: around.reports.map(reportRequest),
    headers: around.headers.map(headerLine),
    seedGiven: merged.has(runOptions.seed.name),
  };
}

export function reportRequest(text: string): ReportRequest {
  const [format = "", ...path] = text.split("=");
  return { format: format as Format, path: path.length === 0 ? undefined : path.join("=") };
}

function headerLine(text: string): HeaderLine {
  const end = text.search(/[=:]/);
  return [text.slice(0, end), text.slice(end + 1).trim()];
}
