import { loadGenerators } from "#core/check/inputs/generate.ts";
import { loadCatalogue } from "#suites/catalogue.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite } from "#suites/registry.ts";
import {
  type Asked,
  type Circumstances,
  circumstancesOf,
  type SimulatedRun,
  simulateRun,
} from "./simulated-run.ts";

/** The seeds from 1 to a number: 2 in `npm test`, 250 in CI, 10,000 in the bench. */
export function firstSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** One run for each seed, one after another. Equal seeds give equal reports. All times are virtual. */
export async function simulate(seeds: readonly number[]) {
  // Loading takes the machine's time, in which the virtual clock would jump.
  await loadGenerators();
  const contract = await loadContract();
  const asked: Asked = { contract, suite, requirements: loadCatalogue(contract) };
  /** Runs that did what they must not: sent while they were asked to wait, were banned, blamed a correct server, or did not end. */
  const offences: { seed: number; circumstances: string; findings: readonly string[] }[] = [];
  const outcomes: Record<string, number> = {};
  /** As the servers saw them. */
  const sums = { requests: 0, refused: 0 };
  for (const seed of seeds) {
    const met = circumstancesOf(seed);
    const { run, seen } = await simulateRun(met, asked);
    const findings = findingsIn({ run, seen }, met);
    if (findings.length > 0) offences.push({ seed, circumstances: JSON.stringify(met), findings });
    sums.requests += seen.requests;
    sums.refused += seen.refused;
    if (run === undefined) continue;
    const outcome = run.reason === undefined ? run.outcome : `${run.outcome}: ${run.reason}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { offences, ...sums, outcomes };
}

function findingsIn({ run, seen }: SimulatedRun, met: Circumstances): readonly string[] {
  const patience = [
    ...(seen.impatient > 0 ? [`${seen.impatient} requests were sent within a back-off`] : []),
    ...(seen.banned > 0 ? ["the key was banned"] : []),
  ];
  if (run === undefined) return [...patience, "the run did not end"];
  const blamed = run.verdicts
    .filter(({ level, verdict }) => level === "must" && verdict === "fail")
    // Ruling 21: after three waits a 429 fails, though others may use the key. Where nothing is announced, no answer shows them.
    .filter(({ id }) => id !== "RATE-14" || met.announces || met.othersShare === 0)
    .map(({ id, findings: [first] }) => `${id} fails: expected ${first?.expected}; got ${first?.seen}`);
  const mistakes = run.suiteErrors.map(({ where, message }) => `the suite failed in ${where}: ${message}`);
  return [...patience, ...blamed, ...mistakes];
}
