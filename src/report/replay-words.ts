import { partLabel } from "../core/check/series.ts";
import type { FoldedFinding } from "../core/check/verdict.ts";
import type { Run } from "../core/run/result.ts";

type Replayed = Pick<FoldedFinding, "case" | "part" | "rounds">;

/** Where a generated input comes from, and how to send it again; undefined if the finding is about no generated input. */
export function replayWords(
  { case: step, part, rounds }: Replayed,
  run: Pick<Run, "seed">,
): string | undefined {
  if (part === undefined) return undefined;
  const seed = rounds?.seed ?? run.seed;
  const [input = part] = part.split("/");
  const origin = input.includes(":")
    ? "the smallest failing input, reduced from a generated one"
    : "generated from the seed";
  return `${origin}; to send it again, add \`--seed ${seed} --replay "${partLabel(step, input)}"\``;
}
