import { requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { shorten } from "#core/json/escape.ts";
import type { Fact } from "../report.ts";
import { firstNamed, type VerdictMark, verdictMark } from "../words/sentences.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";
import type { GridRow, Sheet, SheetRow } from "./sheet.ts";

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

type Row = ReturnType<typeof rowsOf>[number];

/**
 * One row per requirement, in the order of the first report, then those that only others have. Its verdicts are one per
 * column; undefined if that report does not have the requirement.
 */
function rowsOf(runs: readonly SavedRun[]) {
  const known = runs.map((run) => new Map(run.verdicts.map((verdict) => [verdict.id, verdict])));
  const judged = runs.flatMap(({ verdicts }) => verdicts.filter(({ level }) => level !== "open"));
  return [...Map.groupBy(judged, ({ id }) => id).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { id, slug, level, text } = first;
    return { id, slug, level, text, verdicts: known.map((verdicts) => verdicts.get(id)) };
  });
}

/** `41 of 44`: musts that passed, of those that apply. */
function mustsPassed({ verdicts }: SavedRun): string {
  const musts = verdicts.filter(
    ({ level, verdict }) => level === "must" && verdict !== "not-applicable" && verdict !== "skipped",
  );
  return `${musts.filter(({ verdict }) => verdict === "pass").length} of ${musts.length}`;
}

function failedMusts({ verdicts }: SavedRun): readonly string[] {
  return verdicts.filter(({ level, verdict }) => level === "must" && verdict === "fail").map(({ id }) => id);
}

const absent: VerdictMark = { symbol: " ", word: "not in this report", tone: "left-out" };

function cellMark(verdict: SavedVerdict | undefined): VerdictMark {
  return verdict === undefined ? absent : verdictMark(verdict);
}

/** `300 implementations: 214 conforming, 86 non-conforming`. */
function headline(columns: readonly NamedRun[]): string {
  const outcomes = (["conforming", "non-conforming", "inconclusive"] as const)
    .map((outcome) => ({ outcome, count: columns.filter(({ run }) => run.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`);
  return `${counted(columns.length, "implementation")}: ${outcomes.join(", ")}`;
}

const longestName = 60;
const mostNames = 12;

/** What each of those fails that are not conforming; how many fail each requirement, and which; and all in one grid. */
export function implementationsSheet(columns: readonly NamedRun[]): Sheet {
  const rows = rowsOf(columns.map(({ run }) => run));
  const noted = rows.filter(isNoted);
  const others = rows.filter((row) => !noted.includes(row)).map(({ id }) => id);
  const bad = columns.filter(({ run }) => run.outcome !== "conforming");
  const good = columns.filter(({ run }) => run.outcome === "conforming").map(({ name }) => shortName(name));
  const facts: readonly Fact[] = [
    ["conforming", good.join(", ")],
    ["failed or inconclusive in none", others.join(", ")],
  ];
  return {
    title: "Implementations and requirements",
    facts: facts.filter(([, text]) => text !== ""),
    summary: headline(columns),
    tables: [
      {
        ...{ title: "Not conforming", tone: "failed" as const },
        head: ["Implementation", "Outcome", "Musts passed"] as const,
        rows: bad.map(({ name, run }): SheetRow => {
          const failed = failedMusts(run);
          return {
            name: shortName(name),
            cells: [run.outcome, `${mustsPassed(run)} musts passed`],
            text: failed.length === 0 ? "" : `failed: ${failed.join(", ")}`,
            details: [],
          };
        }),
      },
      {
        ...{ title: "Failed or inconclusive somewhere", tone: "warning" as const },
        head: ["Requirement", "Level", "In how many"] as const,
        rows: noted.map((row) => requirementRow(row, columns)),
      },
    ].filter((table) => table.rows.length > 0),
    grid: {
      columns: columns.map(({ name, run }) => ({
        ...{ name, mark: outcomeMarks[run.outcome] },
        about: `${run.outcome}, ${mustsPassed(run)} musts passed`,
      })),
      rows: rows.map(gridRow),
    },
  };
}

const outcomeMarks: Readonly<Record<SavedRun["outcome"], VerdictMark>> = {
  conforming: { symbol: "✓", word: "conforming", tone: "passed" },
  "non-conforming": { symbol: "✗", word: "non-conforming", tone: "failed" },
  inconclusive: { symbol: "?", word: "inconclusive", tone: "inconclusive" },
};

function gridRow({ id, slug, level, text, verdicts }: Row): GridRow {
  const cells = verdicts.map((verdict) => {
    const [finding] = verdict?.findings ?? [];
    const detail = finding && `expected ${finding.expected}; got ${finding.seen}`;
    return { ...cellMark(verdict), detail };
  });
  return { id, slug, level, text, cells };
}

/** Whether anything went wrong somewhere. */
function isNoted({ verdicts }: Row): boolean {
  return verdicts.some((verdict) => ["failed", "warning", "inconclusive"].includes(cellMark(verdict).tone));
}

function requirementRow(row: Row, columns: readonly NamedRun[]): SheetRow {
  const marks = row.verdicts.filter((verdict) => verdict !== undefined).map(cellMark);
  const counts = [...Map.groupBy(marks, ({ symbol, word }) => `${symbol} ${word}`)];
  const names = columns
    .filter((_, at) => row.verdicts[at]?.verdict === "fail")
    .map(({ name }) => shortName(name));
  const where = `${row.level === "must" ? "fails in" : "warns in"} ${firstNamed(names, mostNames)}`;
  return {
    name: requirementName(row),
    cells: [row.level, counts.map(([mark, some]) => `${mark} in ${some.length}`).join(", ")],
    text: row.text,
    details: names.length === 0 ? [] : [where],
  };
}

function shortName(name: string): string {
  return shorten(name, longestName);
}
