import { type VerdictMark, verdictMark } from "../words/sentences.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";

export interface NamedRun {
  readonly name: string;
  readonly run: SavedRun;
}

/** One run of the table: a column, whose name no other has. */
export type Column = ReturnType<typeof columnsOf>[number];

export function columnsOf(runs: readonly NamedRun[]): readonly NamedRun[] {
  const ofName = Map.groupBy(runs, ({ name }) => name);
  return runs.map(({ name, run }) => {
    const isShared = (ofName.get(name)?.length ?? 0) > 1;
    const time = run.startedAt.slice(0, 16).replace("T", " ");
    return { run, name: isShared ? `${name} (${time}, ${run.target})` : name };
  });
}

export type Row = ReturnType<typeof rowsOf>[number];

/**
 * One row per requirement, in the order of the first report, then those that only others have. Its verdicts are one per
 * column; undefined if that report does not have the requirement.
 */
export function rowsOf(runs: readonly SavedRun[]) {
  const known = runs.map((run) => new Map(run.verdicts.map((verdict) => [verdict.id, verdict])));
  const judged = runs.flatMap(({ verdicts }) => verdicts.filter(({ level }) => level !== "open"));
  return [...Map.groupBy(judged, ({ id }) => id).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { id, slug, area, level, text } = first;
    return { id, slug, area, level, text, verdicts: known.map((verdicts) => verdicts.get(id)) };
  });
}

/** `41 of 44`: musts that passed, of those that apply. */
export function mustsPassed({ verdicts }: SavedRun): string {
  const musts = verdicts.filter(
    ({ level, verdict }) => level === "must" && verdict !== "not-applicable" && verdict !== "skipped",
  );
  return `${musts.filter(({ verdict }) => verdict === "pass").length} of ${musts.length}`;
}

export function failedMusts({ verdicts }: SavedRun): readonly string[] {
  return verdicts.filter(({ level, verdict }) => level === "must" && verdict === "fail").map(({ id }) => id);
}

const absent: VerdictMark = { symbol: " ", word: "not in this report", tone: "left-out" };

export function cellMark(verdict: SavedVerdict | undefined): VerdictMark {
  return verdict === undefined ? absent : verdictMark(verdict);
}

/** What a summary of many columns counts, the worst first. */
export const countedTones = ["failed", "warning", "inconclusive", "untested", "passed"] as const;

export function tonesOf({ verdicts }: Row): ReadonlyMap<VerdictMark["tone"], number> {
  const tones = Map.groupBy(verdicts, (verdict) => cellMark(verdict).tone);
  return new Map([...tones].map(([tone, cells]) => [tone, cells.length]));
}

export function failsIn({ verdicts }: Row, columns: readonly Column[]): readonly string[] {
  return columns.filter((_, at) => verdicts[at]?.verdict === "fail").map(({ name }) => name);
}

/** `214 conforming, 3 inconclusive`. */
export function outcomesInWords(columns: readonly Column[]): string {
  return (["conforming", "non-conforming", "inconclusive"] as const)
    .map((outcome) => ({ outcome, count: columns.filter(({ run }) => run.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`)
    .join(", ");
}

/** As many names as a reader takes in, and how many more there are. */
export function someNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more <= 1 ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${more} more`;
}
