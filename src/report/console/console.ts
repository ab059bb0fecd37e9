import { requirementName } from "#core/check/requirement.ts";
import type { Verdict, VerdictKind } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { decisiveShoulds } from "../reach.ts";
import { areasOf, hasJudged, type Report } from "../report.ts";
import { firstNamed, verdictMarks } from "../words/sentences.ts";
import { alikeInWords, whyTogether } from "../words/why-in-words.ts";
import { type ConsoleView, causeBlocks, indentedCommands, requirementBlock } from "./console-failures.ts";
import { type Palette, palette, wrap } from "./terminal.ts";

export interface ConsoleOptions {
  /** Columns of the terminal. Prose fits in it; shell lines do not break inside a word. */
  readonly width: number;
  readonly colour: boolean;
  /** Print only the root cause and the summary. */
  readonly quiet: boolean;
  /** Print every area and every failure of a requirement. */
  readonly verbose: boolean;
}

/** The report for people: the root cause first, then what is wrong with the target, then the summary. */
export function consoleReport(report: Report, options: ConsoleOptions): string {
  const { width, colour, quiet, verbose } = options;
  const paint = palette(colour);
  const view = { report, width, paint };
  const lines = rootCauseLines(view);
  if (!quiet && hasJudged(report))
    lines.push(
      ...(verbose
        ? areasInFull(view)
        : [...causeBlocks(view), ...(leavesReasonsOut(report) ? untestedLine(view) : undecidedLines(view))]),
      ...(verbose || report.kind !== "run" ? listLines(view) : []),
    );
  lines.push(...summaryLines(view, verbose));
  return `${lines.join("\n")}\n`;
}

function areasInFull(view: ConsoleView): string[] {
  const { report, width, paint } = view;
  const areas = areasOf(report);
  // A requirement that the profile leaves out has a remedy.
  const isLeftOut = ({ verdict, remedy }: Verdict) => verdict === "skipped" && remedy === undefined;
  const leftOut = areas.filter(([, verdicts]) => verdicts.every(isLeftOut)).map(([area]) => area);
  const lines = areas.flatMap(([area, verdicts]) => {
    if (leftOut.includes(area)) return [];
    const failed = verdicts.filter(({ verdict }) => verdict === "fail");
    return [
      ...areaLines(area, verdicts, view),
      ...failed.flatMap((verdict) => requirementBlock(verdict, view)),
      ...unjudgedLines(verdicts, unjudgedKinds, view),
    ];
  });
  const others =
    leftOut.length === 0 ? [] : wrap(`left out by only or skip: ${leftOut.join(" ")}`, width, "– ");
  return [...lines, ...others.map(paint.dim), ""];
}

/** What was not judged, and why; printed where nothing failed. */
function undecidedLines(view: ConsoleView): string[] {
  const verdicts = view.report.verdicts.filter(({ level }) => level !== "open");
  const lines = unjudgedLines(verdicts, ["inconclusive", "untested"], view);
  return lines.length === 0 ? [] : [...lines, ""];
}

function listLines({ report: { lists }, width, paint }: ConsoleView): string[] {
  return lists.flatMap(({ title, lead, items }) => [
    ...wrap(lead === undefined ? `${title}:` : `${title}: ${lead}`, width),
    ...items
      .flatMap(([name, text]) => wrap(escapeForTerminal(`${name}: ${text}`), width, "  – ", "    "))
      .map(paint.dim),
    "",
  ]);
}

function rootCauseLines(view: ConsoleView): string[] {
  const { width, paint } = view;
  const { cause } = view.report;
  if (cause === undefined) return [];
  const { likelyCause, howToFix, exchange, commands } = cause;
  const at = exchange === undefined ? "" : ` (exchange ${exchange})`;
  const lines = wrap(escapeForTerminal(likelyCause) + at, width, "✗ Likely cause: ").map(paint.bad);
  if (howToFix !== undefined) lines.push(...wrap(escapeForTerminal(howToFix), width, "  How to fix: "));
  if (commands.length > 0) lines.push("  Reproduce:", ...indentedCommands(commands, view));
  return [...lines, ""];
}

/** One line per area; if not everything passed, a second one with the names of what did. */
function areaLines(
  area: string,
  verdicts: readonly Verdict[],
  { report: { unit }, width, paint }: ConsoleView,
): string[] {
  const passed = verdicts.filter(({ verdict }) => verdict === "pass");
  const judged = passed.reduce((sum, verdict) => sum + verdict.judged, 0);
  const failed = verdicts.filter(({ verdict }) => verdict === "fail");
  const due = verdicts.filter(({ verdict }) => verdict !== "not-applicable" && verdict !== "skipped").length;
  const parts = [due === 0 ? "nothing to judge" : `${passed.length} of ${due} passed`];
  const fails = failed.filter(({ level }) => level === "must").length;
  if (fails > 0) parts.push(`${fails} failed`);
  if (failed.length > fails) parts.push(counted(failed.length - fails, "warning"));
  if (judged > 0) parts.push(`judged on ${counted(judged, unit)}`);
  // Wrapped before it is coloured: colour codes have no width.
  const [head = "", ...rest] = wrap(`${area}  ${parts.join(", ")}`, width - 2, "", "");
  const lines = [
    `${areaSymbol(verdicts, paint)} ${paint.strong(area)}${head.slice(area.length)}`,
    ...rest.map((line) => `  ${line}`),
  ];
  if (passed.length === 0 || passed.length === verdicts.length) return lines;
  return [...lines, ...wrap(namesOf(passed), width, "  ✓ ", "    ").map(paint.dim)];
}

function namesOf(verdicts: readonly Verdict[]): string {
  return verdicts.map(requirementName).join(", ");
}

function areaSymbol(verdicts: readonly Verdict[], paint: Palette): string {
  const some = (kind: Verdict["verdict"], level?: Verdict["level"]): boolean =>
    verdicts.some((verdict) => verdict.verdict === kind && (level === undefined || verdict.level === level));
  if (some("fail", "must")) return paint.bad("✗");
  if (some("inconclusive", "must")) return paint.warn("?");
  if (some("fail")) return paint.warn("!");
  return some("pass") ? paint.good("✓") : paint.dim("–");
}

const unjudgedKinds = ["inconclusive", "untested", "not-applicable", "skipped"] as const;

/** Requirements that a line names by id and slug. */
const mostNamed = 12;

const theCauseAbove = "the likely cause above";

/** What was not judged: one line per reason, with all requirements that share it. */
function unjudgedLines(
  verdicts: readonly Verdict[],
  kinds: readonly (typeof unjudgedKinds)[number][],
  { report: { cause, words }, width, paint }: ConsoleView,
): string[] {
  const lines: string[] = [];
  for (const kind of kinds) {
    const groups = Map.groupBy(
      verdicts.filter(({ verdict }) => verdict === kind),
      (verdict) =>
        // The root cause is printed once, at the top.
        cause !== undefined && verdict.cause?.kind === "root-cause"
          ? theCauseAbove
          : alikeInWords(verdict, words),
    );
    for (const [alike, members] of groups) {
      const why = alike === theCauseAbove ? alike : whyTogether(members, words);
      // A root cause may leave the whole catalogue unjudged: ids are enough.
      const isLong = why === theCauseAbove || members.length > mostNamed;
      const names = isLong ? shortNames(members, verdicts).join(" ") : namesOf(members);
      const text = `${names}  ${kind.replace("-", " ")}${why === "" ? "" : `: ${escapeForTerminal(why)}`}`;
      const colour = kind === "inconclusive" ? paint.warn : paint.dim;
      const symbol = kind === "inconclusive" ? "?" : "–";
      lines.push(...wrap(text, width, `  ${symbol} `, "    ").map(colour));
    }
  }
  return lines;
}

/** The ids of these; where all requirements of an operation are among them, its area alone. */
function shortNames(members: readonly Verdict[], verdicts: readonly Verdict[]): readonly string[] {
  const ofArea = Map.groupBy(verdicts, ({ area }) => area);
  return [...Map.groupBy(members, ({ area }) => area)].flatMap(([area, own]) =>
    own.length === ofArea.get(area)?.length && own.every(({ id }) => id.startsWith(`${area}/`))
      ? [area]
      : own.map(({ id }) => id),
  );
}

const kinds = Object.keys(verdictMarks) as readonly VerdictKind[];

/** True where something is wrong: then the reasons why the rest was not judged would only take up room. */
function leavesReasonsOut({ outcome, cause }: Report): boolean {
  return outcome === "non-conforming" || cause !== undefined;
}

/** All in a few lines: counts by level, what it took, and last of all the outcome. */
function summaryLines({ report, width, paint }: ConsoleView, verbose: boolean): string[] {
  const colours = { conforming: paint.good, "non-conforming": paint.bad, inconclusive: paint.warn };
  const suiteErrors = report.suiteErrors.map(
    ({ where, message }) => `the suite's own error in ${where}: ${escapeForTerminal(message)}`,
  );
  const notes = report.notes.flatMap((note) => wrap(`note: ${escapeForTerminal(note)}`, width));
  const isBrief = !verbose && leavesReasonsOut(report);
  const { fail, pass } = report.counts.should;
  const [head = "", ...others] = report.sentences(isBrief);
  const outcome = (line: string) => paint.strong(colours[report.outcome](line));
  return [
    ...suiteErrors.flatMap((sentence) => wrap(sentence, width)).map(paint.bad),
    // If something failed in a run, notes would take up its room.
    ...(isBrief && report.kind === "run" ? [] : notes.map(paint.dim)),
    ...(verbose ? wrap(countsOf(report, "must"), width, "must    ", "        ") : []),
    ...(verbose || fail > 0 || (pass > 0 && !leavesReasonsOut(report))
      ? wrap(countsOf(report, "should"), width, "should  ", "        ")
      : []),
    ...report.cost(verbose).flatMap((line) => wrap(escapeForTerminal(line), width)),
    ...wrap(escapeForTerminal(report.about(verbose)), width).map(paint.dim),
    ...outcomeLines(escapeForTerminal(head), width).map(outcome),
    ...others.flatMap((part) => wrap(escapeForTerminal(part), width, "  ")).map(outcome),
  ];
}

/** The outcome in lines: a line break never separates the figures. */
function outcomeLines(sentence: string, width: number): string[] {
  const [head = "", ...figures] = sentence.split(" – ");
  return sentence.length <= width || figures.length === 0
    ? [sentence]
    : [...wrap(`${head} –`, width), ...wrap(figures.join(" – "), width, "  ")];
}

/** The most ids in the line about what was not tested. */
const mostIds = 4;

/** If something failed, one line names the musts that were not judged. Otherwise notes and reasons name them. */
function untestedLine({ report, width }: ConsoleView): string[] {
  const kinds = (["untested", "inconclusive"] as const).flatMap((kind) => {
    const of = report.verdicts.filter(({ verdict, level }) => verdict === kind && level === "must");
    return of.length === 0 ? [] : [{ kind, ids: of.map(({ id }) => id) }];
  });
  const parts = kinds.map(({ kind, ids }) => `${kind}: ${firstNamed(ids, mostIds / kinds.length)}`);
  return parts.length === 0 ? [] : wrap(`${parts.join("; ")} (--verbose says why)`, width);
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
