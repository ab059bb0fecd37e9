import type { Facts, Setting } from "#core/check/facts.ts";
import { loadGenerators } from "#core/check/inputs/generate.ts";
import { isSeries, type Step } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { factsOf, type SampleExchange } from "./sample-evidence.ts";

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

/** The path that a step asks for after these exchanges; where it asks for nothing, why not. */
export function pathAsked(
  { request }: Pick<Step, "request">,
  samples: readonly SampleExchange[],
  changed: Partial<Setting> = {},
): string {
  const asked = request(factsOf(samples, changed));
  if (isUnresolved(asked)) return `${asked.kind} ${asked.reason?.kind}`;
  return isSeries(asked) ? "a series" : asked.path;
}
