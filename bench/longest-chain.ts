import type { StepId } from "../src/core/exchange/exchange.ts";
import { stepTable } from "../src/core/run/plan.ts";
import type { Run } from "../src/core/run/result.ts";
import { allBefore } from "../src/core/run/sending/schedule.ts";
import { loadContract } from "../suites/petstore/document.ts";
import { suite } from "../suites/registry.ts";

/** How many requests of a run had to wait for each other: no concurrency makes the run shorter than these. */
export async function longestChain(run: Run): Promise<number> {
  const contract = await loadContract();
  const sent = new Set(run.exchanges.map((exchange) => exchange.step));
  const steps = [...stepTable(suite, contract).values()].filter((step) => sent.has(step.id));
  const before = allBefore(steps);
  const lengths = new Map<StepId, number>();
  const lengthTo = (step: StepId): number => {
    const known = lengths.get(step);
    if (known !== undefined) return known;
    const length = 1 + Math.max(0, ...[...(before.get(step) ?? [])].map(lengthTo));
    lengths.set(step, length);
    return length;
  };
  return Math.max(0, ...steps.map((step) => lengthTo(step.id)));
}
