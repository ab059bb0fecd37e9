import type { Option } from "../../../core/options/option.ts";
import { runOptions } from "../../../core/run/options.ts";
import type { Io } from "../../io.ts";
import type { Arguments } from "../../options/args.ts";
import { commandOptions, runOptionGroups } from "../../options/options.ts";
import { fleetOptions } from "./fleet-options.ts";

/** What is of one run, and makes no sense for many; and what has another meaning for a fleet. */
const ofOneRun: ReadonlySet<Option> = new Set([
  ...(["self", "watch", "watchPath", "open", "rerun", "replay", "apiKey", "config", "record"] as const).map(
    (key) => commandOptions[key],
  ),
  ...(["events", "verbose"] as const).map((key) => commandOptions[key]),
  runOptions.runId,
  runOptions.concurrency,
]);

export const groups = [
  { title: "The fleet", options: Object.values<Option>(fleetOptions) },
  ...runOptionGroups.map(({ title, options }) => ({
    title: `Each run: ${title.toLowerCase()}`,
    options: options.filter((option) => !ofOneRun.has(option)),
  })),
].filter(({ options }) => options.length > 0);

export const table: readonly Option[] = groups.flatMap(({ options }) => options);
export const operands = "files";
export const speaksHttp = (): boolean => true;

export const help = {
  usage: "fleet TARGETS_FILE --out FOLDER [options]",
  about:
    "Checks every target that a YAML file lists, each with its own options, and keeps the reports in one folder. An option on the command line holds for every run.",
  examples: [
    "petstore-conformance fleet targets.yaml --out fleet",
    "petstore-conformance fleet targets.yaml --out fleet --shard 1/8 --record",
    "petstore-conformance matrix fleet --format html > matrix.html",
  ],
  everyday: [
    ...Object.values<Option>(fleetOptions),
    ...[runOptions.profile, runOptions.readOnly, runOptions.strict],
    ...[commandOptions.reports, commandOptions.dryRun, commandOptions.quiet],
  ],
  after:
    "The exit code is the worst of all runs: 70, 1, 2, 3, then 0. docs/fleets.md describes the list and the folder.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const { runFleet } = await import("./run-fleet.ts");
  return runFleet(given, positionals, io);
}
