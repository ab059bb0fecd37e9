import { requirementName } from "#core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import type { Fact, Report } from "../report.ts";
import { whyItFails } from "../words/defect-in-words.ts";
import { failureMark, placeInWords } from "../words/sentences.ts";
import { type Look, palette, tints, wrap } from "./terminal.ts";

export interface ConsoleView extends Look {
  readonly report: Report;
}

/** The indentation of lines below a heading. */
export const indent = "    ";

/** A failed requirement: id and sentence, and below them what is known about the failure. */
export function requirementBlock(verdict: Verdict, view: ConsoleView): string[] {
  const { width, paint, report } = view;
  const { symbol, tone } = failureMark(verdict.level);
  const known = report.known.includes(verdict.id) ? "; a known failure" : "";
  const on = `judged on ${counted(verdict.judged, report.unit)}${known}`;
  const head = `${requirementName(verdict)}: ${verdict.text} (${verdict.level}; ${on})`;
  return [
    ...wrap(head, width, `  ${symbol} `, indent).map(tints(paint)[tone]),
    ...failureBlocks(verdict, { ...view, width: width - indent.length }).flatMap((block) => [
      ...block.map((line) => indent + line),
      "",
    ]),
  ];
}

/** The most findings of one requirement; the JSON report has them all. */
const shownFindings = 3;

/** The console's look for parts that are printed elsewhere: no colours. */
export const plain: Look = { width: 100, paint: palette(false) };

/** What is known about a failure, as the console prints it, for use elsewhere. Escaped. */
export function failureText(verdict: Verdict, report: Report): string {
  const blocks = failureBlocks(verdict, { report, ...plain });
  return blocks.map((block) => block.join("\n")).join("\n\n");
}

/** Why it fails, if known; then for each finding what was expected, what came, where, and how to reproduce it. */
function failureBlocks(verdict: Verdict, view: ConsoleView): readonly (readonly string[])[] {
  const why = whyItFails(verdict.id, view.report.causes).flatMap(({ likelyCause, howToFix, pattern }) => [
    ...factLines(["cause", likelyCause], view),
    ...(howToFix === undefined ? [] : factLines(["fix", howToFix], view)),
    ...(pattern === undefined ? [] : factLines(["shown by", pattern], view)),
  ]);
  const more = verdict.findings.length - shownFindings;
  return [
    why,
    ...verdict.findings.slice(0, shownFindings).map((finding) => findingLines(finding, verdict, view)),
    more > 0 ? [`and ${more} more like it; \`--report json\` lists them all`] : [],
  ].filter((block) => block.length > 0);
}

function findingLines(finding: FoldedFinding, { clause, rulings }: Verdict, view: ConsoleView): string[] {
  const { report, width, paint } = view;
  const { expected, seen, place } = finding;
  const ruled =
    rulings.length === 0 ? "" : ` (${rulings.length === 1 ? "ruling" : "rulings"} ${rulings.join(", ")})`;
  const facts: readonly Fact[] = [
    ["expected", expected],
    ["got", seen],
    ...(place === undefined ? [] : [["where", placeInWords(place)] as const]),
    ["seen in", seenIn(finding, report)],
    ...report.aside(finding),
    ["see", clause + ruled],
  ];
  const commands = report.again(finding).flatMap((command) => commandLines(command, width));
  return [...facts.flatMap((fact) => factLines(fact, view)), ...commands.map(paint.dim)];
}

/** The case, and how often it failed if not always (ruling 30). */
function seenIn(finding: FoldedFinding, { exchange, unit }: Report): string {
  const { broken, of, rounds } = finding;
  const often = broken < of ? `, ${broken} of ${counted(of, unit)}` : "";
  const seed = rounds === undefined ? "" : `, seed ${rounds.seed}`;
  return `${finding.case.label}${often} (${exchange(finding.exchange)?.name ?? `exchange ${finding.exchange}`}${seed})`;
}

/** Characters of one text from the target, which may send megabytes. */
const longestText = 400;

function factLines([term, text]: Fact, { width }: ConsoleView): string[] {
  return wrap(shorten(escapeForTerminal(text), longestText), width, `${term.padEnd(9)} `, " ".repeat(10));
}

/** Characters of a printed command: nobody reads or pastes a longer one. The other reports have it whole. */
const longestLine = 400;

/** A shell command under its comment. */
export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const above = comment === undefined ? [] : wrap(comment, width, "# ", "# ");
  const lines = brokenBetweenWords(words, width);
  const longest = Math.max(...lines.map((line) => line.length));
  if (longest <= longestLine) return [...above, ...lines];
  const text = `not shown, since a line of it has ${longest.toLocaleString("en")} characters: --report html has the command`;
  return wrap(text, width, "# ", "# ");
}
