import { requirementName } from "#core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import type { Fact, Report } from "../report.ts";
import { findingFacts } from "../words/finding-facts.ts";
import { type Look, wrap } from "./terminal.ts";

export interface ConsoleView extends Look {
  readonly report: Report;
}

/** The most findings printed of one requirement; the JSON report has them all. */
const shownFindings = 3;

const longestSeen = 400;

/** A failed requirement: id and sentence, then for each finding what was expected, seen, where, and how to reproduce it. */
export function requirementBlock(verdict: Verdict, view: ConsoleView): string[] {
  const { width, paint, report } = view;
  const symbol = verdict.level === "must" ? "✗" : "!";
  const colour = verdict.level === "must" ? paint.bad : paint.warn;
  const known = report.known.includes(verdict.id) ? "; a known failure" : "";
  const on = `judged on ${counted(verdict.judged, report.unit)}${known}`;
  const lines = wrap(
    `${requirementName(verdict)}: ${verdict.text} (${verdict.level}; ${on})`,
    width,
    `  ${symbol} `,
    "    ",
  ).map(colour);
  for (const finding of verdict.findings.slice(0, shownFindings))
    lines.push(...findingLines(finding, verdict, view), "");
  const more = verdict.findings.length - shownFindings;
  if (more > 0) lines.push(`    and ${more} more like it; \`--report json\` lists them all`, "");
  return lines;
}

function findingLines(finding: FoldedFinding, verdict: Verdict, view: ConsoleView): string[] {
  const { report, width, paint } = view;
  const line = ([term, text]: Fact): string[] => {
    const shown = escapeForTerminal(text);
    const most = term === "got" ? shorten(shown, longestSeen) : shown;
    return wrap(most, width, `    ${term.padEnd(9)} `, " ".repeat(14));
  };
  return [
    ...findingFacts(finding, verdict, report).flatMap(line),
    ...report
      .again(finding)
      .flatMap((command) => commandLines(command, width))
      .map(paint.dim),
  ];
}

const indent = "    ";

/** A longer line is neither read nor pasted; the other reports have it. */
const longestLine = 400;

/** A shell command under its comment, indented. */
export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const above = comment === undefined ? [] : wrap(comment, width, "    # ", "    # ");
  const lines = brokenBetweenWords(words, width - indent.length);
  const longest = Math.max(...lines.map((line) => line.length));
  if (longest + indent.length <= longestLine) return [...above, ...lines.map((line) => indent + line)];
  const text = `not shown, since a line of it has ${longest.toLocaleString("en")} characters: --report html has the command`;
  return wrap(text, width, `${indent}# `, `${indent}# `);
}
