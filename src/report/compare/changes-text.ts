import { requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { palette } from "../console/colour.ts";
import { wrap } from "../console/wrap.ts";
import { escapeForMarkdown, markdownTable } from "../formats/markdown.ts";
import { verdictMark } from "../words/sentences.ts";
import { type Change, type Comparison, changesByKind } from "./compare-runs.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";

export function changesForTerminal(comparison: Comparison, width: number, colour: boolean): string {
  const paint = palette(colour);
  const { before, after, cautions } = comparison;
  const lines = [
    ...wrap(`before  ${runInWords(before)}`, width, "", "        ").map(escapeForTerminal),
    ...wrap(`after   ${runInWords(after)}`, width, "", "        ").map(escapeForTerminal),
    ...cautions.flatMap((text) => wrap(escapeForTerminal(text), width, "note: ")),
  ];
  for (const { kind, title, some } of changesByKind(comparison)) {
    const tint =
      kind === "worse" || kind === "otherwise-broken"
        ? paint.bad
        : kind === "better"
          ? paint.good
          : paint.warn;
    lines.push("", paint.strong(tint(`${title} (${some.length})`)));
    for (const change of some) {
      const head = `${escapeForTerminal(requirementName(change))}  ${step(change)}  ${escapeForTerminal(change.text)}`;
      lines.push(...wrap(head, width, "  ", "    "));
      for (const text of detail(change))
        lines.push(...wrap(escapeForTerminal(text), width, "    ", "      ").map(paint.dim));
    }
  }
  lines.push("", `${verdictOf(comparison)}`);
  return `${lines.join("\n")}\n`;
}

export function changesAsMarkdown(comparison: Comparison): string {
  const { before, after, cautions } = comparison;
  const parts = [
    "# Two runs compared\n\n",
    `- before: ${escapeForMarkdown(runInWords(before))}\n- after: ${escapeForMarkdown(runInWords(after))}\n`,
    ...cautions.map((text) => `- note: ${escapeForMarkdown(text)}\n`),
    `\n**${escapeForMarkdown(verdictOf(comparison))}**\n`,
  ];
  for (const { title, some } of changesByKind(comparison)) {
    parts.push(
      `\n## ${title}\n\n`,
      markdownTable(
        ["Requirement", "Level", "Verdict", "What"],
        some.map((change) => [
          escapeForMarkdown(requirementName(change)),
          change.level,
          step(change),
          [change.text, ...detail(change)].map((text) => escapeForMarkdown(text)).join("<br>"),
        ]),
      ),
    );
  }
  return parts.join("");
}

/** `2 worse, 1 better, 80 unchanged`. */
export function verdictOf(comparison: Comparison): string {
  const parts = changesByKind(comparison).map(({ brief, some }) => `${some.length} ${brief}`);
  return [...parts, `${counted(comparison.unchanged, "requirement")} unchanged`].join(", ");
}

/** `https://… at 2026-01-02T03:04:05.000Z: non-conforming`. */
export function runInWords({ target, startedAt, outcome, profile }: SavedRun): string {
  return `${target} at ${startedAt}, ${profile}: ${outcome}`;
}

/** `✓ passed → ✗ failed`. */
export function step({ before, after }: Change): string {
  const one = (verdict: SavedVerdict | undefined): string => {
    if (verdict === undefined) return "absent";
    const { symbol, word } = verdictMark(verdict);
    return `${symbol} ${word}`;
  };
  return `${one(before)} → ${one(after)}`;
}

/** The most findings shown of one requirement, which may have hundreds. */
const shownFindings = 3;

/** What fails now, or why it is no longer tested. */
export function detail({ after }: Change): string[] {
  if (after === undefined) return [];
  if (after.verdict !== "fail" && after.verdict !== "pass")
    return after.reason === null ? [] : [after.reason];
  return after.findings
    .slice(0, shownFindings)
    .map(
      (finding) =>
        `${shorten(finding.case.label, 100)}: expected ${shorten(finding.expected, 200)}; got ${shorten(finding.seen, 200)}`,
    );
}
