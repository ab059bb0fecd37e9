import { isDeepStrictEqual } from "node:util";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { Job, JobResult } from "#proof/job.ts";
import type { Pool } from "#proof/pool.ts";
import type { BedServer, Stage } from "#reference-server/bed-server.ts";
import { correctHooks } from "#reference-server/server.ts";
import { type ListedServer, loadServers } from "#suites/servers.ts";

export interface PairRow {
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
