import { recordOptions, targetOptions } from "#assembly/options/library-options.ts";
import {
  flag,
  type Option,
  type OptionGroup,
  optionTable,
  path,
  pattern,
  text,
} from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";
import { formatNames } from "#report/formats/formats.ts";
import { settings } from "#suites/settings.ts";

/** Where a command listens. */
export const hostOption = (help: string) => ({
  ...{ value: text("an address of this machine"), placeholder: "ADDRESS" },
  ...{ help, default: "127.0.0.1" },
});

const outcomeOptions = optionTable({
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
});

/** How the command reaches its target, and what it prints. */
const surroundingOptions = optionTable({
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

/** The options that only the command has, not the library. */
export const commandOptions = { ...outcomeOptions, ...recordOptions, ...surroundingOptions } as const;

const { profile, only, skip, require, readOnly, strict, probe, rounds, forMs, ...others } = runOptions;
const { seed, runId: _, rateLimit, now, trace, ...limits } = others;
const { spec, ...way } = targetOptions;
const { self, replay, ...results } = outcomeOptions;
const { dryRun, quiet, verbose, config, ...access } = surroundingOptions;

/** Every option of `run` and of its configuration file, as the help groups them. The library alone takes an id of the run. */
export const runOptionGroups: readonly OptionGroup[] = [
  {
    title: "What is tested",
    options: [self, profile, only, skip, require, readOnly, strict, probe, rounds, forMs, dryRun],
  },
  { title: "Running again", options: [replay, seed] },
  { title: "What holds for the service", options: [...Object.values(settings), rateLimit, spec, now] },
  { title: "Reaching it", options: [...Object.values(access), ...Object.values(way), trace] },
  { title: "Limits", options: Object.values(limits) },
  { title: "Results", options: [...Object.values(results), recordOptions.record, quiet, verbose, config] },
];

/** The same in one list. Parsing, configuration file, its schema and suggestions come from it. */
export const runOptionTable: readonly Option[] = runOptionGroups.flatMap(({ options }) => options);
