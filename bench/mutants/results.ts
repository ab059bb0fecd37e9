import { readFileSync, writeFileSync } from "node:fs";
import type { Fate } from "./hunt.ts";
import type { Mutant } from "./instrument.ts";

/** What a run of the mutants found. */
export interface Results {
  /** How many mutants there are that the compiler takes, and how many it refuses. */
  readonly valid: number;
  readonly refused: number;
  /** What was drawn of them; undefined: all were played. */
  readonly drawn: { readonly seed: number } | undefined;
  readonly rows: readonly Row[];
}

/** A mutant and what became of it. */
export interface Row {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly within: string;
  readonly operator: string;
  readonly was: string;
  readonly becomes: string;
  readonly fate: Fate;
}

export function rowOf(mutant: Mutant, key: string, fate: Fate): Row {
  const { file, line, within, operator } = mutant;
  return {
    key,
    file,
    line,
    within,
    operator,
    was: onOneLine(mutant.was),
    becomes: onOneLine(mutant.becomes),
    fate,
  };
}

/** Names that stay the same while other lines of the file change; alike mutants of one declaration are numbered. */
export function keysOf(mutants: readonly Mutant[]): ReadonlyMap<Mutant, string> {
  const counts = new Map<string, number>();
  return new Map(
    mutants.map((mutant) => {
      const { file, within, was, becomes } = mutant;
      const name = JSON.stringify([file, within, was, becomes]);
      const nth = counts.get(name) ?? 0;
      counts.set(name, nth + 1);
      return [mutant, `${name} ${nth}`];
    }),
  );
}

export function writeResults(file: URL, results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, undefined, 1)}\n`);
}

/** @throws Error where no run was made before. */
export function readResults(file: URL): Results {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`${file.pathname} holds no earlier run: run without --again and --last first`);
  }
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
