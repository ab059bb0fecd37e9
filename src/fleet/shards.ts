import { resolve } from "node:path";
import type { Given } from "../core/options/option.ts";

/** What decides which part a target is in. */
interface Placed {
  readonly baseUrl: string;
  readonly keyVariable: string | undefined;
  readonly given: Given;
}

/**
 * The targets of one part. Those with one host, or one key by its reference, are in the same part, since two processes
 * cannot keep to one rate limit. In the order of the file, each such group goes to the part with the fewest targets so
 * far; of several to the first. So every machine that reads the same file finds the same parts.
 */
export function entriesOfShard<Entry extends Placed>(
  entries: readonly Entry[],
  { part, of }: { readonly part: number; readonly of: number },
): readonly Entry[] {
  const parts = Array.from({ length: of }, () => new Set<Entry>());
  for (const group of groupsOf(entries)) {
    const smallest = parts.reduce((least, one) => (one.size < least.size ? one : least));
    for (const entry of group) smallest.add(entry);
  }
  const chosen = parts[part - 1];
  return entries.filter((entry) => chosen?.has(entry));
}

/** Targets that have a host or a key in common, also by way of others. */
function groupsOf<Entry extends Placed>(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  const groupOf = new Map<string, Entry[]>();
  for (const entry of entries) {
    const shared = sharedBy(entry);
    const found = new Set(shared.flatMap((name) => groupOf.get(name) ?? []));
    const joined = [...found, entry];
    for (const name of [...joined.flatMap(sharedBy)]) groupOf.set(name, joined);
  }
  return new Set(groupOf.values());
}

/** What two targets may not use at the same time, by its name in the file: no key has to be known for it. */
function sharedBy({ baseUrl, keyVariable = "PETSTORE_API_KEY", given }: Placed): readonly string[] {
  const file = given.get("api-key-file")?.[0];
  const command = given.get("api-key-command")?.[0];
  const key =
    command !== undefined
      ? `command ${String(command)}`
      : file === undefined
        ? `variable ${keyVariable}`
        : `file ${resolve(String(file))}`;
  const second = given.get("second-key-file")?.[0];
  return [
    `host ${originOf(baseUrl)}`,
    key,
    ...(second === undefined ? [] : [`file ${resolve(String(second))}`]),
  ];
}

/** The address is checked when its run begins: here anything has one. */
export function originOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.origin ?? baseUrl;
}
