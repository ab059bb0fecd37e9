import { resolve } from "node:path";
import pLimit from "p-limit";
import type { Io } from "#cli/io.ts";
import { WallClock } from "#core/exchange/clock/clock.ts";
import type { Given } from "#core/options/option.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { digestOf, readResult, safeResult, suiteVersion, type TargetResult } from "#fleet/results.ts";
import type { FleetEntry } from "#fleet/targets-file.ts";
import type { FleetConsole, Shard } from "./fleet-console.ts";
import type { TargetRunner } from "./target-runner.ts";

interface Fleet {
  readonly listed: readonly FleetEntry[];
  /** Those of one part, which are checked here. */
  readonly entries: readonly FleetEntry[];
  /** Where reports, recordings and results go. */
  readonly folder: string;
  /** What holds for every run, over its own options, and may change its result. */
  readonly forAll: Given;
  readonly concurrency: number;
  readonly fresh: boolean;
}

/**
 * Runs the targets that are not finished in the folder, and keeps what became of them. Those with one host or one key are run
 * one after the other, since their limits are the same.
 */
export async function checkFleet(fleet: Fleet, runner: TargetRunner, shown: FleetConsole, io: Io) {
  const { listed, entries, folder, concurrency } = fleet;
  const clock = new WallClock();
  // Of all targets, before the first run: what that writes must not hold the key of the last.
  const secretsOf = await Array.fromAsync(listed, (entry) => runner.secretsOf(entry));
  const all = new Set(secretsOf.flatMap(({ keys, others }) => [...keys, ...others]));
  io.secrets.addOthers(...all);
  const planned = await Promise.all(
    entries.map(async (entry): Promise<Planned> => {
      const digest = await digestOf(entry, new Map([...entry.given, ...fleet.forAll]), io.folder);
      const { keys = [] } = secretsOf[listed.indexOf(entry)] ?? {};
      const before = await readResult(folder, entry.name);
      const isSame = before?.entry === digest && before.version === suiteVersion;
      return { entry, keys, digest, before, isDone: !fleet.fresh && isSame && before.state === "finished" };
    }),
  );
  for (const { before, isDone } of planned)
    if (isDone && before !== undefined) shown.ended(safeResult(before, io.secrets), true);
  const interrupt = new AbortController();
  const stopListening = io.onInterrupt(() => interrupt.abort(new Error("interrupted")));
  const { signal } = interrupt;
  const checkGroup = async (group: readonly Planned[]): Promise<void> => {
    const stoppedIn = new Map<string, string>();
    let rest = latestRest(group.map(({ before }) => before?.rest));
    for (const one of group.filter(({ isDone }) => !isDone)) {
      const { entry, keys, digest } = one;
      const forMs = Date.parse(rest?.until ?? "") - clock.now();
      if (forMs > 0 && !signal.aborted) {
        shown.waits(entry, rest?.reason ?? "", forMs);
        await clock.sleep(forMs, signal).catch(() => undefined);
      }
      if (signal.aborted) return;
      shown.started(entry);
      const keyStoppedIn = keys.map((key) => stoppedIn.get(key)).find((name) => name !== undefined);
      const secrets = new Secrets(...keys);
      secrets.addOthers(...all);
      const result = await runner.run(entry, { secrets, signal, digest, keyStoppedIn });
      if (result.reason === "key-stopped") for (const key of keys) stoppedIn.set(key, entry.name);
      shown.ended(result, false);
      rest = latestRest([rest, result.rest]);
    }
  };
  const groups = groupsOf(planned, ({ entry, keys }) => [
    `host ${originOf(entry.baseUrl)}`,
    ...keys.map((key) => `key ${key}`),
  ]);
  const limit = pLimit(concurrency);
  await Promise.all(groups.map((group) => limit(() => checkGroup(group))));
  stopListening();
}

interface Planned {
  readonly entry: FleetEntry;
  /** What no two runs use at the same time. */
  readonly keys: readonly string[];
  readonly digest: string;
  readonly before: TargetResult | undefined;
  /** A result of these options and of this version of the suite needs no other run. */
  readonly isDone: boolean;
}

type Rest = TargetResult["rest"];

function latestRest(rests: readonly (Rest | undefined)[]): Rest {
  const until = (rest: Rest): number => Date.parse(rest?.until ?? "") || 0;
  return rests.reduce<Rest>((latest, rest = null) => (until(rest) > until(latest) ? rest : latest), null);
}

/**
 * The targets of one part. Those with one host, or one key by its reference, are in the same part, since two processes
 * cannot keep to one rate limit. In the order of the file, each such group goes to the part with the fewest targets so
 * far; of several to the first. So every machine that reads the same file finds the same parts.
 */
export function entriesOfShard(entries: readonly FleetEntry[], { part, of }: Shard): readonly FleetEntry[] {
  const groups = groupsOf(entries, sharedBy);
  // Of more parts than groups, the last ones stay empty.
  const parts = Array.from({ length: Math.min(of, groups.length) }, () => new Set<FleetEntry>());
  for (const group of groups) {
    const smallest = parts.reduce((least, one) => (one.size < least.size ? one : least));
    for (const entry of group) smallest.add(entry);
  }
  const chosen = parts[part - 1];
  return entries.filter((entry) => chosen?.has(entry));
}

/**
 * What has a name in common, also by way of others, is in one group. Items and groups are in the order of the items. A name
 * moves into a larger set only, so n names move at most n × log n times.
 */
function groupsOf<Item>(items: readonly Item[], namesOf: (item: Item) => readonly string[]) {
  const setOf = new Map<string, Set<string>>();
  const named = items.map((item) => ({ item, names: namesOf(item) }));
  for (const { names } of named) {
    const sets = new Set(names.map((name) => setOf.get(name) ?? new Set([name])));
    const [largest = new Set(), ...others] = [...sets].toSorted((one, other) => other.size - one.size);
    for (const name of [...names, ...others.flatMap((other) => [...other])])
      setOf.set(name, largest.add(name));
  }
  return Map.groupBy(named, ({ names: [first = ""] }) => setOf.get(first))
    .values()
    .map((group) => group.map(({ item }) => item))
    .toArray();
}

/** What two targets may not use at the same time, by its name in the file: no key has to be known for it. */
function sharedBy({ baseUrl, keyVariable = "PETSTORE_API_KEY", given }: FleetEntry): readonly string[] {
  const file = given.get("api-key-file")?.[0];
  const command = given.get("api-key-command")?.[0];
  const key =
    command !== undefined
      ? `command ${String(command)}`
      : file === undefined
        ? `variable ${keyVariable}`
        : `file ${resolve(String(file))}`;
  return [`host ${originOf(baseUrl)}`, key];
}

/** The address is checked when its run begins: here anything has one. */
function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
