import { requirementName } from "../../core/check/requirement.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { escapeForMarkdown, markdownTable } from "../../report/formats/markdown.ts";
import { outcomeSymbols } from "../../report/formats/markdown-report.ts";
import { verdictMark } from "../../report/verdict-mark.ts";
import { whyInWords } from "../../report/why-in-words.ts";
import type { ExamReport } from "../exam-report.ts";
import { clientInWords, examSentence, whereInWords } from "./exam-words.ts";

/** The most findings of one requirement. */
const mostFindings = 3;

/** An exam as Markdown, for job summaries and merge requests: outcome, what failed, what could not be tested. */
export function* examMarkdown(report: Redacted<ExamReport>): Generator<string> {
  const { outcome, source, verdicts, notes, startedAtMs } = report;
  yield `## ${outcomeSymbols[outcome]} ${escapeForMarkdown(examSentence(report), 2000)}\n\n`;
  yield `${escapeForMarkdown(clientInWords(source))}, ${new Date(startedAtMs).toISOString()}\n\n`;
  for (const note of notes) yield `- note: ${escapeForMarkdown(note)}\n`;
  const failed = verdicts.filter(({ verdict }) => verdict === "fail");
  const byLevel = [...failed.filter(isMust), ...failed.filter((verdict) => !isMust(verdict))];
  if (byLevel.length > 0) yield "\n### What failed\n";
  for (const verdict of byLevel) yield failure(verdict, report);
  const others = verdicts.filter(({ verdict, level }) => verdict === "untested" && level !== "open");
  if (others.length === 0) return;
  yield "\n<details><summary>What could not be tested</summary>\n\n";
  yield markdownTable(
    ["Requirement", "Why"],
    others.map((verdict) => [requirementName(verdict), escapeForMarkdown(whyInWords(verdict))]),
  );
  yield "\n</details>\n";
}

function isMust({ level }: Verdict): boolean {
  return level === "must";
}

function failure(verdict: Verdict, report: ExamReport): string {
  const { findings, guidance, text, clause } = verdict;
  const { symbol, word } = verdictMark(verdict);
  const more = findings.length - mostFindings;
  return [
    `\n#### ${symbol} ${requirementName(verdict)}: ${escapeForMarkdown(text)} (${word})\n\n`,
    `${escapeForMarkdown(clause)}\n\n`,
    ...findings
      .slice(0, mostFindings)
      .map(
        (finding) =>
          `- ${escapeForMarkdown(finding.case)}: expected ${escapeForMarkdown(finding.expected)}; got ${escapeForMarkdown(finding.seen)} (${whereInWords(finding, report)})\n`,
      ),
    more > 0 ? `- and ${more} more like it\n` : "",
    guidance === undefined ? "" : `\n**How to fix:** ${escapeForMarkdown(guidance.howToFix)}\n`,
  ].join("");
}
