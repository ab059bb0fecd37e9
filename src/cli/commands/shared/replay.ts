import type { Prepared } from "../../../assembly/assemble.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import { partOf, stepOf } from "../../../check/series.ts";
import { nearest } from "../../../options/suggest.ts";
import type { RunOptions } from "../../../run/options.ts";
import { casesOf, stepTable } from "../../../run/plan.ts";

/**
 * Options that send one generated input again, named as a report names it (`generated limits #3:0`): the requirements
 * that it shows, in the profile that generates. Throws UsageError for a name that no step has, and without a seed.
 */
export function withReplay(
  options: RunOptions,
  input: string,
  { suites, contract, requirements }: Prepared,
  seedGiven: boolean,
): RunOptions {
  const where = "options";
  const [step, part] = [stepOf(input), partOf(input)?.split("/")[0]];
  const steps = [...stepTable(suites, contract).values()].filter(({ atMost }) => atMost !== undefined);
  if (
    part === undefined ||
    !/^[0-9]+(?::[0-9]+)*$/.test(part) ||
    !steps.some(({ label }) => label === step)
  ) {
    const near = nearest(
      step,
      steps.map(({ label }) => label),
    );
    throw new UsageError({
      what: `--replay names no generated input: "${input}"`,
      where,
      remedy: `Take it from a report, such as "${near ?? steps[0]?.label ?? "generated limits"} #3:0".`,
    });
  }
  if (!seedGiven)
    throw new UsageError({
      what: "--replay is given without --seed",
      where,
      remedy: "Give the seed of the run whose report names the input.",
    });
  const about = casesOf(suites, contract, requirements, "thorough")
    .filter((c) => c.from.includes(step))
    .map((c) => c.requirement);
  const only = options.only.length > 0 ? options.only : [...new Set(about)];
  return { ...options, profile: "thorough", only, replay: { step, part } };
}
