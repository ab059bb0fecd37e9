import { resolve } from "node:path";
import type { FleetEntry } from "./targets-file.ts";

/** One of N parts, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
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
export function groupsOf<Item>(items: readonly Item[], namesOf: (item: Item) => readonly string[]) {
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
export function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
