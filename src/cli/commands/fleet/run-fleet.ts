import { join, resolve } from "node:path";
import { draw } from "../../../assembly/options/library-options.ts";
import { createWallClock } from "../../../core/exchange/clock/wall-clock.ts";
import { checkReportPlace } from "../../../report/formats/write.ts";
import type { Io } from "../../io.ts";
import { type Given, valuesGiven, without } from "../../options/args.ts";
import { misused } from "../../options/misused.ts";
import { commandOptions, runOptionTable } from "../../options/options.ts";
import { runCommandOptions } from "../../published/run-options.ts";
import { createFleetConsole } from "./fleet-console.ts";
import { fleetOptions } from "./fleet-options.ts";
import { type FleetSecrets, readFleetSecrets } from "./fleet-secrets.ts";
import { resultOf } from "./result-of.ts";
import { digestOf, isFinished, readResult, safeResult, type TargetResult, writeIndex } from "./results.ts";
import { entriesOfShard, originOf, readShard } from "./shards.ts";
import { type Rest, takeTurns } from "./take-turns.ts";
import { type FleetEntry, readTargets } from "./targets-file.ts";

/** Runs every target of a list, and gives the worst of their exit codes. */
export async function runFleet(asked: Given, positionals: readonly string[], io: Io): Promise<number> {
  const { out, shard, file, concurrency, fresh, keepsRecording } = checked(asked, positionals);
  const given = without(asked, ofTheFleet);
  const options = runCommandOptions(given, new Map(), draw());
  if (options.reports.some(({ path }) => path !== undefined))
    throw misused("--report has a path, and there are many targets", "Leave it out: reports go to --out.");
  const listed = await readTargets(file, io.folder, runOptionTable);
  const entries = entriesOfShard(listed, shard);
  const { quiet, color } = options;
  const shown = createFleetConsole(entries, { quiet, color, out }, io);
  if (options.dryRun) {
    shown.planned(shard, listed.length);
    return 0;
  }
  await checkReportPlace(join(out, "index.json"), io.folder, "--out FOLDER");
  const secrets = await readFleetSecrets(listed, given, io);
  io.secrets.addOthers(...secrets.all);
  const planned = await Promise.all(
    entries.map(async (entry) => {
      const digest = await digestOf(
        entry,
        new Map([...entry.given, ...without(given, ofTheConsole)]),
        io.folder,
      );
      return { entry, digest, before: await readResult(resolve(io.folder, out), entry.name) };
    }),
  );
  const due: Planned[] = [];
  for (const one of planned) {
    if (!fresh && one.before !== undefined && isFinished(one.before, one.digest))
      shown.ended(safeResult(one.before, io.secrets), true);
    else due.push(one);
  }
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort(new Error("interrupted")));
  const over = new AbortController();
  const ends = AbortSignal.any([interrupt.signal, over.signal]);
  const clock = createWallClock();
  const waiting = new Set(due.map(({ entry }) => entry));
  const restAfter = (entry: FleetEntry, { rest }: Partial<TargetResult>): readonly Rest[] => {
    const forMs = Date.parse(rest?.until ?? "") - clock.now();
    if (!(forMs > 0)) return [];
    const alone = aloneFor(entry, secrets);
    if ([...waiting].some((other) => aloneFor(other, secrets).some((one) => alone.includes(one))))
      shown.rests(entry, rest?.reason ?? "", forMs);
    return [{ alone, over: clock.sleep(forMs, ends).catch(() => undefined) }];
  };
  const way = { commandLine: given, out, keepsRecording, signal: interrupt.signal, io };
  const stoppedIn = new Map<string, string>();
  await takeTurns(
    inOrder(due).map((work) => ({ work, alone: aloneFor(work.entry, secrets) })),
    {
      ...{ atATime: concurrency, signal: interrupt.signal },
      resting: planned.flatMap(({ entry, before = {} }) => restAfter(entry, before)),
    },
    async ({ entry, digest }) => {
      waiting.delete(entry);
      shown.started(entry);
      const keys = secrets.keysOf(entry);
      const keyStoppedIn = keys.map((key) => stoppedIn.get(key)).find((name) => name !== undefined);
      const result = await resultOf(entry, { ...way, digest, keyStoppedIn, secrets: secrets.forRun(entry) });
      if (result.reason === "key-stopped") for (const key of keys) stoppedIn.set(key, entry.name);
      shown.ended(result, false);
      return restAfter(entry, result);
    },
  );
  over.abort();
  stopListening();
  await writeIndex(resolve(io.folder, out), listed);
  return shown.finish();
}

interface Planned {
  readonly entry: FleetEntry;
  readonly digest: string;
  readonly before: TargetResult | undefined;
}

/** A target in whose run a process was killed comes last: if it is the cause, the others are done by then. */
function inOrder(due: readonly Planned[]): readonly Planned[] {
  const wasRunning = ({ before }: Planned) => before?.state === "running";
  return [...due.filter((one) => !wasRunning(one)), ...due.filter(wasRunning)];
}

/** Its limits are those of its host, and of its key. */
function aloneFor(entry: FleetEntry, { keysOf }: FleetSecrets): readonly string[] {
  return [`host ${originOf(entry.baseUrl)}`, ...keysOf(entry).map((key) => `key ${key}`)];
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
  const shard = readShard(part);
  if (shard === undefined)
    throw misused(`--shard ${part} is not a part`, "They are counted from 1/N to N/N.");
  return { ...work, file, out, shard, keepsRecording };
}
