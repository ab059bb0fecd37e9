import type { RequestSpec } from "../../src/exchange/exchange.ts";
import type { Facts } from "../../src/run/facts.ts";
import { loadGenerators } from "../../src/run/generate.ts";
import { isOmission } from "../../src/run/omission.ts";
import { isSeries } from "../../src/run/series.ts";
import type { Step } from "../../src/run/step.ts";

/** Every request that a step sends when none is answered: those of a series too; none where it is omitted. */
export async function requestsAsked(step: Step, facts: Facts): Promise<readonly RequestSpec[]> {
  await loadGenerators();
  const asked = step.request(facts);
  if (isOmission(asked)) return [];
  if (!isSeries(asked)) return [asked];
  const requests: RequestSpec[] = [];
  await asked.series(async (_, spec) => {
    requests.push(spec);
    return undefined;
  });
  return requests;
}
