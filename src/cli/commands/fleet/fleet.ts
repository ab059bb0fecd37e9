import { join, resolve } from "node:path";
import { draw, targetOptions } from "#assembly/options/library-options.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, misused, valuesGiven } from "#cli/options/args.ts";
import { commandOptions, runCommandOptions, runOptionGroups, runOptionTable } from "#cli/options/options.ts";
import { flag, type Option, optionTable, path, pattern, whole, without } from "#core/options/option.ts";
import { runOptions } from "#core/run/options.ts";

const fleetOptions = optionTable({
  out: {
    value: path("a folder"),
    placeholder: "FOLDER",
    help: "Where results, reports and recordings go. Started again with the same folder, it runs only what is not finished there.",
  },
  concurrency: {
    value: whole(1, 64),
    default: 4,
    help: "How many targets are checked at a time. Targets with the same host or the same key are checked one after the other. The list says how many requests each may have in flight.",
  },
  shard: {
    value: pattern(/^[1-9]\d{0,4}\/[1-9]\d{0,4}$/, "I/N, from 1/N to N/N", "1/8"),
    placeholder: "I/N",
    default: "1/1",
    help: "Check the I-th of N parts only, so that N machines check all of them.",
  },
  record: {
    value: flag,
    default: false,
    help: "Also keep a recording of each run in the folder, for `judge`, `compare` and `impact`.",
  },
  fresh: { value: flag, default: false, help: "Also run targets again that are finished in --out." },
  dryRun: {
    ...commandOptions.dryRun,
    help: "Print which targets would be checked; send nothing. Needs no key. `run --dry-run` shows what is sent to one.",
  },
});

/** Options that make sense for one run only, or that have another meaning for a fleet. */
const { self, replay, config, events, verbose } = commandOptions;
const ofOneRun = new Set<Option>([
  ...[self, replay, config, targetOptions.record, events, commandOptions.dryRun, verbose],
  runOptions.concurrency,
]);

export const groups = [
  { title: "The fleet", options: Object.values<Option>(fleetOptions) },
  ...runOptionGroups.map(({ title, options }) => ({
    title: `Each run: ${title.toLowerCase()}`,
    options: options.filter((option) => !ofOneRun.has(option)),
  })),
];

export const table: readonly Option[] = groups.flatMap(({ options }) => options);
export const speaksHttp = (): boolean => true;

export const help = {
  usage: "fleet TARGETS_FILE --out FOLDER [options]",
  about:
    "Checks every target that a YAML file lists, each with its own options, and keeps the reports in one folder. An option on the command line holds for every run.",
  examples: [
    "petstore-conformance fleet targets.yaml --out fleet",
    "petstore-conformance fleet targets.yaml --out fleet --shard 1/8 --record",
    "petstore-conformance compare fleet --format html > table.html",
  ],
  everyday: [
    ...Object.values<Option>(fleetOptions),
    ...[runOptions.profile, runOptions.readOnly, runOptions.strict],
    ...[commandOptions.reports, commandOptions.quiet],
  ],
  after:
    "The exit code is the worst of all runs: 70, 1, 2, 3, then 0. docs/releasing.md describes the list and the folder.",
};

export async function command({ given: asked, positionals }: Arguments, io: Io): Promise<number> {
  const { out, shard, record, dryRun, ...work } = valuesGiven(fleetOptions, asked);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw misused(
      "fleet takes one list of targets",
      "Write petstore-conformance fleet targets.yaml --out FOLDER.",
    );
  if (out === undefined) throw misused("there is no folder for the results", "Name one with --out FOLDER.");
  const [part = 0, of = 0] = shard.split("/").map(Number);
  if (part > of) throw misused(`--shard ${shard} is not a part`, "They are counted from 1/N to N/N.");
  const given = without(asked, ofTheFleet);
  const { quiet, reports } = runCommandOptions(given, new Map(), draw());
  if (reports.some(({ path }) => path !== undefined))
    throw misused("--report has a path, and there are many targets", "Leave it out: reports go to --out.");
  const { readTargets } = await import("#fleet/targets-file.ts");
  const { checkFleet, entriesOfShard } = await import("./check-fleet.ts");
  const { FleetConsole } = await import("./fleet-console.ts");
  const listed = await readTargets(file, io.folder, runOptionTable);
  const entries = entriesOfShard(listed, { part, of });
  const shown = new FleetConsole(entries, { quiet, out }, io);
  if (dryRun) {
    shown.planned({ part, of }, listed.length);
    return 0;
  }
  const { checkReportPlace } = await import("#report/formats/write.ts");
  const { targetRunner } = await import("./target-runner.ts");
  const { refuseLinkedFolders, resultPath } = await import("#fleet/results.ts");
  const folder = resolve(io.folder, out);
  refuseLinkedFolders(folder);
  const [first] = listed;
  if (first !== undefined)
    await checkReportPlace(join(out, resultPath(first.name)), io.folder, "--out FOLDER");
  await checkFleet(
    { listed, entries, folder, ...work, forAll: without(given, ofTheConsole) },
    targetRunner({ commandLine: given, out, keepsRecording: record }, io),
    shown,
    io,
  );
  return shown.finish();
}

/** Options of the fleet itself and of the console: they change the result of no run. */
const ofTheFleet = Object.values(fleetOptions).map(({ name }): string => name);
const ofTheConsole: readonly string[] = [commandOptions.quiet.name];
