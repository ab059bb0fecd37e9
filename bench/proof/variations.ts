import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import { type Bed, loadBed } from "#proof/bed.ts";
import type { Job, JobResult, ServerRef } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import type { ProofProfile } from "#proof/proof.ts";
import type { BedServer, Stage } from "#reference-server/bed-server.ts";
import { correctHooks } from "#reference-server/server.ts";
import { type ListedServer, loadServers } from "#suites/servers.ts";
import record from "../../reports/proof.json" with { type: "json" };

interface Known {
  /** Why no run sees some faults on stores of some sizes. */
  readonly unseen: readonly {
    readonly sizes: readonly number[];
    readonly why: string;
    readonly faults: readonly string[];
  }[];
  /** By both ids. */
  readonly undone: Readonly<Record<string, string>>;
  /** Servers that are judged otherwise with another seed or order. */
  readonly varies: Readonly<Record<string, string>>;
}

const known: Known = parse(readFileSync(join(import.meta.dirname, "known.yaml"), "utf8"));

/** Why the one fault undoes the other; undefined where no reason is stated. */
export function whyUndone({ id, by }: { readonly id: string; readonly by: string }): string | undefined {
  return known.undone[`${by} ${id}`];
}

/** How many pets the stores hold on which every green has to be earned. */
export const storeSizes = [0, 1, 24, 1000] as const;

/** Every so many of them are played. */
const nth = 4;

/**
 * Plays faults that a standard run sees within what it promises, as the record of the proof has it, on stores of other sizes, and
 * gives those of which nothing is seen there, and what they break passes, with why no run could see it: else it should be `untested`.
 */
export async function falsePasses(pool: Pool) {
  const { servers } = await loadBed();
  const inStandard = new Set(
    record.servers.flatMap(({ id, caughtBy }) => (caughtBy === "standard" ? id : [])),
  );
  const faults = servers.filter(({ kind, revision }) => kind === "fault" && revision === undefined);
  const seen = faults.filter(({ id }, i) => i % nth === 0 && inStandard.has(id));
  const asked = storeSizes.flatMap((seedPets) => seen.map((fault) => ({ fault, seedPets })));
  const results = await pool.play(
    asked.map(
      ({ fault: { kind, id }, seedPets }): Job => ({
        ...{ server: { kind, id }, profile: "standard", withRoom: false, seedPets },
      }),
    ),
  );
  return asked.flatMap(({ fault: { id: fault, breaks }, seedPets }, i) => {
    const { verdicts = {}, failed = [] } = results[i] ?? {};
    const passed = failed.length > 0 ? [] : breaks.filter((id) => verdicts[id] === "pass");
    const unseen = known.unseen.find(
      ({ sizes, faults }) => sizes.includes(seedPets) && faults.includes(fault),
    );
    return passed.length === 0 ? [] : [{ fault, seedPets, passed, why: unseen?.why }];
  });
}

interface PairRow {
  readonly failed: readonly string[];
  /** Of the two, those of whose requirements none failed. */
  readonly unnamed: readonly Unnamed[];
}

interface Unnamed {
  readonly id: string;
  readonly by: string;
  /**
   * True where no requirement that it breaks passes: the other fault took the evidence away, and the run says so.
   * False where one passes: then the other undoes it, or the suite is deceived.
   */
  readonly isReported: boolean;
}

export async function playPairs(pool: Pool, count: number): Promise<readonly PairRow[]> {
  const pairs = drawPairs(await loadServers(), count, 1);
  const jobs = pairs.map(
    ([one, other]): Job => ({ server: { kind: "fault", id: one.id }, and: other.id, profile: "thorough" }),
  );
  const results = await pool.play(jobs);
  return pairs.flatMap((pair, index) => {
    const result = results[index];
    return result === undefined ? [] : [rowOf(pair, result)];
  });
}

type Pair = readonly [ListedServer, ListedServer];

/**
 * Different pairs, of faults that replace different hooks on stages that agree. Each pair has a number of its own, so
 * that a new fault leaves most of the sample as it was.
 */
export function drawPairs(servers: readonly ListedServer[], count: number, seed: number): readonly Pair[] {
  const faults = servers.filter(({ kind }) => kind === "fault");
  const numbered = faults.flatMap((one, index) =>
    faults.slice(index + 1).map((other) => ({
      pair: [one, other] as const,
      number: seededRandom(seed, `${one.id} ${other.id}`)(),
    })),
  );
  const inTurn = numbered.sort((a, b) => a.number - b.number).map(({ pair }) => pair);
  return Iterator.from(inTurn)
    .filter((pair) => canPair(...pair))
    .take(count)
    .toArray();
}

function rowOf([one, other]: Pair, result: JobResult): PairRow {
  const failed = result.failed.map(({ id }) => id);
  const unnamed = (fault: ListedServer, by: string): readonly Unnamed[] => {
    if (fault.breaks.some((id) => failed.includes(id))) return [];
    return [{ id: fault.id, by, isReported: fault.breaks.every((id) => result.verdicts[id] !== "pass") }];
  };
  return { failed, unnamed: [...unnamed(one, other.id), ...unnamed(other, one.id)] };
}

/** Whether the two can be had at once: they replace different hooks, and their stages do not contradict each other. */
export function canPair(one: BedServer, other: BedServer): boolean {
  const hooks = Object.keys(one.hooks(correctHooks));
  if (Object.keys(other.hooks(correctHooks)).some((hook) => hooks.includes(hook))) return false;
  const stage: Stage = one.stage ?? {};
  return Object.entries(other.stage ?? {}).every(([name, value]) => {
    const own = stage[name as keyof Stage];
    return own === undefined || isDeepStrictEqual(own, value);
  });
}

/** How the same server is judged under other seeds, other numbers of requests at once, and other delays. */
interface StabilityPlan {
  readonly profile: ProofProfile;
  readonly seeds: readonly number[];
  readonly concurrencies: readonly number[];
  /** The longest that an answer takes, in milliseconds: answers overtake each other. */
  readonly jitterMs: number;
  readonly servers: readonly ServerRef[];
}

interface Unstable {
  readonly server: ServerRef;
  /** A requirement, or `outcome`. */
  readonly requirement: string;
  /** Each verdict with the runs that gave it, the most frequent first. */
  readonly verdicts: readonly { readonly verdict: string; readonly runs: readonly string[] }[];
  /** True where runs contradict each other; false where some show what others could not. */
  readonly contradicts: boolean;
}

/** The reference server, every variant, and about every `nth` fault: a new one leaves the sample as it was. */
export function sampleServers({ servers }: Bed, nth: number): readonly ServerRef[] {
  const sample = servers.filter(
    ({ id, kind }) =>
      !Object.hasOwn(known.varies, id) && (kind === "variant" || seededRandom(1, id)() < 1 / nth),
  );
  return [{ kind: "reference", id: "" }, ...sample.map(({ id, kind }) => ({ id, kind }))];
}

export async function measureStability(
  pool: Pool,
  { profile, seeds, concurrencies, jitterMs, servers }: StabilityPlan,
) {
  const jobs = servers.flatMap((server) =>
    seeds.flatMap((seed) =>
      concurrencies.map((concurrency): Job => ({ server, profile, seed, concurrency, jitterMs })),
    ),
  );
  const results = await pool.play(jobs);
  const played = jobs.map((job, index) => ({ job, result: results[index] }));
  const byServer = Map.groupBy(played, ({ job }) => `${job.server.kind} ${job.server.id}`);
  return {
    runs: jobs.length,
    verdicts: results.reduce((sum, { verdicts }) => sum + Object.keys(verdicts).length, 0),
    unstable: [...byServer.values()].flatMap(unstableOf),
  };
}

function unstableOf(
  played: readonly { readonly job: Job; readonly result: JobResult | undefined }[],
): readonly Unstable[] {
  const [first] = played;
  if (first === undefined) return [];
  const ids = ["outcome", ...Object.keys(first.result?.verdicts ?? {})];
  return ids.flatMap((id): Unstable[] => {
    const groups = Map.groupBy(played, ({ result }) =>
      id === "outcome" ? (result?.outcome ?? "") : (result?.verdicts[id] ?? ""),
    );
    if (groups.size < 2) return [];
    const verdicts = [...groups]
      .map(([verdict, own]) => ({ verdict, runs: own.map(({ job }) => runName(job)) }))
      .sort((a, b) => b.runs.length - a.runs.length);
    const contradicts = id === "outcome" || contradict(new Set(groups.keys()));
    return [{ server: first.job.server, requirement: id, verdicts, contradicts }];
  });
}

/**
 * It is no contradiction if one run shows what another could not; but lost evidence is one, since nothing may get lost
 * here.
 */
function contradict(verdicts: ReadonlySet<string>): boolean {
  const reach: readonly VerdictKind[] = ["untested", "not-applicable"];
  return verdicts.has("inconclusive") || (verdicts.has("pass") && verdicts.has("fail"))
    ? true
    : ![...verdicts].some((verdict) => reach.some((one) => one === verdict));
}

/** `3x4`: seed 3, four at once. */
function runName({ seed, concurrency }: Job): string {
  return `${seed}x${concurrency}`;
}

export function unstableInWords({ server, requirement, verdicts }: Unstable): string {
  const reported = verdicts.map(({ verdict, runs }, index) => {
    const examples = index === 0 ? "" : ` (${runs.slice(0, 4).join(" ")}${runs.length > 4 ? " …" : ""})`;
    return `${verdict} ${runs.length}${examples}`;
  });
  return `${server.kind} ${server.id} ${requirement}: ${reported.join(", ")}`;
}
