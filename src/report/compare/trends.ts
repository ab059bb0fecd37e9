import { counted } from "../../core/check/counted.ts";
import { requirementName } from "../../core/check/requirement.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Look } from "../console/colour.ts";
import { wrap } from "../console/wrap.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown.ts";
import { differencesBetween } from "./compare-runs.ts";
import { cellMark, type MatrixColumn, type MatrixRow, matrixRows } from "./implementations.ts";
import type { SavedRun } from "./saved-run.ts";

export type Trend = ReturnType<typeof trendsOf>[number];

/** One for each implementation of which there are several runs. */
export function trendsOf(columns: readonly MatrixColumn[]) {
  return columns
    .filter(({ earlier }) => earlier.length > 0)
    .map(({ name, run, earlier }) => {
      /** The oldest first. */
      const runs = [...earlier, run];
      /** The requirements whose verdicts changed, with their verdict in each run. */
      const rows = matrixRows(runs)
        .map((row) => ({ row, steps: stepsOf(row) }))
        .filter(({ steps }) => steps.length > 1)
        .map(({ row, steps }) => ({ ...row, sentence: stepsInWords(steps, runs) }));
      return { name, runs, rows, cautions: cautionsOf(runs) };
    });
}

interface Step {
  readonly word: string;
  /** The first run that has it, from 0. */
  readonly from: number;
}

function stepsOf({ verdicts }: MatrixRow): readonly Step[] {
  const steps: Step[] = [];
  for (const [from, verdict] of verdicts.entries()) {
    const { word } = cellMark(verdict);
    if (steps.at(-1)?.word !== word) steps.push({ word, from });
  }
  return steps;
}

/** Beyond so many changes the first and the last say what a reader asks. */
const mostSteps = 4;

/** `passed; failed from 2026-03-04 05:06 (run 3)`. */
function stepsInWords(steps: readonly Step[], runs: readonly SavedRun[]): string {
  const words = steps.map(({ word, from }) =>
    from === 0 ? word : `${word} from ${timeOf(runs[from])} (run ${from + 1})`,
  );
  if (words.length <= mostSteps) return words.join("; ");
  return [...words.slice(0, 2), `${steps.length - 3} more changes`, ...words.slice(-1)].join("; ");
}

/** What besides the implementation differs from one run to the next. */
function cautionsOf(runs: readonly SavedRun[]): readonly string[] {
  return runs.flatMap((run, at) => {
    const before = runs[at - 1];
    const differences = before === undefined ? [] : differencesBetween(before, run);
    return [...differences, ...(run.partial ? ["it ended early"] : [])].map(
      (text) => `run ${at + 1}: ${text}`,
    );
  });
}

/** `2026-03-04 05:06`, in UTC. */
export function timeOf(run: SavedRun | undefined): string {
  return escapeForTerminal(run?.startedAt ?? "")
    .slice(0, 16)
    .replace("T", " ");
}

/** `5 runs from 2026-03-01 05:06 to 2026-03-05 05:06 (UTC)`. */
export function runsInWords({ runs }: Trend): string {
  return `${counted(runs.length, "run")} from ${timeOf(runs[0])} to ${timeOf(runs.at(-1))} (UTC)`;
}

/** The implementations of which no verdict changed, in one sentence; empty where there is none. */
export function unchangedInWords(trends: readonly Trend[]): string {
  const names = trends.filter(({ rows }) => rows.length === 0).map(({ name }) => shorten(name, 60));
  return names.length === 0 ? "" : `No verdict changed: ${names.join(", ")}`;
}

export function trendsForTerminal(trends: readonly Trend[], { width, paint }: Look): string[] {
  if (trends.length === 0) return [];
  const lines = ["", paint.strong("Changes over time")];
  for (const trend of trends.filter(({ rows }) => rows.length > 0)) {
    lines.push("", `${shorten(escapeForTerminal(trend.name), 60)}: ${runsInWords(trend)}`);
    for (const caution of trend.cautions)
      lines.push(...wrap(escapeForTerminal(caution), width, "  note: ", "    "));
    for (const row of trend.rows) {
      const marks = row.verdicts.map((verdict) => cellMark(verdict).symbol).join("");
      const text = `${escapeForTerminal(requirementName(row))}: ${row.sentence}`;
      lines.push(...wrap(text, width, `  ${marks}  `, " ".repeat(marks.length + 4)));
    }
  }
  const unchanged = unchangedInWords(trends);
  if (unchanged !== "") lines.push("", ...wrap(escapeForTerminal(unchanged), width));
  return lines;
}

export function trendsAsMarkdown(trends: readonly Trend[]): string {
  if (trends.length === 0) return "";
  const changed = trends.filter(({ rows }) => rows.length > 0);
  const sections = changed.map((trend) => {
    const rows = trend.rows.map((row) => [
      `**${escapeForMarkdown(requirementName(row))}**`,
      row.level,
      row.verdicts.map((verdict) => cellMark(verdict).symbol).join(""),
      escapeForMarkdown(row.sentence),
    ]);
    const notes = trend.cautions.map((text) => `- note: ${escapeForMarkdown(text)}\n`).join("");
    const head = ["Requirement", "Level", "Runs", "Changes"];
    return `### ${escapeForMarkdown(trend.name, 60)}\n\n${runsInWords(trend)}\n\n${notes === "" ? "" : `${notes}\n`}${markdownTable(head, rows)}\n`;
  });
  const unchanged = unchangedInWords(trends);
  const rest = unchanged === "" ? "" : `${escapeForMarkdown(unchanged, 5000)}\n`;
  return `\n## Changes over time\n\n${sections.join("")}${rest}`;
}
