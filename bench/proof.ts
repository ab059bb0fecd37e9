import { performance } from "node:perf_hooks";
import { loadBed } from "#proof/bed.ts";
import { type Pool, withPool } from "#proof/pool.ts";
import { type ProofProfile, prove } from "#proof/proof.ts";
import { measureStability, sampleServers, unstableInWords } from "./proof/variations.ts";

// The figures of the proof: how long it takes, and how steady verdicts are.

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const concurrencies = [1, 4, 8];
const jitterMs = 300;

const bed = await loadBed();
await withPool(async (pool) => {
  for (const [profile, mostS] of [
    ["standard", 20],
    ["thorough", 180],
  ] as const) {
    await tellTime(pool, profile, mostS);
  }
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
  const proof = await prove(pool, bed, profile, []);
  const tookS = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  const servers = proof.servers.length + proof.trivial.length + proof.controls.length;
  tell(
    `prove, ${profile}, ${servers} servers: ${tookS.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time (260 servers: at most ${mostS} s)`,
  );
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
