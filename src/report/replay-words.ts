import { partLabel } from "../core/check/series.ts";
import type { FoldedFinding } from "../core/check/verdict.ts";
import type { Run } from "../core/run/result.ts";

type Replayed = Pick<FoldedFinding, "case" | "part" | "rounds">;

/** How what a finding is about is sent again: the generated input alone, or the run by its seed. */
export function repeatWords(finding: Replayed, run: Pick<Run, "seed" | "inProcess">): string {
  const seed = finding.rounds?.seed ?? run.seed;
  const option = run.inProcess === undefined ? `--seed ${seed}` : `seed: ${seed}`;
  return replayWords(finding, run) ?? `to send the same requests again, add \`${option}\``;
}

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
