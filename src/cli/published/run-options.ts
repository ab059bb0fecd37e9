import { checkCertificate, targetOptions } from "#assembly/options/library-options.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { type Given, type Values, without } from "#core/options/option.ts";
import { baseUrlOption } from "#core/options/yaml-file.ts";
import { type Drawn, type RunOptions, runOptions, runOptionsOf } from "#core/run/options.ts";
import type { Format } from "#report/formats/formats.ts";
import type { ReportRequest } from "#report/formats/write.ts";
import { settings } from "#suites/settings.ts";
import { valuesGiven } from "../options/args.ts";
import { commandOptions } from "../options/options.ts";

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

const keyNames = (["apiKeyFile", "apiKeyCommand"] as const).map((key): string => commandOptions[key].name);

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

/** `FORMAT[=PATH]`. */
export function reportRequest(text: string): ReportRequest {
  const [format = "", ...path] = text.split("=");
  return { format: format as Format, path: path.length === 0 ? undefined : path.join("=") };
}

function headerLine(text: string): HeaderLine {
  const end = text.search(/[=:]/);
  return [text.slice(0, end), text.slice(end + 1).trim()];
}
