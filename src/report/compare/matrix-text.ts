import { requirementName } from "../../core/check/requirement.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import { type Look, palette, tints } from "../console/colour.ts";
import { wrap } from "../console/wrap.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown.ts";
import { cellMark, type MatrixColumn, matrixRows, mustsPassed } from "./implementations.ts";
import { summaryAsMarkdown, summaryForTerminal } from "./matrix-summary.ts";
import { trendsAsMarkdown, trendsForTerminal, trendsOf } from "./trends.ts";

/** A wider table is no longer read in Markdown. */
const mostMarkdownColumns = 20;

/** A column for each implementation, or a summary where they are too many; then the changes over time. */
export function matrixAsMarkdown(columns: readonly MatrixColumn[]): string {
  const table = columns.length > mostMarkdownColumns ? summaryAsMarkdown(columns) : gridAsMarkdown(columns);
  return `# Implementations and requirements\n\n${table}${trendsAsMarkdown(trendsOf(columns))}`;
}

function gridAsMarkdown(columns: readonly MatrixColumn[]): string {
  const head = ["Requirement", "Level", ...columns.map(({ name }) => escapeForMarkdown(name, 60))];
  const rows = matrixRows(columns.map(({ run }) => run)).map((row) => [
    `**${escapeForMarkdown(requirementName(row))}**: ${escapeForMarkdown(row.text, 200)}`,
    row.level,
    ...row.verdicts.map((verdict) => {
      const { symbol, word } = cellMark(verdict);
      return `${symbol} ${word}`;
    }),
  ]);
  const outcomes = ["**Outcome**", "", ...columns.map(({ run }) => `**${run.outcome}**`)];
  const musts = ["Musts passed", "", ...columns.map(({ run }) => mustsPassed(run))];
  return markdownTable(head, [outcomes, musts, ...rows]);
}

/** What the text of a requirement needs beside the cells. */
const leastText = 20;

/** As in Markdown; which is chosen depends on the width of the terminal. */
export function matrixForTerminal(columns: readonly MatrixColumn[], width: number, colour: boolean): string {
  const indent = 12 + 3 * columns.length;
  const look = { width, paint: palette(colour) };
  const isWide = indent + leastText > width;
  const lines = isWide ? summaryForTerminal(columns, look) : gridForTerminal(columns, look);
  return `${[...lines, ...trendsForTerminal(trendsOf(columns), look)].join("\n")}\n`;
}

/** One symbol per cell; the names are in a numbered list, so that many columns fit. */
function gridForTerminal(columns: readonly MatrixColumn[], { width, paint }: Look): string[] {
  const tint = tints(paint);
  const lines = columns.map(
    ({ name, run }, index) =>
      `${index + 1}  ${shorten(escapeForTerminal(name), 60)}: ${run.outcome}, ${mustsPassed(run)} musts passed`,
  );
  const numbers = columns.map((_, index) => String(index + 1).padStart(3)).join("");
  lines.push("", `${" ".repeat(10)}${numbers}`);
  const indent = " ".repeat(12 + 3 * columns.length);
  for (const { id, slug, text, verdicts } of matrixRows(columns.map(({ run }) => run))) {
    const cells = verdicts.map((verdict) => {
      const { symbol, tone } = cellMark(verdict);
      return `  ${tint[tone](symbol)}`;
    });
    const [head = "", ...rest] = wrap(escapeForTerminal(`${slug}: ${text}`), width - indent.length, {
      first: "",
      rest: "",
    });
    lines.push(`${id.padEnd(10)}${cells.join("")}  ${head}`, ...rest.map((line) => indent + line));
  }
  return lines;
}
