import { requirementName } from "#core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import type { Report } from "../report.ts";
import { placeInWords } from "../words/sentences.ts";
import type { Look } from "./colour.ts";
import { wrap } from "./wrap.ts";

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
  const line = (label: string, text: string): string[] =>
    wrap(text, width, `    ${label.padEnd(9)} `, " ".repeat(14));
  const rulings =
    verdict.rulings.length === 0
      ? ""
      : ` (${verdict.rulings.length === 1 ? "ruling" : "rulings"} ${verdict.rulings.join(", ")})`;
  return [
    ...line("expected", escapeForTerminal(finding.expected)),
    ...line("got", shorten(escapeForTerminal(finding.seen), longestSeen)),
    ...(finding.place === undefined ? [] : line("where", escapeForTerminal(placeInWords(finding.place)))),
    ...line("seen in", escapeForTerminal(seenIn(finding, report))),
    ...report.aside(finding).flatMap(([label, text]) => line(label, escapeForTerminal(text))),
    ...line("see", verdict.clause + rulings),
    ...report
      .again(finding)
      .flatMap((command) => commandLines(command, width))
      .map(paint.dim),
  ];
}

/** The case, and how often it failed if not always (ruling 30). */
function seenIn(finding: FoldedFinding, { exchange, unit }: Report): string {
  const { broken, of, rounds } = finding;
  const often = broken < of ? `, ${broken} of ${counted(of, unit)}` : "";
  const seed = rounds === undefined ? "" : `, seed ${rounds.seed}`;
  return `${finding.case.label}${often} (${exchange(finding.exchange)?.name ?? `exchange ${finding.exchange}`}${seed})`;
}

const indent = "    ";

/** A longer line is neither read nor pasted; the other reports have it. */
const longestLine = 400;

/** A shell command under its comment, indented. */
export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const above = comment === undefined ? [] : wrap(comment, width, "    # ", "    # ");
  const lines = brokenBetweenWords(words, width - indent.length);
  const longest = Math.max(...lines.map((line) => line.length));
  // A snippet of JavaScript is one word, and is not for a shell.
  if (words.length === 1 || longest + indent.length <= longestLine)
    return [...above, ...lines.map((line) => indent + line)];
  const text = `not shown, since a line of it has ${longest.toLocaleString("en")} characters: --report html has the command`;
  return wrap(text, width, `${indent}# `, `${indent}# `);
}
