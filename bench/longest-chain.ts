import { stepTable } from "../src/core/run/plan.ts";
import type { Run } from "../src/core/run/result.ts";
import { allBefore } from "../src/core/run/sending/schedule.ts";
import { loadContract } from "../suites/petstore/document.ts";
import { suite } from "../suites/registry.ts";

/** How many requests of a run had to wait for each other: no concurrency makes the run shorter than these. */
export async function longestChain(run: Run): Promise<number> {
  const contract = await loadContract();
  const sent = new Set(run.exchanges.map((exchange) => exchange.label));
  const steps = [...stepTable(suite, contract).values()].filter((step) => sent.has(step.label));
  const before = allBefore(steps);
  const lengths = new Map<string, number>();
  const lengthTo = (label: string): number => {
    const known = lengths.get(label);
    if (known !== undefined) return known;
    const length = 1 + Math.max(0, ...[...(before.get(label) ?? [])].map(lengthTo));
    lengths.set(label, length);
    return length;
  };
  return Math.max(0, ...steps.map((step) => lengthTo(step.label)));
}
