import { targetOptions } from "#assembly/options/library-options.ts";
import { commandOptions, runOptionGroups, runOptionTable } from "#cli/options/options.ts";
import { type Option, type OptionGroup, optionTable, whole } from "#core/options/option.ts";
import { examOptions } from "../exam/exam-options.ts";
import { serveOptions } from "../serve/serve.ts";

export const uiOptions = optionTable({
  port: { value: whole(0, 65_535), default: 0, help: "The port; 0 picks a free one." },
  exec: {
    ...examOptions.exec,
    help: "The client that the page examines: this command is started once for each situation, as with `exam --exec`.",
  },
});

const { headers, apiKeyFile, apiKeyCommand, config, knownFailures } = commandOptions;
const { spec, ca, clientCert, clientKey, allowInsecure } = targetOptions;

/** Options that each run from the page gets from the command line: secrets, commands and files, which the page cannot set. */
export const accessOptions = optionTable({
  ...{ apiKeyFile, apiKeyCommand, headers, allowInsecure },
  ...{ ca, clientCert, clientKey, spec, knownFailures, config },
});

const access: readonly Option[] = Object.values(accessOptions);

export const groups: readonly OptionGroup[] = [
  { title: "The page", options: Object.values(uiOptions) },
  { title: "What its runs are given", options: access },
];

export const table: readonly Option[] = groups.flatMap(({ options }) => options);

/**
 * What the page may set, by the names of options. Whatever is not here is refused by name: an option stands here only if it
 * names no command, no file and no credential, and loosens no check of this program's.
 */
export const settable = {
  /** Options of `run`: what most users need, which the form shows first. */
  everyday: ["profile", "rate-limit", "plan", "only", "read-only", "self"],
  more: [
    ...["skip", "require", "min-cases", "strict", "probe", "rounds", "for", "replay", "seed"],
    ...["category-id", "removal-date", "input", "operations", "now"],
    ...["trace", "wait-for-ready", "concurrency", "timeout", "max-body", "consistency-wait"],
    ...["max-requests", "max-creates", "max-duration", "max-burst", "max-wait"],
  ],
  serve: ["fault", "variant", "plan", "seed-pets"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The named options of a table, in this order; those of the configuration file, too. */
function settableOf(names: readonly string[], table: readonly Option[]): readonly Option[] {
  return names.flatMap((name) => {
    const { inFileOnly: _, ...option } = table.find((one) => one.name === name) ?? {};
    return "name" in option ? [option] : [];
  });
}

export const everydayOptions = settableOf(settable.everyday, runOptionTable);

/** The others that a run may be given, as the help groups them. */
export const otherOptions: readonly OptionGroup[] = runOptionGroups.map(({ title, options }) => ({
  title,
  options: settableOf(settable.more, options),
}));

export const pageRunOptions: readonly Option[] = [
  ...everydayOptions,
  ...otherOptions.flatMap(({ options }) => options),
];

export const referenceOptions = settableOf(settable.serve, Object.values(serveOptions));
