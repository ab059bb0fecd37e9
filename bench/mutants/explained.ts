import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Row } from "./results.ts";

/** Why some mutants may survive. */
export interface Explanation {
  readonly why: string;
  readonly mutants: readonly ExplainedMutant[];
}

/** As the results name it: without its line, which changes. All that are alike in one declaration. */
export type ExplainedMutant = Pick<Row, "file" | "within" | "was" | "becomes">;

export function loadExplanations(): readonly Explanation[] {
  return parse(readFileSync(new URL("./explained.yaml", import.meta.url), "utf8"));
}

/** Why a mutant survives; undefined where nobody has said. */
export function whyAlive(row: Row, explanations: readonly Explanation[]): string | undefined {
  return explanations.find(({ mutants }) => mutants.some((mutant) => isThat(mutant, row)))?.why;
}

/** Explanations of what does not survive: of a run of all mutants. */
export function staleExplanations(
  rows: readonly Row[],
  explanations: readonly Explanation[],
): readonly ExplainedMutant[] {
  const alive = rows.filter(({ fate }) => fate.kind === "survived");
  return explanations
    .flatMap(({ mutants }) => mutants)
    .filter((mutant) => !alive.some((row) => isThat(mutant, row)));
}

function isThat(mutant: ExplainedMutant, row: Row): boolean {
  return (["file", "within", "was", "becomes"] as const).every((part) => mutant[part] === row[part]);
}
