import { join, resolve } from "node:path";
import { draw } from "../../../assembly/options/library-options.ts";
import { createWallClock } from "../../../core/exchange/clock/wall-clock.ts";
import { type Given, without } from "../../../core/options/option.ts";
import { checkFleet } from "../../../fleet/check-fleet.ts";
import { readTargets, type Shard } from "../../../fleet/targets-file.ts";
import { checkReportPlace } from "../../../report/formats/write.ts";
import type { Io } from "../../io.ts";
import { valuesGiven } from "../../options/args.ts";
import { misused } from "../../options/misused.ts";
import { commandOptions, runOptionTable } from "../../options/options.ts";
import { runCommandOptions } from "../../published/run-options.ts";
import { createFleetConsole } from "./fleet-console.ts";
import { fleetOptions } from "./fleet-options.ts";
import { targetRunner } from "./target-runner.ts";

/** Runs every target of a list, and gives the worst of their exit codes. */
export async function runFleet(asked: Given, positionals: readonly string[], io: Io): Promise<number> {
  const { out, shard, file, ...work } = checked(asked, positionals);
  const given = without(asked, ofTheFleet);
  const { quiet, color, dryRun, reports } = runCommandOptions(given, new Map(), draw());
  if (reports.some(({ path }) => path !== undefined))
    throw misused("--report has a path, and there are many targets", "Leave it out: reports go to --out.");
  const { listed, entries } = await readTargets(file, { folder: io.folder, table: runOptionTable, shard });
  const shown = createFleetConsole(entries, { quiet, color, out }, io);
  if (dryRun) {
    shown.planned(shard, listed.length);
    return 0;
  }
  await checkReportPlace(join(out, "index.json"), io.folder, "--out FOLDER");
  const folders = { folder: resolve(io.folder, out), startFolder: io.folder };
  await checkFleet(
    { listed, entries, ...folders, ...work, forAll: without(given, ofTheConsole) },
    targetRunner(given, out, io),
    shown,
    { clock: createWallClock(), secrets: io.secrets, onInterrupt: io.onInterrupt },
  );
  return shown.finish();
}

/** What the fleet itself is asked, and what is of the console alone: neither changes the result of a run. */
const ofTheFleet = Object.values(fleetOptions).map(({ name }): string => name);
const ofTheConsole: readonly string[] = [commandOptions.quiet.name, commandOptions.color.name];

function checked(given: Given, [file, ...more]: readonly string[]) {
  const { out, shard: part, record: keepsRecording, ...work } = valuesGiven(fleetOptions, given);
  if (file === undefined || more.length > 0)
    throw misused(
      "fleet takes one list of targets",
      "Write petstore-conformance fleet targets.yaml --out FOLDER.",
    );
  if (out === undefined) throw misused("there is no folder for the results", "Name one with --out FOLDER.");
  return { ...work, file, out, shard: readShard(part), keepsRecording };
}

/** @throws UsageError for a part that is beyond the last */
function readShard(text: string): Shard {
  const [part = 0, of = 0] = text.split("/").map(Number);
  if (part <= of) return { part, of };
  throw misused(`--shard ${text} is not a part`, "They are counted from 1/N to N/N.");
}
