import type { Row } from "./results.ts";

/** What became of the mutants of one file, or of all. */
export interface Score {
  readonly mutants: number;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  /** Killed or timed out, in percent of all; 100 where there are none. */
  readonly percent: number;
}

/** So many are to be killed, in percent. */
export const leastPercent = 85;

export function scoreOf(rows: readonly Row[]): Score {
  const count = (kind: Row["fate"]["kind"]): number => rows.filter(({ fate }) => fate.kind === kind).length;
  const [killed, timedOut, survived] = [count("killed"), count("timed out"), count("survived")];
  const percent = rows.length === 0 ? 100 : (100 * (killed + timedOut)) / rows.length;
  return { mutants: rows.length, killed, timedOut, survived, percent };
}

/** A row for each file, the lowest score first, and the sum. */
export function scoreTable(rows: readonly Row[]): readonly (readonly string[])[] {
  const files = [...Map.groupBy(rows, ({ file }) => file)].map(([file, own]) => ({ file, ...scoreOf(own) }));
  const sorted = files.toSorted((a, b) => a.percent - b.percent || (a.file < b.file ? -1 : 1));
  return [...sorted, { file: "all", ...scoreOf(rows) }].map((score) => [
    score.file,
    ...[score.mutants, score.killed, score.timedOut, score.survived].map(String),
    `${score.percent.toFixed(1)} %`,
  ]);
}

export const scoreHead = ["file", "mutants", "killed", "timed out", "survived", "score"];
