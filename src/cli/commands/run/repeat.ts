import type { Prepared } from "#assembly/assemble.ts";
import { UsageError } from "#core/options/usage-error.ts";
import type { RunOptions } from "#core/run/options.ts";
import { casesOf, stepTable } from "#core/run/plan/plan.ts";

/**
 * Options that send one generated input again, named as in a report (`generated limits #3:0`): its requirements, in the
 * profile that generates inputs. Throws UsageError for an unknown name, and without a seed.
 */
export function withReplay(
  options: RunOptions,
  input: string,
  { suite, contract, requirements }: Prepared,
  seedGiven: boolean,
): RunOptions {
  const where = "options";
  const [, id = input, path] = /^(.*) #([0-9]+(?::[0-9]+)*)(?:\/[0-9]+)?$/.exec(input) ?? [];
  const steps = [...stepTable(suite, contract).values()].filter(({ atMost }) => atMost !== undefined);
  const named = steps.find((one) => one.id === id);
  if (path === undefined || named === undefined)
    throw new UsageError({
      what: `--replay names no generated input: "${input}"`,
      where,
      remedy: `Take it from a report, such as "${steps[0]?.id ?? "generated limits"} #3:0".`,
    });
  if (!seedGiven)
    throw new UsageError({
      what: "--replay is given without --seed",
      where,
      remedy: "Give the seed of the run whose report names the input.",
    });
  const about = casesOf(suite, contract, requirements, "thorough")
    .filter((c) => c.from.includes(named.id))
    .map((c) => c.requirement);
  const only = options.only.length > 0 ? options.only : [...new Set(about)];
  return {
    ...options,
    profile: "thorough",
    only,
    rounds: 1,
    forMs: undefined,
    replay: { step: named.id, input: path.split(":").map(Number) },
  };
}
