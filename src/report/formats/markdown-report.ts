import { requirementName } from "#core/check/requirement.ts";
import type { Cause } from "#core/check/results/defect.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import type { Run } from "#core/run/result.ts";
import { causeText } from "../console/console-failures.ts";
import { commandLine } from "../curl.ts";
import type { Report } from "../report.ts";
import { leadingOf } from "../words/defect-in-words.ts";
import { failureMark, verdictMark } from "../words/sentences.ts";
import { whyInWords } from "../words/why-in-words.ts";

/** GitHub rejects a job summary larger than 1 MiB. */
const mostCauses = 60;

const outcomeSymbols: Readonly<Record<Run["outcome"], string>> = {
  conforming: "✅",
  "non-conforming": "❌",
  inconclusive: "⚠️",
};

/** Markdown, for job summaries and merge requests: outcome, cause, what is wrong, what could not be tested. */
export function* markdownReport(report: Report): Generator<string> {
  const { outcome, about, cost, causes } = report;
  const sentence = report.sentences(false).join(". ");
  yield `## ${outcomeSymbols[outcome]} ${escapeForMarkdown(sentence, 2000)}\n\n`;
  yield* causeLines(report);
  yield `${escapeForMarkdown(about(true))}<br>${escapeForMarkdown(cost(true)[0] ?? "")}, ${new Date(report.startedAtMs).toISOString()}\n\n`;
  if (causes.length > 0) yield "\n### What is wrong\n";
  for (const [at, cause] of causes.slice(0, mostCauses).entries()) yield causeSection(cause, at + 1, report);
  if (causes.length > mostCauses) yield `\nand ${causes.length - mostCauses} more.\n`;
  yield* untestedTable(report);
  yield* listTables(report);
}

function* causeLines({ cause, suiteErrors, notes }: Report): Generator<string> {
  if (cause !== undefined) {
    const { likelyCause, howToFix, commands } = cause;
    yield `> **Likely cause:** ${escapeForMarkdown(likelyCause)}`;
    yield howToFix === undefined ? "\n\n" : `<br>**How to fix:** ${escapeForMarkdown(howToFix)}\n\n`;
    const lines = commands.map(commandLine).map(escapeForTerminal).join("\n");
    if (lines !== "") yield `**Reproduce:**\n\n${fenced(lines)}\n`;
  }
  for (const { where, message } of suiteErrors)
    yield `> **The suite's own error** in ${escapeForMarkdown(where)}: ${escapeForMarkdown(message)}\n\n`;
  for (const note of notes) yield `- note: ${escapeForMarkdown(note)}\n`;
  if (notes.length > 0) yield "\n";
}

function causeSection(cause: Cause, nth: number, report: Report): string {
  const { name } = leadingOf(cause, report.verdicts);
  return `\n#### ${failureMark(cause.level).symbol} ${nth}. ${escapeForMarkdown(name)}\n\n${fenced(causeText(cause, report))}`;
}

/** Text in which nothing is a mention, a link or markup; the fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}\n`;
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
