import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WallClock } from "#core/exchange/clock/clock.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { defaultOptions } from "#core/run/options.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import { orderOf } from "#core/run/plan/step-order.ts";
import type { Run } from "#core/run/result.ts";
import { listen } from "#reference-server/listen.ts";
import type { Plan } from "#reference-server/rate-plans.ts";
import { ReferenceServer } from "#reference-server/server.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite } from "#suites/registry.ts";
import { runOverSockets } from "#testing/run/run-over-sockets.ts";
import { median, processMs } from "./processes.ts";
import { firstSeeds, simulate } from "./simulation.ts";

// The figures that the project holds itself to, each beside its bound. `npm run bench` builds first.

const bin = join(import.meta.dirname, "../dist/src/cli/bin.js");
if (!existsSync(bin)) throw new Error("there is no dist/: npm run bench builds it");

const key = "bench-key-2f6d81c04a";
/** A run that takes longer than this is cut short, and the figures say so. */
const mostMs = 60_000;

const self = [bin, "run", "--self"];
const node = ["-e", "0"];
// Once before, so that Node's compile cache is as warm as it is from the second run on.
for (const args of [self, [bin, "--help"]]) processMs(args);

/** What is measured, the most that it may be, in which unit. Pairs side by side, so that a busy machine slows both. */
const figures: readonly [
  what: string,
  most: number,
  unit: "ms" | "×" | "",
  measure: () => number | Promise<number>,
][] = [
  ["run --self, a whole process, median of 10", 1000, "ms", () => middle(() => processMs(self))],
  ["run --self over node -e 0, median of 10", 12, "×", () => middle(() => processMs(self) / processMs(node))],
  [
    "--help over node -e 0, median of 10",
    60,
    "ms",
    () => middle(() => processMs([bin, "--help"]) - processMs(node)),
  ],
  [
    "requests before the over-limit probe, 30 pets, no limit announced on this machine",
    160,
    "",
    () => requests("none"),
  ],
  ["requests before the over-limit probe, 30 pets, 60 a minute announced", 55, "", () => requests("free")],
  ["wall time at 100 ms latency over the least that its requests take, median of 3", 1.3, "×", latencyRatio],
];
for (const [what, most, unit, measure] of figures) {
  const figure = await measure();
  const shown = unit === "×" ? figure.toFixed(2) : figure.toFixed(0);
  const held = figure <= most ? "" : "  MISSED";
  const inUnit = (value: number | string) => `${value} ${unit}`.trimEnd();
  process.stdout.write(`${what}: ${inUnit(shown)} (at most ${inUnit(most)})${held}\n`);
}
process.stdout.write(`${await simulationFigures(10_000)}\n`);
function middle(measure: () => number): number {
  return median(Array.from({ length: 10 }, measure));
}

async function requests(plan: "none" | "free"): Promise<number> {
  const run = await runAgainst(plan, 0);
  return run.requests.total;
}

/** Without a limit there is no wait either: the run is nothing but its requests. */
async function latencyRatio(): Promise<number> {
  const latencyMs = 100;
  const ratios = await Array.fromAsync({ length: 3 }, async () => {
    const run = await runAgainst("none", latencyMs);
    const inTurn = run.requests.total / defaultOptions.concurrency;
    return (run.endedAtMs - run.startedAtMs) / (Math.max(await longestChain(run), inTurn) * latencyMs);
  });
  return median(ratios);
}

/** How many requests of a run had to wait for each other: no concurrency makes the run shorter than these. */
async function longestChain(run: Run): Promise<number> {
  const contract = await loadContract();
  const sent = new Set(run.exchanges.map((exchange) => exchange.step));
  const steps = [...stepTable(suite, contract).values()].filter((step) => sent.has(step.id));
  const { awaitedBy } = orderOf(steps);
  const lengths = new Map<StepId, number>();
  const lengthTo = (step: StepId): number => {
    const known = lengths.get(step);
    if (known !== undefined) return known;
    const length = 1 + Math.max(0, ...awaitedBy(step).map(lengthTo));
    lengths.set(step, length);
    return length;
  };
  return Math.max(0, ...steps.map((step) => lengthTo(step.id)));
}

/** What the simulation of random limiters showed: offences are what a model client never commits. */
async function simulationFigures(runs: number): Promise<string> {
  const { offences, refused, requests, outcomes } = await simulate(firstSeeds(runs));
  const ended = Object.entries(outcomes).map(([outcome, n]) => `${n} ${outcome}`);
  const lines = offences.map(
    ({ seed, circumstances, findings }) => `  seed ${seed}: ${circumstances}: ${findings.join("; ")}`,
  );
  return [
    `simulation, ${runs} runs: ${offences.length} offences, ${refused} of ${requests} requests refused (${ended.join(", ")})`,
    ...lines,
  ].join("\n");
}

/**
 * A run in `standard` over real sockets, on a store of 30 pets, without the over-limit probe and its wait.
 * @param latencyMs between a request and its answer
 */
async function runAgainst(plan: Plan, latencyMs: number): Promise<Run> {
  const reference = new ReferenceServer({ now: Date.now, keys: [key], plan, seedPets: 30 });
  const server = await listen({
    handle: async (request) => {
      await delay(latencyMs);
      return reference.handle(request);
    },
  });
  try {
    return await runOverSockets({
      clock: new WallClock(),
      baseUrl: new URL(server.url),
      key,
      options: { maxBurst: 0 },
      signal: AbortSignal.timeout(mostMs),
    });
  } finally {
    await server.close();
  }
}
