import { partLabel } from "../check/series.ts";
import type { Finding } from "../check/verdict.ts";
import type { Run } from "../run/result.ts";

/** Where a generated input comes from, and how to send it again; undefined if the finding is about no generated input. */
export function replayWords({ case: step, part }: Finding, { seed }: Pick<Run, "seed">): string | undefined {
  if (part === undefined) return undefined;
  const [input = part] = part.split("/");
  const origin = input.includes(":")
    ? "the smallest failing input, reduced from a generated one"
    : "generated from the seed";
  return `${origin}; to send it again, add \`--seed ${seed} --replay "${partLabel(step, input)}"\``;
}
