import { seededRandom } from "#core/check/inputs/random.ts";
import type { VerdictKind } from "#core/check/results/verdict.ts";
import type { Bed } from "#proof/bed.ts";
import type { Job, JobResult, ServerRef } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import type { ProofProfile } from "#proof/proof.ts";
import { varies } from "./known.ts";

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

export type Stability = Awaited<ReturnType<typeof measureStability>>;

/** The reference server, every variant, and about every `nth` fault: a new one leaves the sample as it was. */
export function sampleServers({ servers }: Bed, nth: number): readonly ServerRef[] {
  const sample = servers.filter(
    ({ id, kind }) => !varies(id) && (kind === "variant" || seededRandom(1, id)() < 1 / nth),
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
