import { draw } from "../../../assembly/options/library-options.ts";
import { createSecrets, type Secrets } from "../../../core/secrets/secrets.ts";
import type { Io } from "../../io.ts";
import type { Given } from "../../options/args.ts";
import { type RunCommandOptions, runCommandOptions } from "../../published/run-options.ts";
import { keyFrom } from "../run/given.ts";
import { keyOfEntry } from "./run-entry.ts";
import type { FleetEntry } from "./targets-file.ts";

export type FleetSecrets = Awaited<ReturnType<typeof readFleetSecrets>>;

/**
 * Reads the keys and headers of a fleet, as far as that can be done here, before all runs: what the first writes must not hold
 * the key of the last.
 */
export async function readFleetSecrets(entries: readonly FleetEntry[], commandLine: Given, io: Io) {
  const keys = new Map<FleetEntry, readonly string[]>();
  const all = new Set([io.env.PETSTORE_API_KEY ?? ""]);
  for (const entry of entries) {
    const own = createSecrets();
    const given = optionsOf(entry, commandLine);
    const found = given === undefined ? [] : await keysOf(entry, given, { ...io, secrets: own });
    keys.set(entry, found);
    for (const secret of [...found, ...(given?.headers ?? []).map(([, value]) => value)]) all.add(secret);
  }
  return {
    /** The keys of a target: what no two runs use at the same time. */
    keysOf: (entry: FleetEntry): readonly string[] => keys.get(entry) ?? [],
    /** For the run of one target: it takes out those of all others, too. */
    forRun: (entry: FleetEntry): Secrets => {
      const secrets = createSecrets(...(keys.get(entry) ?? []));
      secrets.addOthers(...all);
      return secrets;
    },
    all: [...all],
  };
}

/** Undefined where they contradict each other: its own run says so. */
function optionsOf(entry: FleetEntry, commandLine: Given): RunCommandOptions | undefined {
  try {
    return runCommandOptions(commandLine, entry.given, draw());
  } catch {
    return undefined;
  }
}

async function keysOf(
  entry: FleetEntry,
  { secondKeyFile, ...options }: RunCommandOptions,
  io: Io,
): Promise<readonly string[]> {
  const read = [
    keyOfEntry(entry, options, io),
    ...(secondKeyFile === undefined ? [] : [keyFrom({ file: secondKeyFile }, io)]),
  ];
  const settled = await Promise.allSettled(read);
  return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
