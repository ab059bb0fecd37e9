import type { ComponentChild } from "preact";
import { requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import {
  cellMark,
  implementationsSheet,
  mustsPassed,
  type NamedRun,
  type Row,
  rowsOf,
  title,
} from "../compare/implementations.ts";
import type { SavedVerdict } from "../compare/saved-run.ts";
import { type Cell, h, shown, table } from "./element.ts";
import { page, sheetParts } from "./sheet-page.ts";

/** With more columns than these, a cell is its symbol alone and names stand upright. */
const mostWideColumns = 8;

/** Both heads stay in view, and many columns use the whole window. */
const moreStyle = `
main{max-width:none}.grid{overflow:auto;max-height:85vh}.grid thead th{position:sticky;top:0;background:var(--bg);z-index:1;vertical-align:bottom}
.grid tbody th,.grid thead th:first-child{position:sticky;left:0;background:var(--bg)}.grid thead th:first-child{z-index:2}
.narrow thead th:nth-child(n+3) span{writing-mode:vertical-rl;max-height:16rem;overflow:hidden}.narrow td{text-align:center;padding:.2rem .15rem}.narrow tbody th{min-width:18rem}
main:has(#differences:checked) .same{display:none}
@media (max-width:40rem){.grid th,.grid td{padding:.3rem;font-size:.875rem}.grid tbody th{min-width:7.5rem;max-width:7.5rem}.grid td{white-space:normal}.grid .text,.grid .word,.grid tr>:nth-child(2){display:none}}
`;

export function implementationsPage(columns: readonly NamedRun[]): string {
  const parts = sheetParts(implementationsSheet(columns));
  return page(title, [...parts, h("h2", "Every requirement"), ...grid(columns)], moreStyle);
}

function grid(columns: readonly NamedRun[]): readonly ComponentChild[] {
  const isNarrow = columns.length > mostWideColumns;
  const all = rowsOf(columns.map(({ run }) => run));
  const rows = all.map((row): Cell[] => [
    isNarrow ? h("strong", { title: shown(row.text) }, shown(requirementName(row))) : sentenceOf(row),
    row.level,
    ...row.verdicts.map((verdict, at) => cell(verdict, isNarrow ? columns[at]?.name : undefined)),
  ]);
  const summary: Cell[][] = [
    [
      h("strong", "Outcome"),
      "",
      ...columns.map(({ run }) => (isNarrow ? outcomeCell(run.outcome) : h("strong", run.outcome))),
    ],
    [
      "Musts passed",
      "",
      ...columns.map(({ run }) => (isNarrow ? mustsPassed(run).replace(" of ", "/") : mustsPassed(run))),
    ],
    ...(isNarrow
      ? []
      : [
          ["Profile", "", ...columns.map(({ run }) => run.profile)],
          ["When", "", ...columns.map(({ run }) => shown(run.startedAt).slice(0, 10))],
        ]),
  ];
  const alike = new Set<readonly Cell[]>(rows.filter((_, index) => isAlike(all[index])));
  return [
    columns.length < 2 ? null : differencesOnly(rows.length - alike.size, rows.length),
    table(
      title,
      ["Requirement", "Level", ...columns.map(({ name }) => shown(name, 80))],
      [...summary, ...rows],
      isNarrow ? "grid narrow" : "grid",
      (row) => (alike.has(row) ? "same" : undefined),
    ),
  ];
}

function isAlike(row: Row | undefined): boolean {
  return new Set(row?.verdicts.map((verdict) => cellMark(verdict).word)).size < 2;
}

/** Hides, without a script, the rows in which all are alike. */
function differencesOnly(differing: number, of: number): ComponentChild {
  return h(
    "p",
    h("input", { type: "checkbox", id: "differences" }),
    h("label", { for: "differences" }, ` Differences only: ${differing} of ${counted(of, "requirement")}`),
  );
}

function sentenceOf(row: Row): Cell {
  return [h("strong", shown(requirementName(row))), h("span.text", ` ${shown(row.text)}`)];
}

/** `name`: of the column, for its tooltip, where the symbol stands alone; undefined where the word is beside it. */
function cell(verdict: SavedVerdict | undefined, name: string | undefined): ComponentChild {
  const { symbol, word, tone } = cellMark(verdict);
  const [finding] = verdict?.findings ?? [];
  const found =
    finding === undefined
      ? undefined
      : `expected ${shown(finding.expected, 200)}; got ${shown(finding.seen, 200)}`;
  if (name === undefined) return h(`span.tag.${tone}`, { title: found }, symbol, h("span.word", ` ${word}`));
  const label = [name === "" ? word : `${shown(name, 80)}: ${word}`, found]
    .filter((part) => part !== undefined)
    .join("; ");
  // What passed everywhere needs no words of its own on every cell: the column and the row say what it is.
  if (tone === "passed") return h("span.tag.passed", symbol);
  return h(`span.tag.${tone}`, { title: label, role: "img", "aria-label": word }, symbol);
}

function outcomeCell(outcome: NamedRun["run"]["outcome"]): ComponentChild {
  const [symbol, tone] = {
    conforming: ["✓", "passed"],
    "non-conforming": ["✗", "failed"],
    inconclusive: ["?", "inconclusive"],
  }[outcome];
  return h(`span.tag.${tone}`, { title: outcome, role: "img", "aria-label": outcome }, symbol);
}
