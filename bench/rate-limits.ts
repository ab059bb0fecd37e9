import { suite } from "../suites/registry.ts";
import { firstSeeds, simulate } from "./simulation/simulate.ts";
import { runAgainst } from "./target.ts";

/** What the simulation of random limiters showed: offences are what a model client never commits. */
export async function simulationFigures(runs: number): Promise<string> {
  const { offences, refused, requests, duringBackOff, bans, outcomes } = await simulate(firstSeeds(runs));
  const ended = Object.entries(outcomes).map(([outcome, n]) => `${n} ${outcome}`);
  const lines = offences.map(
    ({ seed, circumstances, findings }) => `  seed ${seed}: ${circumstances}: ${findings.join("; ")}`,
  );
  return [
    `simulation, ${runs} runs: ${offences.length} offences, ${bans} bans, ${refused} of ${requests} requests refused, ${duringBackOff} in flight when a 429 came (${ended.join(", ")})`,
    ...lines,
  ].join("\n");
}

/** From the first request of the probe to its 429, in ms, on loopback and in real time; undefined where none came. */
export async function probeMs(): Promise<{ readonly ms: number; readonly requests: number } | undefined> {
  const options = { only: ["RATE-11"], maxBurst: 1500, probe: true };
  const run = await runAgainst({ plan: "business", latencyMs: 0, options, until429: true });
  const probes = run.exchanges.filter((e) => e.step === suite.probe.burst.id);
  const first = probes[0];
  const last = probes.at(-1);
  const limited = last?.outcome.kind === "answer" && last.outcome.answer.status === 429;
  if (first === undefined || last === undefined || !limited) return undefined;
  return { ms: last.endedAtMs - first.sentAtMs, requests: probes.length };
}
