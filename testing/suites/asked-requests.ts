import type { Facts } from "../../src/core/check/facts.ts";
import { loadGenerators } from "../../src/core/check/generate.ts";
import { isSeries, type Step } from "../../src/core/check/step.ts";
import { isUnresolved } from "../../src/core/check/unresolved.ts";
import type { RequestSpec } from "../../src/core/exchange/exchange.ts";

/** Every request that a step sends when none is answered: those of a series too; none where it is omitted. */
export async function requestsAsked(step: Step, facts: Facts): Promise<readonly RequestSpec[]> {
  await loadGenerators();
  const asked = step.request(facts);
  if (isUnresolved(asked)) return [];
  if (!isSeries(asked)) return [asked];
  const requests: RequestSpec[] = [];
  await asked.series(async (_, spec) => {
    requests.push(spec);
    return undefined;
  });
  return requests;
}
