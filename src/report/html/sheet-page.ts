import type { ComponentChild, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { requirementName } from "#core/check/requirement.ts";
import {
  lastHead,
  mostDetails,
  type Sheet,
  type SheetGrid,
  type SheetRow,
  titleOf,
} from "../compare/sheet.ts";
import type { VerdictMark } from "../words/sentences.ts";
import { h, type PageParts, shown, table, withCode } from "./element.ts";
import { documentHead } from "./html.ts";

export function sheetPage(sheet: Sheet): string {
  return page(sheet.title, sheetParts(sheet));
}

/** The sheet below its title: the upshot, what is compared, and the tables. */
export function sheetParts({ facts, notes = [], summary, tables, grid }: Sheet): PageParts {
  return [
    h("p", h("strong", shown(summary))),
    h(
      "ul",
      facts.map(([term, text]) => h("li", `${term}: ${shown(text)}`)),
      notes.map((text) => h("li", `note: ${shown(text)}`)),
    ),
    tables.flatMap((one) => {
      const rows = one.rows.map((row) => [nameOf(row), ...row.cells.map((text) => shown(text)), whatOf(row)]);
      const title = titleOf(one);
      return [h("h2", title), table(title, [...one.head, lastHead], rows, "scroll stacked")];
    }),
    grid && [h("h2", "Every requirement"), gridTable(grid)],
  ];
}

function gridTable({ columns, rows }: SheetGrid): VNode {
  const name = (at: number) => shown(columns[at]?.name ?? "", 80);
  const head = ["Requirement", "Level", ...columns.map((_, at) => name(at))];
  const outcomes = columns.map(({ mark, about }) => symbolOf(mark, about));
  const cells = rows.map((row) => [
    h("strong", { title: shown(row.text) }, shown(requirementName(row))),
    row.level,
    ...row.cells.map((cell, at) => {
      const detail = cell.detail === undefined ? "" : `; ${shown(cell.detail, 400)}`;
      return symbolOf(cell, `${name(at)}: ${cell.word}${detail}`);
    }),
  ]);
  return table("Every requirement", head, [["Outcome", "", ...outcomes], ...cells], "grid");
}

/** Its words are those of the tooltip. */
function symbolOf({ symbol, tone }: VerdictMark, words: string): VNode {
  return h(`span.tag.${tone}`, { title: words, role: "img", "aria-label": words }, symbol);
}

function nameOf({ name, href }: SheetRow): VNode {
  return h("strong", href === undefined ? shown(name) : h("a", { href }, shown(name)));
}

function whatOf({ text, details }: SheetRow): ComponentChild[] {
  const line = (detail: string) => h("div.soft.small", withCode(shown(detail)));
  const more = details.slice(mostDetails).map(line);
  return [
    shown(text),
    ...details.slice(0, mostDetails).map(line),
    more.length === 0 ? null : h("details", h("summary", `${more.length} more`), more),
  ];
}

/** A whole page without a script. */
export function page(title: string, children: PageParts): string {
  const body = h("body", h("main", h("h1", title), ...children));
  return `${documentHead(title, false)}${renderToString(body)}</html>\n`;
}
