import { requirementName } from "#core/check/requirement.ts";
import type { Cause } from "#core/check/results/defect.ts";
import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import type { Run } from "#core/run/result.ts";
import { type CurlCommand, commandLine } from "../curl.ts";
import type { Report } from "../report.ts";
import type { Needs } from "../reproduction.ts";
import { explainedBy, leadingOf, mustsFirst, namedDefect } from "../words/defect-in-words.ts";
import { placeInWords, verdictMark } from "../words/sentences.ts";
import { whyInWords } from "../words/why-in-words.ts";

/** GitHub rejects a job summary larger than 1 MiB. */
const mostFailures = 60;
const mostFindings = 3;
const longestCommands = 2000;
const longestSentence = 400;

const outcomeSymbols: Readonly<Record<Run["outcome"], string>> = {
  conforming: "✅",
  "non-conforming": "❌",
  inconclusive: "⚠️",
};

/** Markdown, for job summaries and merge requests: outcome, cause, what is wrong, what could not be tested. */
export function* markdownReport(report: Report): Generator<string> {
  const { outcome, about, cost, causes, verdicts } = report;
  const sentence = report.sentences(false).join(". ");
  yield `## ${outcomeSymbols[outcome]} ${escapeForMarkdown(sentence, 2000)}\n\n`;
  yield* causeLines(report);
  yield `${escapeForMarkdown(about(true))}<br>${escapeForMarkdown(cost(true)[0] ?? "")}, ${new Date(report.startedAtMs).toISOString()}\n\n`;
  const failed = verdicts.filter(({ verdict }) => verdict === "fail");
  const explained = explainedBy(causes);
  const unexplained = mustsFirst(failed).filter(({ id }) => !explained.has(id));
  const failures = [
    ...causes.map((cause, index) => () => causeText(cause, index + 1, report)),
    ...unexplained.map((verdict) => () => failure(verdict, report)),
  ];
  if (failures.length > 0) yield "\n### What is wrong\n";
  for (const text of failures.slice(0, mostFailures)) yield text();
  if (failures.length > mostFailures) yield `\nand ${failures.length - mostFailures} more.\n`;
  yield* untestedTable(report);
  yield* listTables(report);
}

function* causeLines({ cause, suiteErrors, notes }: Report): Generator<string> {
  if (cause !== undefined) {
    const { likelyCause, howToFix, commands } = cause;
    yield `> **Likely cause:** ${escapeForMarkdown(likelyCause)}`;
    yield howToFix === undefined ? "\n\n" : `<br>**How to fix:** ${escapeForMarkdown(howToFix)}\n\n`;
    const block = commandBlock(commands);
    if (block !== "") yield `**Reproduce:**\n${block}`;
  }
  for (const { where, message } of suiteErrors)
    yield `> **The suite's own error** in ${escapeForMarkdown(where)}: ${escapeForMarkdown(message)}\n\n`;
  for (const note of notes) yield `- note: ${escapeForMarkdown(note)}\n`;
  if (notes.length > 0) yield "\n";
}

/** One thing that is wrong, as the console has it: what it is, its cause, how to fix it, where it was seen, what it concerns. */
function causeText(cause: Cause, nth: number, report: Report): string {
  const { advice, consequences, pattern, undecided } = cause;
  const { name, folded } = leadingOf(cause, report.verdicts);
  const symbol = cause.level === "must" ? "✗" : "!";
  const others = (what: string, ids: readonly string[]): string =>
    ids.length === 0 ? "" : `${what}: ${ids.join(", ")}\n\n`;
  return [
    // No text of the target's is a heading.
    `\n#### ${symbol} ${nth}. ${escapeForMarkdown(name)}\n\n${escapeForMarkdown(namedDefect(cause, name), longestSentence)}\n\n`,
    ...(advice === undefined
      ? []
      : [
          `**Likely cause:** ${escapeForMarkdown(advice.likelyCause)}<br>**How to fix:** ${escapeForMarkdown(advice.howToFix)}\n\n`,
        ]),
    ...(pattern === undefined ? [] : [`**Seen in:** ${escapeForMarkdown(pattern)}\n\n`]),
    ...(folded === undefined ? [] : [findingText(folded, report, true, cause)]),
    others("Broken by the same cause", consequences),
    others("Not judged because of it", undecided),
  ].join("");
}

function failure(verdict: Verdict, report: Report): string {
  const { symbol, word } = verdictMark(verdict);
  const findings = verdict.findings.slice(0, mostFindings);
  const more = verdict.findings.length - findings.length;
  return [
    `\n#### ${symbol} ${escapeForMarkdown(requirementName(verdict))}: ${escapeForMarkdown(verdict.text)} (${word})\n\n`,
    `${escapeForMarkdown(verdict.clause)}\n\n`,
    ...findings.map((finding) => findingText(finding, report)),
    more > 0 ? `and ${more} more like it\n` : "",
  ].join("");
}

/** @param isSaid what was expected and what came stands above it */
function findingText(finding: FoldedFinding, report: Report, isSaid = false, needs?: Needs): string {
  const { unit, exchange } = report;
  const often = finding.broken < finding.of ? `, ${finding.broken} of ${counted(finding.of, unit)}` : "";
  const where = finding.place === undefined ? [] : [placeInWords(finding.place)];
  const at = [...where, exchange(finding.exchange)?.name ?? `exchange ${finding.exchange}`].join("; ");
  const due = `: expected **${escapeForMarkdown(finding.expected)}**; got **${escapeForMarkdown(finding.seen)}**`;
  return [
    `- ${escapeForMarkdown(finding.case.label)}${often}${isSaid ? "" : due} (${escapeForMarkdown(at)})\n`,
    ...report.aside(finding).map(([term, text]) => `  - ${term}: ${escapeForMarkdown(text)}\n`),
    commandBlock(report.again(finding, needs)),
  ].join("");
}

/** Empty where there are none, or they would be too long for people. */
function commandBlock(commands: readonly CurlCommand[]): string {
  const text = commands.map(commandLine).map(escapeForTerminal).join("\n  ");
  return text === "" || text.length > longestCommands ? "" : indentedBlock(text);
}

/** A fenced block inside a list item; the fence is longer than any in the text. */
function indentedBlock(text: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `\n  ${fence}sh\n  ${text}\n  ${fence}\n\n`;
}

function* listTables({ lists }: Report): Generator<string> {
  for (const { title, lead, items } of lists) {
    yield `\n<details><summary>${title}</summary>\n\n`;
    if (lead !== undefined) yield `${lead}\n\n`;
    for (const [name, text] of items)
      yield `- **${escapeForMarkdown(name)}**: ${escapeForMarkdown(text, 4000)}\n`;
    yield "\n</details>\n";
  }
}

function* untestedTable({ verdicts, words }: Report): Generator<string> {
  const some = verdicts.filter(({ verdict }) => verdict === "inconclusive" || verdict === "untested");
  if (some.length === 0) return;
  yield "\n<details><summary>What could not be tested</summary>\n\n";
  yield markdownTable(
    ["Requirement", "Verdict", "Why"],
    some.map((verdict) => {
      const { symbol, word } = verdictMark(verdict);
      return [requirementName(verdict), `${symbol} ${word}`, escapeForMarkdown(whyInWords(verdict, words))];
    }),
  );
  yield "\n</details>\n";
}

/** Characters with a meaning in GitHub's Markdown, its mentions, references and links, or in HTML. */
const meaningful = /[\\`*_{}[\]<>#!|~&$@]|:(?=\S)|(?<=\bwww)\./giu;

/** Text escaped for Markdown, on one line. An `@` is separated from the name after it, so that nobody is notified. */
export function escapeForMarkdown(text: string, most = 500): string {
  return shorten(escapeForTerminal(text), most).replace(meaningful, (character) => {
    const entity = `&#${character.charCodeAt(0)};`;
    return character === "@" ? `${entity}<!-- -->` : entity;
  });
}

/** A Markdown table; its cells are escaped already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}
