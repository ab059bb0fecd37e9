import { inputName } from "../core/check/series.ts";
import type { FoldedFinding } from "../core/check/verdict.ts";
import type { Run } from "../core/run/result.ts";

/** Where a generated input comes from, and how to send it again; undefined if the finding is about no generated input. */
export function replayWords(
  { generated, rounds }: Pick<FoldedFinding, "generated" | "rounds">,
  run: Pick<Run, "seed">,
): string | undefined {
  if (generated === undefined) return undefined;
  const { step, input } = generated;
  const origin =
    input.length > 1 ? "the smallest failing input, reduced from a generated one" : "generated from the seed";
  return `${origin}; to send it again, add \`--seed ${rounds?.seed ?? run.seed} --replay "${step} #${inputName(input)}"\``;
}
