import { performance } from "node:perf_hooks";
import { whyUndone } from "#bench/proof/known.ts";
import type { Bed } from "#proof/bed.ts";
import { type Pool, withPool } from "#proof/pool.ts";
import { type ProofProfile, prove } from "#proof/proof.ts";
import { playPairs } from "./proof/pairs.ts";
import { measureStability, sampleServers, unstableInWords } from "./proof/stability.ts";
import { falsePasses, storeSizes } from "./proof/stores.ts";

// The figures of the proof: how long it takes, what pairs of faults show, and how steady verdicts are.

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const concurrencies = [1, 4, 8];
const jitterMs = 300;

await withPool(async (pool) => {
  const bed = await pool.bed();
  for (const [profile, mostS] of [
    ["standard", 20],
    ["thorough", 180],
  ] as const) {
    await tellTime(pool, profile, mostS);
  }
  await tellStores(pool, bed);
  await tellPairs(pool, 500);
  for (const [profile, nth] of [
    ["standard", 10],
    ["thorough", 40],
  ] as const) {
    const plan = { profile, seeds, concurrencies, jitterMs, servers: sampleServers(bed, nth) };
    const { runs, verdicts, unstable } = await measureStability(pool, plan);
    const turned = unstable.filter(({ contradicts }) => contradicts).length;
    tell(
      `${profile}: ${runs} runs, ${verdicts} verdicts; a requirement and server with verdicts that contradict each other: ${turned}, or of which some runs show less: ${unstable.length - turned}`,
    );
    for (const one of unstable) tell(`  ${unstableInWords(one)}`);
  }
});

async function tellTime(pool: Pool, profile: ProofProfile, mostS: number): Promise<void> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const proof = await prove(pool, profile, []);
  const tookS = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  const servers = proof.servers.length + proof.trivial.length + proof.stages.length + 1;
  tell(
    `prove, ${profile}, ${servers} servers: ${tookS.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time (260 servers: at most ${mostS} s)`,
  );
}

async function tellStores(pool: Pool, bed: Bed): Promise<void> {
  const rows = await falsePasses(pool, bed);
  for (const size of storeSizes) {
    const own = rows.filter(({ seedPets }) => seedPets === size);
    const unexplained = own.filter(({ why }) => why === undefined);
    tell(
      `store of ${size}: faults of which nothing is seen, and what they break passes: ${own.length}, of which not explained ${unexplained.length}`,
    );
    for (const { fault, passed } of unexplained) tell(`  ${fault}: ${passed.join(", ")}`);
  }
}

async function tellPairs(pool: Pool, count: number): Promise<void> {
  const rows = await playPairs(pool, count);
  const silent = rows.filter(({ failed }) => failed.length === 0).length;
  const both = rows.filter(({ unnamed }) => unnamed.length === 0).length;
  tell(`pairs of faults: ${rows.length}, of which nothing fails on ${silent}, and both are named on ${both}`);
  for (const { id, by, isReported, verdicts } of rows.flatMap((row) => row.unnamed)) {
    const why = isReported ? "reported" : (whyUndone({ id, by }) ?? "NOT EXPLAINED");
    tell(`  ${by} hides ${id} (${why}): ${JSON.stringify(verdicts)}`);
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
