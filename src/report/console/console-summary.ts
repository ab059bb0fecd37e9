import type { VerdictKind } from "#core/check/results/verdict.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { decisiveShoulds } from "../reach.ts";
import type { Report } from "../report.ts";
import { firstNamed, verdictMarks } from "../words/sentences.ts";
import type { ConsoleView } from "./console-finding.ts";
import { wrap } from "./wrap.ts";

const kinds = Object.keys(verdictMarks) as readonly VerdictKind[];

/** If something is wrong, the reasons why the rest was not judged would only take up room; otherwise they matter. */
export function leavesReasonsOut({ outcome, cause }: Report): boolean {
  return outcome === "non-conforming" || cause !== undefined;
}

/** All in a few lines: counts by level, what it took, and last of all the outcome. */
export function summaryLines({ report, width, paint }: ConsoleView, verbose: boolean): string[] {
  const colour = { conforming: paint.good, "non-conforming": paint.bad, inconclusive: paint.warn }[
    report.outcome
  ];
  const suiteErrors = report.suiteErrors.map(
    ({ where, message }) => `the suite's own error in ${where}: ${escapeForTerminal(message)}`,
  );
  const notes = report.notes.flatMap((note) => wrap(`note: ${escapeForTerminal(note)}`, width));
  const isBrief = !verbose && leavesReasonsOut(report);
  const [head = "", ...others] = report.sentences(isBrief);
  const outcome = (line: string) => paint.strong(colour(line));
  return [
    ...suiteErrors.flatMap((sentence) => wrap(sentence, width)).map(paint.bad),
    // If something failed, notes would take up its room.
    ...(isBrief && report.isTerse ? [] : notes.map(paint.dim)),
    ...(verbose ? wrap(countsOf(report, "must"), width, "must    ", "        ") : []),
    ...(verbose ||
    report.counts.should.fail > 0 ||
    (report.counts.should.pass > 0 && !leavesReasonsOut(report))
      ? wrap(countsOf(report, "should"), width, "should  ", "        ")
      : []),
    ...report.cost(verbose).flatMap((line) => wrap(escapeForTerminal(line), width)),
    ...wrap(escapeForTerminal(report.about(verbose)), width).map(paint.dim),
    ...outcomeLines(escapeForTerminal(head), width).map(outcome),
    ...others.flatMap((part) => wrap(escapeForTerminal(part), width, "  ")).map(outcome),
  ];
}

/** The figures stay together. */
function outcomeLines(sentence: string, width: number): string[] {
  const [head = "", ...figures] = sentence.split(" – ");
  return sentence.length <= width || figures.length === 0
    ? [sentence]
    : [...wrap(`${head} –`, width), ...wrap(figures.join(" – "), width, "  ")];
}

/** If something failed, one line names the musts that were not judged. Otherwise notes and reasons name them. */
export function notTestedLines(report: Report, width: number): string[] {
  if (!leavesReasonsOut(report)) return [];
  const idsOf = (kind: VerdictKind) =>
    report.verdicts.filter(({ verdict, level }) => verdict === kind && level === "must").map(({ id }) => id);
  const all = { untested: idsOf("untested"), inconclusive: idsOf("inconclusive") };
  const most = Math.max(all.untested.length, all.inconclusive.length);
  if (most === 0) return [];
  const lines = Array.from({ length: most }, (_, index) => notTested(all, index + 1)).reverse();
  return [lines.find((line) => line.length <= width) ?? notTested(all, 1)];
}

function notTested(all: Readonly<Record<string, readonly string[]>>, shown: number): string {
  const parts = Object.entries(all).flatMap(([kind, ids]) =>
    ids.length === 0 ? [] : [`${kind}: ${firstNamed(ids, shown)}`],
  );
  return `${parts.join("; ")} (--verbose says why)`;
}

function countsOf(report: Report, level: "must" | "should"): string {
  const counts = report.counts[level];
  const isWarning = level === "should" && decisiveShoulds(report).length === 0;
  const parts = kinds
    .filter((kind) => kind === "pass" || counts[kind] > 0)
    .map(
      (kind) =>
        `${counts[kind]} ${verdictMarks[kind].word}${isWarning && kind === "fail" ? " (warnings)" : ""}`,
    );
  return parts.join(", ");
}
