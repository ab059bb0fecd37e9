import type { Clock } from "../core/exchange/clock/clock.ts";
import type { Given } from "../core/options/option.ts";
import type { Redacted } from "../core/secrets/redacted.ts";
import { createSecrets, type Secrets } from "../core/secrets/secrets.ts";
import { resultOf, type TargetRunner } from "./result-of.ts";
import { digestOf, isFinished, readResult, safeResult, type TargetResult, writeIndex } from "./results.ts";
import { originOf } from "./shards.ts";
import { type Rest, takeTurns } from "./take-turns.ts";
import type { FleetEntry, Targets } from "./targets-file.ts";

/** What is checked, and where what is found goes. */
interface Fleet extends Targets {
  /** Where reports, recordings, results and the index go. */
  readonly folder: string;
  /** Where the relative paths that options have begin. */
  readonly startFolder: string;
  /** What holds for every run, over its own options, and may change its result. */
  readonly forAll: Given;
  /** How many targets are checked at a time. */
  readonly concurrency: number;
  /** Whether those that are finished are run again. */
  readonly fresh: boolean;
  readonly keepsRecording: boolean;
}

/** Hears what goes on. */
interface FleetListener {
  readonly started: (entry: FleetEntry) => void;
  /** `earlier`: by an earlier start with the same folder. */
  readonly ended: (result: Redacted<TargetResult>, earlier: boolean) => void;
  /** Others wait: its host and its key are to be left alone for so long. `reason` may be the target's. */
  readonly rests: (entry: FleetEntry, reason: string, forMs: number) => void;
}

interface Surroundings {
  readonly clock: Clock;
  /** Those of whoever prints what the listener hears: the secrets of all targets are added. */
  readonly secrets: Secrets;
  /** Calls back once when the user interrupts; returns how to stop listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** Runs the targets that are not finished in the folder, each when its host and its key are free, and keeps what became of them. */
export async function checkFleet(
  fleet: Fleet,
  runner: TargetRunner,
  listener: FleetListener,
  { clock, secrets: printed, onInterrupt }: Surroundings,
): Promise<void> {
  const { listed, entries, folder, concurrency } = fleet;
  const secrets = await readFleetSecrets(listed, runner.secretsOf);
  printed.addOthers(...secrets.all);
  const planned = await Promise.all(
    entries.map(async (entry): Promise<Planned> => {
      const digest = await digestOf(entry, new Map([...entry.given, ...fleet.forAll]), fleet.startFolder);
      return { entry, digest, before: await readResult(folder, entry.name) };
    }),
  );
  const due: Planned[] = [];
  for (const one of planned) {
    if (!fleet.fresh && one.before !== undefined && isFinished(one.before, one.digest))
      listener.ended(safeResult(one.before, printed), true);
    else due.push(one);
  }
  const interrupt = new AbortController();
  const stopListening = onInterrupt(() => interrupt.abort(new Error("interrupted")));
  const over = new AbortController();
  const ends = AbortSignal.any([interrupt.signal, over.signal]);
  const waiting = new Set(due.map(({ entry }) => entry));
  const restAfter = (entry: FleetEntry, { rest }: Partial<TargetResult>): readonly Rest[] => {
    const forMs = Date.parse(rest?.until ?? "") - clock.now();
    if (!(forMs > 0)) return [];
    const alone = aloneFor(entry, secrets);
    if ([...waiting].some((other) => aloneFor(other, secrets).some((one) => alone.includes(one))))
      listener.rests(entry, rest?.reason ?? "", forMs);
    return [{ alone, over: clock.sleep(forMs, ends).catch(() => undefined) }];
  };
  const way = { ...fleet, runner, clock, signal: interrupt.signal };
  const stoppedIn = new Map<string, string>();
  await takeTurns(
    inOrder(due).map((work) => ({ work, alone: aloneFor(work.entry, secrets) })),
    {
      ...{ atATime: concurrency, signal: interrupt.signal },
      resting: planned.flatMap(({ entry, before = {} }) => restAfter(entry, before)),
    },
    async ({ entry, digest }) => {
      waiting.delete(entry);
      listener.started(entry);
      const keys = secrets.keysOf(entry);
      const keyStoppedIn = keys.map((key) => stoppedIn.get(key)).find((name) => name !== undefined);
      const result = await resultOf(entry, { ...way, digest, keyStoppedIn, secrets: secrets.forRun(entry) });
      if (result.reason === "key-stopped") for (const key of keys) stoppedIn.set(key, entry.name);
      listener.ended(result, false);
      return restAfter(entry, result);
    },
  );
  over.abort();
  stopListening();
  await writeIndex(folder, listed);
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

type FleetSecrets = Awaited<ReturnType<typeof readFleetSecrets>>;

/** Reads the secrets of all targets before the first run: what it writes must not hold the key of the last. */
async function readFleetSecrets(entries: readonly FleetEntry[], secretsOf: TargetRunner["secretsOf"]) {
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
