import { requirementName } from "#core/check/requirement.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { type Palette, palette, tints, wrap } from "../console/terminal.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown-report.ts";
import type { Fact } from "../report.ts";
import type { VerdictMark } from "../words/sentences.ts";

/**
 * A comparison to be read: what is compared, the upshot, and a table for each kind of difference, the worst first. It is
 * written for a terminal, in Markdown, and as HTML (`../html/sheet-page.ts`). Whoever writes it escapes its texts.
 */
export interface Sheet {
  readonly title: string;
  /** What is compared: `before`, and the run. */
  readonly facts: readonly Fact[];
  readonly notes?: readonly string[];
  readonly summary: string;
  readonly tables: readonly SheetTable[];
  /** Says all that the tables say, and more, where there is room for it. */
  readonly grid?: SheetGrid;
}

export interface SheetTable {
  readonly title: string;
  readonly tone: VerdictMark["tone"];
  /** Of the name and the two cells of each row. */
  readonly head: readonly [string, string, string];
  readonly rows: readonly SheetRow[];
}

export interface SheetRow {
  readonly name: string;
  /** Where a page shows more of it. */
  readonly href?: string | undefined;
  readonly cells: readonly [string, string];
  readonly text: string;
  readonly details: readonly string[];
}

/** Many of one kind, and what each comes to in every row. */
export interface SheetGrid {
  readonly columns: readonly { readonly name: string; readonly mark: VerdictMark; readonly about: string }[];
  readonly rows: readonly GridRow[];
}

/** With a cell for each column. */
export interface GridRow extends Pick<Verdict, "id" | "slug" | "level" | "text"> {
  readonly cells: readonly (VerdictMark & { readonly detail: string | undefined })[];
}

/** The head of the column with text and details. */
export const lastHead = "What";

export function titleOf({ title, rows }: SheetTable): string {
  return `${title} (${rows.length})`;
}

/** The most details of one row that people read in a table; a page folds what is beyond. */
export const mostDetails = 12;

function shownDetails({ details }: SheetRow): readonly string[] {
  const more = details.length - mostDetails;
  return more <= 0 ? details : [...details.slice(0, mostDetails), `and ${more} more`];
}

/** What the text of a row needs beside its cells. */
const leastText = 20;

export function sheetForTerminal(sheet: Sheet, width: number, colour: boolean): string {
  const { facts, notes = [], summary, tables, grid } = sheet;
  const paint = palette(colour);
  if (grid !== undefined && beforeText(grid) + leastText <= width) return gridForTerminal(grid, width, paint);
  const tint = tints(paint);
  const widest = Math.max(...facts.map(([term]) => term.length)) + 2;
  const lines = [
    ...facts.flatMap(([term, text]) =>
      wrap(escapeForTerminal(text), width, term.padEnd(widest), " ".repeat(widest)),
    ),
    ...notes.flatMap((text) => wrap(escapeForTerminal(text), width, "note: ")),
  ];
  for (const table of tables) {
    lines.push("", paint.strong(tint[table.tone](titleOf(table))));
    for (const row of table.rows) {
      const head = [row.name, ...row.cells, row.text].filter((text) => text !== "").join("  ");
      lines.push(...wrap(escapeForTerminal(head), width, "  ", "    "));
      for (const text of shownDetails(row))
        lines.push(...wrap(escapeForTerminal(text), width, "    ", "      ").map(paint.dim));
    }
  }
  return `${[...lines, "", ...wrap(escapeForTerminal(summary), width)].join("\n")}\n`;
}

/** The columns of the terminal before the text of a row. */
function beforeText({ columns }: SheetGrid): number {
  return 12 + 3 * columns.length;
}

/** One symbol per cell; the names are in a numbered list, so that many columns fit. */
function gridForTerminal(grid: SheetGrid, width: number, paint: Palette): string {
  const tint = tints(paint);
  const names = grid.columns.map(
    ({ name, about }, at) => `${at + 1}  ${shorten(escapeForTerminal(name), 60)}: ${about}`,
  );
  const numbers = grid.columns.map((_, at) => String(at + 1).padStart(3)).join("");
  const rows = grid.rows.flatMap(({ id, slug, text, cells }) => {
    const symbols = cells.map(({ symbol, tone }) => `  ${tint[tone](symbol)}`).join("");
    const room = width - beforeText(grid);
    const [head = "", ...rest] = wrap(escapeForTerminal(`${slug}: ${text}`), room, "", "");
    return [
      `${id.padEnd(10)}${symbols}  ${head}`,
      ...rest.map((line) => " ".repeat(beforeText(grid)) + line),
    ];
  });
  return `${[...names, "", `${" ".repeat(10)}${numbers}`, ...rows].join("\n")}\n`;
}

/** A wider table is no longer read in Markdown. */
const mostMarkdownColumns = 20;

export function sheetAsMarkdown(sheet: Sheet): string {
  const { title, facts, notes = [], summary, tables, grid } = sheet;
  if (grid !== undefined && grid.columns.length <= mostMarkdownColumns)
    return `# ${title}\n\n${gridAsMarkdown(grid)}`;
  return [
    `# ${title}\n\n`,
    ...facts.map(([term, text]) => `- ${term}: ${escapeForMarkdown(text)}\n`),
    ...notes.map((text) => `- note: ${escapeForMarkdown(text)}\n`),
    `\n**${escapeForMarkdown(summary)}**\n`,
    ...tables.flatMap((table) => [
      `\n## ${titleOf(table)}\n\n`,
      markdownTable(
        [...table.head, lastHead],
        table.rows.map((row) => [
          ...[row.name, ...row.cells].map((text) => escapeForMarkdown(text)),
          [row.text, ...shownDetails(row)]
            .filter((text) => text !== "")
            .map((text) => escapeForMarkdown(text))
            .join("<br>"),
        ]),
      ),
    ]),
  ].join("");
}

function gridAsMarkdown({ columns, rows }: SheetGrid): string {
  return markdownTable(
    ["Requirement", "Level", ...columns.map(({ name }) => escapeForMarkdown(name, 60))],
    [
      ["**Outcome**", "", ...columns.map(({ about }) => about)],
      ...rows.map((row) => [
        `**${escapeForMarkdown(requirementName(row))}**: ${escapeForMarkdown(row.text, 200)}`,
        row.level,
        ...row.cells.map(({ symbol, word }) => `${symbol} ${word}`),
      ]),
    ],
  );
}
