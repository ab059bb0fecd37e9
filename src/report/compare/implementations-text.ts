import { requirementName } from "#core/check/requirement.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { palette, tints, wrap } from "../console/terminal.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown-report.ts";
import {
  cellMark,
  implementationsSheet,
  mustsPassed,
  type NamedRun,
  rowsOf,
  title,
} from "./implementations.ts";
import { sheetAsMarkdown, sheetForTerminal } from "./sheet.ts";

/** A wider table is no longer read in Markdown. */
const mostMarkdownColumns = 20;

/** A column for each implementation, or a summary where they are too many. */
export function tableAsMarkdown(columns: readonly NamedRun[]): string {
  if (columns.length > mostMarkdownColumns) return sheetAsMarkdown(implementationsSheet(columns));
  const head = ["Requirement", "Level", ...columns.map(({ name }) => escapeForMarkdown(name, 60))];
  const rows = rowsOf(columns.map(({ run }) => run)).map((row) => [
    `**${escapeForMarkdown(requirementName(row))}**: ${escapeForMarkdown(row.text, 200)}`,
    row.level,
    ...row.verdicts.map((verdict) => {
      const { symbol, word } = cellMark(verdict);
      return `${symbol} ${word}`;
    }),
  ]);
  const outcomes = ["**Outcome**", "", ...columns.map(({ run }) => `**${run.outcome}**`)];
  const musts = ["Musts passed", "", ...columns.map(({ run }) => mustsPassed(run))];
  return `# ${title}\n\n${markdownTable(head, [outcomes, musts, ...rows])}`;
}

/** What the text of a requirement needs beside the cells. */
const leastText = 20;

/** As in Markdown; which is chosen depends on the width of the terminal. */
export function tableForTerminal(columns: readonly NamedRun[], width: number, colour: boolean): string {
  const indent = " ".repeat(12 + 3 * columns.length);
  if (indent.length + leastText > width)
    return sheetForTerminal(implementationsSheet(columns), width, colour);
  // One symbol per cell; the names are in a numbered list, so that many columns fit.
  const tint = tints(palette(colour));
  const lines = columns.map(
    ({ name, run }, index) =>
      `${index + 1}  ${shorten(escapeForTerminal(name), 60)}: ${run.outcome}, ${mustsPassed(run)} musts passed`,
  );
  const numbers = columns.map((_, index) => String(index + 1).padStart(3)).join("");
  lines.push("", `${" ".repeat(10)}${numbers}`);
  for (const { id, slug, text, verdicts } of rowsOf(columns.map(({ run }) => run))) {
    const cells = verdicts.map((verdict) => {
      const { symbol, tone } = cellMark(verdict);
      return `  ${tint[tone](symbol)}`;
    });
    const [head = "", ...rest] = wrap(escapeForTerminal(`${slug}: ${text}`), width - indent.length, "", "");
    lines.push(`${id.padEnd(10)}${cells.join("")}  ${head}`, ...rest.map((line) => indent + line));
  }
  return `${lines.join("\n")}\n`;
}
