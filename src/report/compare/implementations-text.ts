import { requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { type Look, palette, tints } from "../console/colour.ts";
import { wrap } from "../console/wrap.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown.ts";
import {
  type Column,
  cellMark,
  countedTones,
  failedMusts,
  failsIn,
  mustsPassed,
  outcomesInWords,
  type Row,
  rowsOf,
  someNames,
  tonesOf,
} from "./implementations.ts";

/** A wider table is no longer read in Markdown. */
const mostMarkdownColumns = 20;

/** A column for each implementation, or a summary where they are too many. */
export function tableAsMarkdown(columns: readonly Column[]): string {
  const table = columns.length > mostMarkdownColumns ? summaryAsMarkdown(columns) : gridAsMarkdown(columns);
  return `# Implementations and requirements\n\n${table}`;
}

function gridAsMarkdown(columns: readonly Column[]): string {
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
  return markdownTable(head, [outcomes, musts, ...rows]);
}

/** What the text of a requirement needs beside the cells. */
const leastText = 20;

/** As in Markdown; which is chosen depends on the width of the terminal. */
export function tableForTerminal(columns: readonly Column[], width: number, colour: boolean): string {
  const indent = 12 + 3 * columns.length;
  const look = { width, paint: palette(colour) };
  const isWide = indent + leastText > width;
  const lines = isWide ? summaryForTerminal(columns, look) : gridForTerminal(columns, look);
  return `${lines.join("\n")}\n`;
}

/** One symbol per cell; the names are in a numbered list, so that many columns fit. */
function gridForTerminal(columns: readonly Column[], { width, paint }: Look): string[] {
  const tint = tints(paint);
  const lines = columns.map(
    ({ name, run }, index) =>
      `${index + 1}  ${shorten(escapeForTerminal(name), 60)}: ${run.outcome}, ${mustsPassed(run)} musts passed`,
  );
  const numbers = columns.map((_, index) => String(index + 1).padStart(3)).join("");
  lines.push("", `${" ".repeat(10)}${numbers}`);
  const indent = " ".repeat(12 + 3 * columns.length);
  for (const { id, slug, text, verdicts } of rowsOf(columns.map(({ run }) => run))) {
    const cells = verdicts.map((verdict) => {
      const { symbol, tone } = cellMark(verdict);
      return `  ${tint[tone](symbol)}`;
    });
    const [head = "", ...rest] = wrap(escapeForTerminal(`${slug}: ${text}`), width - indent.length, "", "");
    lines.push(`${id.padEnd(10)}${cells.join("")}  ${head}`, ...rest.map((line) => indent + line));
  }
  return lines;
}

// A table with more implementations than a table has room for: how many fail each requirement, and which; and what
// each of those that are not conforming fails.

const symbols = { failed: "✗", warning: "!", inconclusive: "?", untested: "○", passed: "✓" } as const;

const longestName = 60;
const mostNames = 12;

/** `300 implementations: 214 conforming, 86 non-conforming`. */
function headline(columns: readonly Column[]): string {
  return `${counted(columns.length, "implementation")}: ${outcomesInWords(columns)}`;
}

/** Whether anything went wrong somewhere. */
function isNoted(row: Row): boolean {
  const tones = tonesOf(row);
  return (["failed", "warning", "inconclusive"] as const).some((tone) => tones.has(tone));
}

function summaryForTerminal(columns: readonly Column[], look: Look): string[] {
  const { width, paint } = look;
  const rows = rowsOf(columns.map(({ run }) => run));
  const others = rows.filter((row) => !isNoted(row)).map(({ id }) => id);
  const fine = others.length === 0 ? [] : [`Failed or inconclusive in none: ${others.join(", ")}`];
  return [
    paint.strong(headline(columns)),
    "",
    `How many of them: ${countedTones.map((tone) => `${symbols[tone]} ${tone}`).join("  ")}`,
    "",
    `${" ".repeat(10)}${countedTones.map((tone) => symbols[tone].padStart(5)).join("")}`,
    ...rows.filter(isNoted).flatMap((row) => requirementLines(row, columns, look)),
    ...fine.flatMap((text) => ["", ...wrap(text, width)]),
    ...outcomeLines(columns, look),
  ];
}

function requirementLines(row: Row, columns: readonly Column[], { width, paint }: Look): string[] {
  const tint = tints(paint);
  const tones = tonesOf(row);
  const cells = countedTones.map((tone) => {
    const count = tones.get(tone);
    return count === undefined ? paint.dim("·".padStart(5)) : tint[tone](String(count).padStart(5));
  });
  const indent = " ".repeat(12 + 5 * countedTones.length);
  const sentence = escapeForTerminal(`${row.slug}: ${row.text}`);
  const [head = "", ...rest] = wrap(sentence, width - indent.length, "", "");
  const lines = [`${row.id.padEnd(10)}${cells.join("")}  ${head}`, ...rest.map((line) => indent + line)];
  const names = failsIn(row, columns).map(shortName);
  if (names.length === 0) return lines;
  const where = `${row.level === "must" ? "fails in" : "warns in"} ${someNames(names, mostNames)}`;
  return [...lines, ...wrap(where, width, indent, `${indent}  `)];
}

/** Those that are not conforming, with what they fail; then the names of the others. */
function outcomeLines(columns: readonly Column[], { width, paint }: Look): string[] {
  const lines: string[] = [];
  const bad = columns.filter(({ run }) => run.outcome !== "conforming");
  if (bad.length > 0) lines.push("", paint.strong("Not conforming"), "");
  for (const { name, run } of bad) {
    const failed = failedMusts(run);
    const more = failed.length === 0 ? "" : `; failed: ${failed.join(", ")}`;
    const text = `${shortName(name)}: ${run.outcome}, ${mustsPassed(run)} musts passed${more}`;
    lines.push(...wrap(text, width, "", "    "));
  }
  const good = columns.filter(({ run }) => run.outcome === "conforming").map(({ name }) => shortName(name));
  if (good.length > 0)
    lines.push("", paint.strong("Conforming"), "", ...wrap(good.join(", "), width, "", ""));
  return lines;
}

function shortName(name: string): string {
  return escapeForTerminal(shorten(name, longestName));
}

function summaryAsMarkdown(columns: readonly Column[]): string {
  const requirements = rowsOf(columns.map(({ run }) => run)).map((row) => {
    const tones = tonesOf(row);
    return [
      `**${escapeForMarkdown(requirementName(row))}**: ${escapeForMarkdown(row.text, 200)}`,
      row.level,
      ...countedTones.map((tone) => String(tones.get(tone) ?? "")),
      someNames(
        failsIn(row, columns).map((name) => escapeForMarkdown(name, longestName)),
        mostNames,
      ),
    ];
  });
  const implementations = columns.map(({ name, run }) => [
    escapeForMarkdown(name, longestName),
    `${run.outcome}`,
    mustsPassed(run),
    failedMusts(run)
      .map((id) => escapeForMarkdown(id))
      .join(", "),
  ]);
  const heads = countedTones.map((tone) => `${symbols[tone]} ${tone}`);
  return [
    `${headline(columns)}\n\n`,
    markdownTable(["Requirement", "Level", ...heads, "Fails or warns in"], requirements),
    "\n",
    markdownTable(["Implementation", "Outcome", "Musts passed", "Failed musts"], implementations),
  ].join("");
}
