import type { RequirementLine } from "#core/check/requirement.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { palette, tints, wrap } from "../console/terminal.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown-report.ts";
import type { Fact } from "../report.ts";
import type { VerdictMark } from "../words/sentences.ts";

/**
 * A comparison to be read: what is compared, the upshot, and a table for each kind of difference, the worst first. It is
 * written for a terminal, in Markdown, and as HTML (`../html/html.ts`). Whoever writes it escapes its texts.
 */
export interface Sheet {
  readonly title: string;
  /** What is compared: `before`, and the run. */
  readonly facts: readonly Fact[];
  readonly notes?: readonly string[];
  readonly summary: string;
  readonly tables: readonly SheetTable[];
  /** For HTML only: every requirement in every run. */
  readonly grid?: SheetGrid;
}

export interface SheetHead {
  readonly title: string;
  readonly tone: VerdictMark["tone"];
}

export interface SheetTable extends SheetHead {
  /** Headings of the name and of the two cells of each row. */
  readonly head: readonly [string, string, string];
  readonly rows: readonly SheetRow[];
}

export interface SheetRow {
  readonly name: string;
  /** A link to more about it, for HTML. */
  readonly href?: string | undefined;
  readonly cells: readonly [string, string];
  readonly text: string;
  readonly details: readonly string[];
}

/** A table with a column for each run, and a row for each requirement. */
export interface SheetGrid {
  readonly columns: readonly { readonly name: string; readonly mark: VerdictMark; readonly about: string }[];
  readonly rows: readonly GridRow[];
}

export interface GridRow extends RequirementLine {
  readonly cells: readonly (VerdictMark & { readonly detail: string | undefined })[];
}

/** The head of the column with text and details. */
export const lastHead = "What";

export function titleOf({ title, rows }: SheetTable): string {
  return `${title} (${rows.length})`;
}

/** The most details of a row that a table shows; HTML folds the others. */
export const mostDetails = 12;

function shownDetails({ details }: SheetRow): readonly string[] {
  const more = details.length - mostDetails;
  return more <= 0 ? details : [...details.slice(0, mostDetails), `and ${more} more`];
}

export function sheetForTerminal(sheet: Sheet, width: number, colour: boolean): string {
  const { facts, notes = [], summary, tables } = sheet;
  const paint = palette(colour);
  const tint = tints(paint);
  const widest = Math.max(0, ...facts.map(([term]) => term.length)) + 2;
  const lines = [
    ...facts.flatMap(([term, text]) =>
      wrap(escapeForTerminal(text), width, term.padEnd(widest), " ".repeat(widest)),
    ),
    ...notes.flatMap((text) => wrap(escapeForTerminal(text), width, "note: ")),
  ];
  for (const table of tables) {
    lines.push(...(lines.length === 0 ? [] : [""]), paint.strong(tint[table.tone](titleOf(table))));
    for (const row of table.rows) {
      const head = [row.name, ...row.cells, row.text].filter((text) => text !== "").join("  ");
      lines.push(...wrap(escapeForTerminal(head), width, "  ", "    "));
      for (const text of shownDetails(row))
        lines.push(...wrap(escapeForTerminal(text), width, "    ", "      ").map(paint.dim));
    }
  }
  return `${[...lines, "", ...wrap(escapeForTerminal(summary), width)].join("\n")}\n`;
}

export function sheetAsMarkdown(sheet: Sheet): string {
  const { title, facts, notes = [], summary, tables } = sheet;
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
