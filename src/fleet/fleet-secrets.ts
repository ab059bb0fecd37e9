import { createSecrets, type Secrets } from "../core/secrets/secrets.ts";
import type { TargetRunner } from "./target-runner.ts";
import type { FleetEntry } from "./targets-file.ts";

export type FleetSecrets = Awaited<ReturnType<typeof readFleetSecrets>>;

/** Reads the secrets of all targets before the first run: what it writes must not hold the key of the last. */
export async function readFleetSecrets(entries: readonly FleetEntry[], secretsOf: TargetRunner["secretsOf"]) {
  const keysByEntry = new Map<FleetEntry, readonly string[]>();
  const all = new Set<string>();
  for (const entry of entries) {
    const { keys, others } = await secretsOf(entry);
    keysByEntry.set(entry, keys);
    for (const secret of [...keys, ...others]) all.add(secret);
  }
  const keysOf = (entry: FleetEntry): readonly string[] => keysByEntry.get(entry) ?? [];
  return {
    /** The keys of a target: what no two runs use at the same time. */
    keysOf,
    /** For the run of one target: it takes out those of all others, too. */
    forRun: (entry: FleetEntry): Secrets => {
      const secrets = createSecrets(...keysOf(entry));
      secrets.addOthers(...all);
      return secrets;
    },
    all: [...all],
  };
}
