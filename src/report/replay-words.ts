import { partLabel } from "../check/series.ts";
import type { Finding } from "../check/verdict.ts";
import type { Run } from "../run/result.ts";

/** How a generated input was come by, and what sends it again; undefined for a finding on no such input. */
export function replayWords({ case: step, part }: Finding, { seed }: Pick<Run, "seed">): string | undefined {
  if (part === undefined) return undefined;
  const [input = part] = part.split("/");
  const made = input.includes(":")
    ? "the smallest failing input, reduced from a generated one"
    : "generated from the seed";
  return `${made}; to send it again, add \`--seed ${seed} --replay "${partLabel(step, input)}"\``;
}
