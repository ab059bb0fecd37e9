import type { ComponentChild } from "preact";
import { requirementName } from "#core/check/requirement.ts";
import {
  cellMark,
  implementationsSheet,
  mustsPassed,
  type NamedRun,
  rowsOf,
  title,
} from "../compare/implementations.ts";
import type { SavedVerdict } from "../compare/saved-run.ts";
import type { VerdictMark } from "../words/sentences.ts";
import { type Cell, h, shown, table } from "./element.ts";
import { page, sheetParts } from "./sheet-page.ts";

/** Both heads stay in view, names stand upright, and many columns use the whole window. */
const moreStyle = `
main{max-width:none}.grid{overflow:auto;max-height:85vh}.grid thead th{position:sticky;top:0;background:var(--bg);z-index:1;vertical-align:bottom}
.grid tbody th,.grid thead th:first-child{position:sticky;left:0;background:var(--bg)}.grid thead th:first-child{z-index:2}
.grid thead th:nth-child(n+3) span{writing-mode:vertical-rl;max-height:16rem;overflow:hidden}.grid td{text-align:center;padding:.2rem .15rem}.grid tbody th{min-width:18rem}
@media (max-width:40rem){.grid th,.grid td{padding:.3rem;font-size:.875rem}.grid tbody th{min-width:7.5rem;max-width:7.5rem}.grid tr>:nth-child(2){display:none}}
`;

export function implementationsPage(columns: readonly NamedRun[]): string {
  const parts = sheetParts(implementationsSheet(columns));
  return page(title, [...parts, h("h2", "Every requirement"), grid(columns)], moreStyle);
}

function grid(columns: readonly NamedRun[]): ComponentChild {
  const rows = rowsOf(columns.map(({ run }) => run)).map((row): Cell[] => [
    h("strong", { title: shown(row.text) }, shown(requirementName(row))),
    row.level,
    ...row.verdicts.map((verdict, at) => cell(verdict, columns[at]?.name ?? "")),
  ]);
  const head = ["Requirement", "Level", ...columns.map(({ name }) => shown(name, 80))];
  const outcomes = columns.map(({ run }) => symbolOf(outcomeMarks[run.outcome], run.outcome));
  const musts = columns.map(({ run }) => mustsPassed(run).replace(" of ", "/"));
  return table(title, head, [["Outcome", "", ...outcomes], ["Musts passed", "", ...musts], ...rows], "grid");
}

/** Its words are those of the tooltip. */
function cell(verdict: SavedVerdict | undefined, name: string): ComponentChild {
  const mark = cellMark(verdict);
  const [finding] = verdict?.findings ?? [];
  const found =
    finding === undefined
      ? ""
      : `; expected ${shown(finding.expected, 200)}; got ${shown(finding.seen, 200)}`;
  return symbolOf(mark, `${shown(name, 80)}: ${mark.word}${found}`);
}

const outcomeMarks: Readonly<Record<NamedRun["run"]["outcome"], Omit<VerdictMark, "word">>> = {
  conforming: { symbol: "✓", tone: "passed" },
  "non-conforming": { symbol: "✗", tone: "failed" },
  inconclusive: { symbol: "?", tone: "inconclusive" },
};

function symbolOf({ symbol, tone }: Omit<VerdictMark, "word">, words: string): ComponentChild {
  return h(`span.tag.${tone}`, { title: words, role: "img", "aria-label": words }, symbol);
}
