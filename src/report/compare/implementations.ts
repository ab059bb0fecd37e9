import { counted } from "#core/check/results/words.ts";
import { shorten } from "#core/json/escape.ts";
import { type VerdictMark, verdictMark } from "../words/sentences.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";
import type { GridRow, Sheet, SheetRow, SheetTable } from "./sheet.ts";

export interface NamedRun {
  readonly name: string;
  readonly run: SavedRun;
}

/** A column for each run, whose name no other has. */
export function columnsOf(runs: readonly NamedRun[]): readonly NamedRun[] {
  const ofName = Map.groupBy(runs, ({ name }) => name);
  return runs.map(({ name, run }) => {
    const isShared = (ofName.get(name)?.length ?? 0) > 1;
    const time = run.startedAt.slice(0, 16).replace("T", " ");
    return { run, name: isShared ? `${name} (${time}, ${run.target})` : name };
  });
}

/** One row per requirement, in the order of the first report, then those that only others have. */
function gridRows(runs: readonly SavedRun[]): readonly GridRow[] {
  const known = runs.map((run) => new Map(run.verdicts.map((verdict) => [verdict.id, verdict])));
  const judged = runs.flatMap(({ verdicts }) => verdicts.filter(({ level }) => level !== "open"));
  return [...Map.groupBy(judged, ({ id }) => id).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { id, slug, level, text } = first;
    return { id, slug, level, text, cells: known.map((verdicts) => gridCell(verdicts.get(id))) };
  });
}

function gridCell(verdict: SavedVerdict | undefined): GridRow["cells"][number] {
  const [finding] = verdict?.findings ?? [];
  const detail = finding && `expected ${finding.expected}; got ${finding.seen}`;
  return { ...(verdict === undefined ? absent : verdictMark(verdict)), detail };
}

/** `41 of 44`: musts that passed, of those that apply. */
function mustsPassed({ verdicts }: SavedRun): string {
  const musts = verdicts.filter(
    ({ level, verdict }) => level === "must" && verdict !== "not-applicable" && verdict !== "skipped",
  );
  return `${musts.filter(({ verdict }) => verdict === "pass").length} of ${musts.length}`;
}

const absent: VerdictMark = { symbol: " ", word: "not in this report", tone: "left-out" };

const outcomeMarks: Readonly<Record<SavedRun["outcome"], VerdictMark>> = {
  "non-conforming": { symbol: "✗", word: "non-conforming", tone: "failed" },
  inconclusive: { symbol: "?", word: "inconclusive", tone: "inconclusive" },
  conforming: { symbol: "✓", word: "conforming", tone: "passed" },
};

const longestName = 60;

/** Which musts each fails, by outcome, the worst first; and every requirement of all in one grid. */
export function implementationsSheet(columns: readonly NamedRun[]): Sheet {
  const tables = Object.values(outcomeMarks).map(({ word, tone }): SheetTable => {
    const those = columns.filter(({ run }) => run.outcome === word);
    return {
      title: word,
      tone,
      head: ["Implementation", "Musts passed", "Musts failed"],
      rows: those.map(rowOf),
    };
  });
  return {
    title: "Implementations and requirements",
    facts: [],
    summary: counted(columns.length, "implementation"),
    tables: tables.filter(({ rows }) => rows.length > 0),
    grid: {
      columns: columns.map(({ name, run }) => ({
        ...{ name, mark: outcomeMarks[run.outcome] },
        about: `${run.outcome}, ${mustsPassed(run)} musts passed`,
      })),
      rows: gridRows(columns.map(({ run }) => run)),
    },
  };
}

function rowOf({ name, run }: NamedRun): SheetRow {
  const failed = run.verdicts.filter(({ level, verdict }) => level === "must" && verdict === "fail");
  const ids = failed.map(({ id }) => id).join(", ");
  return {
    name: shorten(name, longestName),
    cells: [`${mustsPassed(run)} musts passed`, ids === "" ? "" : `failed: ${ids}`],
    ...{ text: "", details: [] },
  };
}
