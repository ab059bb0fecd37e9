import type { Cause } from "../../core/check/defect.ts";
import { requirementName } from "../../core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { escapeForTerminal } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeInWords } from "../cause-in-words.ts";
import { namedDefect } from "../defect-in-words.ts";
import { placeInWords } from "../place-in-words.ts";
import { leftOutInWords, outcomeSentence } from "../reach.ts";
import { replayWords } from "../replay-words.ts";
import { differenceInWords } from "../rounds-in-words.ts";
import { sendAgain } from "../send-again.ts";
import { verdictMark } from "../verdict-mark.ts";
import { whyInWords } from "../why-in-words.ts";
import { escapeForMarkdown, markdownTable } from "./markdown.ts";

/** GitHub rejects a job summary larger than 1 MiB. */
const mostFailures = 60;
const mostFindings = 3;
const longestCurl = 2000;
const longestSentence = 400;

/** Before the outcome. */
export const outcomeSymbols: Readonly<Record<Run["outcome"], string>> = {
  conforming: "✅",
  "non-conforming": "❌",
  inconclusive: "⚠️",
};

/** A run as Markdown, for job summaries and merge requests: outcome, cause, areas, what failed, what could not be tested. */
export function* markdownReport(run: Redacted<Run>): Generator<string> {
  const judged = run.verdicts.filter(({ level }) => level !== "open");
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  yield `## ${outcomeSymbols[run.outcome]} ${escapeForMarkdown(outcomeSentence(run), 2000)}\n\n`;
  yield* causeLines(run);
  yield `${escapeForMarkdown(run.target)}, profile ${run.profile}, ${run.requests.total} requests, ${new Date(run.startedAtMs).toISOString()}\n\n`;
  yield areaTable(judged);
  const failed = judged.filter(({ verdict }) => verdict === "fail");
  const musts = failed.filter(({ level }) => level === "must");
  const ordered = [...musts, ...failed.filter(({ level }) => level !== "must")];
  const explained = new Set(run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
  const unexplained = ordered.filter(({ id }) => !explained.has(id));
  const failures = [
    ...run.causes.map((cause) => () => causeText(cause, exchanges, run)),
    ...unexplained.map((verdict) => () => failure(verdict, exchanges, run)),
  ];
  if (failures.length > 0) yield "\n### What is wrong\n";
  for (const text of failures.slice(0, mostFailures)) yield text();
  if (failures.length > mostFailures) yield `\nand ${failures.length - mostFailures} more.\n`;
  yield* untestedTable(judged);
  yield* leftOutTable(run);
}

function* causeLines(run: Redacted<Run>): Generator<string> {
  const { suiteErrors, notes } = run;
  const cause = causeInWords(run);
  if (cause !== undefined) {
    const { likelyCause, howToFix, reproduce } = cause;
    yield `> **Likely cause:** ${escapeForMarkdown(likelyCause)}`;
    yield howToFix === undefined ? "\n\n" : `<br>**How to fix:** ${escapeForMarkdown(howToFix)}\n\n`;
    const curl = escapeForTerminal(reproduce ?? "");
    if (curl !== "" && curl.length <= longestCurl)
      yield `**Reproduce:**\n${indentedBlock(curl, run.inProcess ? "js" : "sh")}`;
  }
  for (const { where, message } of suiteErrors)
    yield `> **The suite's own error** in ${escapeForMarkdown(where)}: ${escapeForMarkdown(message)}\n\n`;
  for (const note of notes) yield `- note: ${escapeForMarkdown(note)}\n`;
  if (notes.length > 0) yield "\n";
}

function areaTable(verdicts: readonly Verdict[]): string {
  const areas = Map.groupBy(verdicts, ({ area }) => area);
  const tones = ["passed", "failed", "warning", "inconclusive", "untested", "left-out"] as const;
  const judged = [...areas].filter(([, some]) => some.some(({ verdict }) => verdict !== "skipped"));
  const rows = judged.map(([area, some]) => [
    area,
    ...tones.map((tone) => {
      const count = some.filter((verdict) => verdictMark(verdict).tone === tone).length;
      return count === 0 ? "" : String(count);
    }),
  ]);
  const head = ["Area", "✓ passed", "✗ failed", "! warning", "? inconclusive", "○ untested", "– left out"];
  return markdownTable(head, rows);
}

/** One thing that is wrong, as the console has it: what it is, its cause, how to fix it, where it was seen, what it concerns. */
function causeText(cause: Cause, exchanges: ReadonlyMap<number, Exchange>, run: Run): string {
  const { leading, advice, finding, consequences, undecided } = cause;
  const verdict = run.verdicts.find(({ id }) => id === leading);
  const name = verdict === undefined ? leading : requirementName(verdict);
  const symbol = cause.level === "must" ? "✗" : "!";
  const findings = verdict?.findings ?? [];
  const folded = findings.find((one) => one.case === finding.case && one.exchange === finding.exchange);
  const others = (what: string, ids: readonly string[]): string =>
    ids.length === 0 ? "" : `${what}: ${ids.join(", ")}\n\n`;
  return [
    // No text of the target's is a heading.
    `\n#### ${symbol} ${escapeForMarkdown(name)}\n\n${escapeForMarkdown(namedDefect(cause, name), longestSentence)}\n\n`,
    ...(advice === undefined
      ? []
      : [
          `**Likely cause:** ${escapeForMarkdown(advice.likelyCause)}<br>**How to fix:** ${escapeForMarkdown(advice.howToFix)}\n\n`,
        ]),
    ...(folded === undefined ? [] : [findingText(folded, exchanges.get(folded.exchange), run)]),
    others("Broken by the same cause", consequences),
    others("Not judged because of it", undecided),
  ].join("");
}

/** A failure that no cause explains. */
function failure(verdict: Verdict, exchanges: ReadonlyMap<number, Exchange>, run: Run): string {
  const { symbol, word } = verdictMark(verdict);
  const findings = verdict.findings.slice(0, mostFindings);
  const more = verdict.findings.length - findings.length;
  return [
    `\n#### ${symbol} ${escapeForMarkdown(requirementName(verdict))}: ${escapeForMarkdown(verdict.text)} (${word})\n\n`,
    `${escapeForMarkdown(verdict.clause)}\n\n`,
    ...findings.map((finding) => findingText(finding, exchanges.get(finding.exchange), run)),
    more > 0 ? `and ${more} more like it\n` : "",
  ].join("");
}

function findingText(finding: FoldedFinding, exchange: Exchange | undefined, run: Run): string {
  const input = replayWords(finding, run);
  const differs = finding.rounds && differenceInWords(finding.rounds);
  const often = finding.broken < finding.of ? `, ${finding.broken} of ${finding.of} answers` : "";
  const where = finding.place === undefined ? "" : ` (${escapeForMarkdown(placeInWords(finding.place))})`;
  const lines = [
    `- ${escapeForMarkdown(finding.case)}${often}: expected **${escapeForMarkdown(finding.expected)}**; got **${escapeForMarkdown(finding.seen)}**${where}\n`,
    ...(differs === undefined ? [] : [`  - ${escapeForMarkdown(differs)}\n`]),
    ...(input === undefined ? [] : [`  - ${escapeForMarkdown(input)}\n`]),
  ];
  if (exchange === undefined) return lines.join("");
  const { language, line } = sendAgain(exchange.request, run);
  if (line.length <= longestCurl) lines.push(indentedBlock(escapeForTerminal(line), language));
  return lines.join("");
}

/** A fenced block inside a list item; the fence is longer than any in the text. */
function indentedBlock(text: string, language: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `\n  ${fence}${language}\n  ${text}\n  ${fence}\n\n`;
}

function* leftOutTable({ cases: { total, tested, leftOut } }: Run): Generator<string> {
  if (leftOut.length === 0) return;
  yield `\n<details><summary>${total - tested} of ${total} cases of the profile left out</summary>\n\n`;
  yield markdownTable(
    ["Cases", "Why"],
    leftOut.map((group) => [
      escapeForMarkdown(group.cases.map((one) => `${one.requirement} ${one.case}`).join(", "), 4000),
      escapeForMarkdown(leftOutInWords(group)),
    ]),
  );
  yield "\n</details>\n";
}

function* untestedTable(verdicts: readonly Verdict[]): Generator<string> {
  const some = verdicts.filter(({ verdict }) => verdict === "inconclusive" || verdict === "untested");
  if (some.length === 0) return;
  yield "\n<details><summary>What could not be tested</summary>\n\n";
  yield markdownTable(
    ["Requirement", "Verdict", "Why"],
    some.map((verdict) => {
      const { symbol, word } = verdictMark(verdict);
      return [requirementName(verdict), `${symbol} ${word}`, escapeForMarkdown(whyInWords(verdict))];
    }),
  );
  yield "\n</details>\n";
}
