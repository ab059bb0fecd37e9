import { requirementName } from "#core/check/requirement.ts";
import type { Cause } from "#core/check/results/defect.ts";
import type { FoldedFinding, Place, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { textOf } from "#core/exchange/wire-exchange.ts";
import { escapeForTerminal, shorten } from "#core/json/escape.ts";
import { brokenBetweenWords, type CurlCommand } from "../curl.ts";
import { decisiveShoulds } from "../reach.ts";
import { type Fact, isKnownCause, type Report, type ShownExchange } from "../report.ts";
import { listedId } from "../reproduction.ts";
import { answerExcerpt } from "../words/answer-excerpt.ts";
import {
  leadingOf,
  namedDefect,
  requestsInWords,
  triedInWords,
  whyItFails,
} from "../words/defect-in-words.ts";
import { failureMark, firstNamed, placeInWords } from "../words/sentences.ts";
import { cut, type Look, palette, tints, wrap } from "./terminal.ts";

export interface ConsoleView extends Look {
  readonly report: Report;
}

export const indent = "    ";

/** The console's look for parts that are printed elsewhere: no colours. */
export const plain: Look = { width: 100, paint: palette(false) };

/** The most causes that are shown in full; of each other there is one line. */
const shownInFull = 5;

/** If several causes are long, fewer are shown in full, so that the report fits on a page. */
const longestPage = 69;

const longestBrief = 24;

const longestSentence = 320;

const shownRequirements = 8;

/** The causes: in full those that fail the run, in short those that only warn, and last, a line each, those that are known already. */
export function causeBlocks(view: ConsoleView): string[] {
  const { report, paint } = view;
  const fresh = report.causes.filter((cause) => !isKnownCause(cause, report));
  const isFailing = ({ level }: Cause) => level === "must" || decisiveShoulds(report).length > 0;
  const failing = fresh.filter(isFailing);
  const warning = fresh.filter((cause) => !isFailing(cause));
  const blocks = failing
    .slice(0, shownInFull)
    .map((cause, index) => [...causeBlock(cause, index + 1, view), ""]);
  // A cause that is not shown in full has a sentence on what is wrong, and one on how to fix it.
  const briefs = failing.map((cause) => [...oneSentence(cause, view), ...fixLines(cause, view.width)]);
  const inFull = blocks.filter((_, index) => {
    const lines = blocks.slice(0, index + 1).flat().length + briefs.slice(index + 1).flat().length;
    return index === 0 || lines + warning.length <= longestPage;
  });
  const inLines = (cause: Cause) => [
    ...wrap(came(cause, view), view.width, "! ", "  ").map(paint.warn),
    ...seenInLines(cause, view.width),
  ];
  const inBrief = warning.flatMap((cause) => [...inLines(cause), ...fixLines(cause, view.width)]);
  // For a client that fails nothing, the warnings are what is left to fix.
  const hasRoom = report.kind === "exam" && failing.length === 0 && inBrief.length <= longestBrief;
  const shownWarnings = hasRoom ? inBrief : warning.flatMap(inLines);
  const others = [
    ...briefs.slice(inFull.length).flat(),
    ...shownWarnings,
    ...report.causes
      .filter((cause) => isKnownCause(cause, report))
      .flatMap((cause) => oneSentence(cause, view).map(paint.dim)),
  ];
  return [...inFull.flat(), ...(others.length === 0 ? [] : [...others, ""])];
}

/** One cause as the console prints it, for use elsewhere. Escaped. */
export function causeText(cause: Cause, report: Report, width = plain.width): string {
  return causeBlock(cause, undefined, { report, ...plain, width }).join("\n");
}

function causeBlock(cause: Cause, nth: number | undefined, view: ConsoleView): string[] {
  const { report, width, paint } = view;
  const { folded } = leadingOf(cause, report.verdicts);
  const commands = report.again(cause.finding, cause);
  const tried = triedInWords(cause, commands.length);
  const reproduce = tried === undefined ? ":" : ` (${tried}):`;
  const line = (label: string, text: string) => labelled(label, text, width);
  const { symbol, tone } = failureMark(cause.level);
  const head = nth === undefined ? "" : `${symbol} ${nth}. `;
  return [
    ...wrap(sentenceOf(cause, report), width, head).map(tints(paint)[tone]),
    ...seenInLines(cause, width),
    ...(cause.advice === undefined ? [] : line("likely cause", cause.advice.likelyCause)),
    ...fixLines(cause, width),
    ...shownLines(cause.finding.exchange, cause.finding.place, view, cause.excerptAt),
    ...report.aside(folded ?? cause.finding).flatMap(([label, text]) => line(label, text)),
    ...(commands.length === 0 ? [] : wrap(reproduce, width, "  reproduce", "    ")),
    ...indentedCommands(commands, view),
    ...line("concerns", `${concerns(cause, report)}; more: explain ${cause.leading}`),
  ];
}

export function indentedCommands(commands: readonly CurlCommand[], { width, paint }: Look): string[] {
  const lines = commands.flatMap((command) => commandLines(command, width - indent.length));
  return lines.map((line) => paint.dim(indent + line));
}

/** Escaped: `LIST-1 answer-array: the list is wrapped in an object with the field \`data\``. */
function sentenceOf(cause: Cause, { verdicts }: Report): string {
  const { name } = leadingOf(cause, verdicts);
  return shorten(escapeForTerminal(namedDefect(cause, name)), longestSentence);
}

/** An exchange with the place that is wrong in it, and of a service an excerpt of the answer, there or elsewhere. */
export function shownLines(
  id: number,
  place: Place | undefined,
  { report, ...look }: ConsoleView,
  excerptAt: Place | undefined = place,
): string[] {
  const exchange = report.exchange(id);
  if (exchange === undefined) return [];
  const { unit, words } = report;
  const asked = escapeForTerminal(`${unit}: ${exchangeLine(exchange, place, words)}`);
  const excerpt = unit === "answer" ? excerptLines(exchange, excerptAt, look) : [];
  return [...wrap(asked, look.width, "  ", "    "), ...excerpt];
}

function exchangeLine(exchange: ShownExchange, place: Place | undefined, { thing }: Report["words"]): string {
  const { outcome, name } = exchange;
  const status = outcome.kind === "answer" ? ` → ${outcome.status}` : "";
  const id = outcome.kind === "answer" ? listedId(textOf(outcome.body), place) : undefined;
  const where =
    place?.in === "body" && place.pointer !== ""
      ? `; ${placeInWords(place)}${id === undefined ? "" : ` (${thing} ${id})`}`
      : "";
  return `${requestLine(exchange)}${status} (${name})${where}`;
}

function requestLine({ method, target }: ShownExchange): string {
  return `${method} ${target}`;
}

/** Fewer characters, such as the end of a message and a status after it, are not worth a line of their own. */
const leastOfLine = 30;

function excerptLines(exchange: ShownExchange, place: Place | undefined, { width, paint }: Look): string[] {
  const lines = answerExcerpt(exchange, place);
  const indent = Math.min(...lines.map(({ text }) => text.length - text.trimStart().length));
  // What the service itself says of an error tells its author the most: two lines.
  const isError = lines.length === 1 && exchange.outcome.kind === "answer" && exchange.outcome.status >= 400;
  return lines.flatMap(({ text, marked }) => {
    const whole = `    ${marked ? ">" : " "} ${text.slice(indent)}`;
    const [first = whole] = isError && whole.length > width + leastOfLine ? wrap(whole, width) : [];
    const rest = whole.slice(first.length).trim();
    const shown = rest === "" ? [first] : [first, `      ${rest}`];
    return shown.map((one) => (marked ? paint.strong(cut(one, width)) : cut(one, width)));
  });
}

function concerns(cause: Cause, report: Report): string {
  const { leading, consequences, undecided, broken } = cause;
  const { verdicts, unit } = report;
  const findings = verdicts.find(({ id }) => id === leading)?.findings ?? [];
  const isAlone = consequences.length === 0 && findings.length === 1 && findings[0]?.broken === broken;
  const of = isAlone ? (findings[0]?.of ?? broken) : broken;
  const often = of > broken ? `${broken} of ${counted(of, unit)}` : counted(broken, unit);
  const ids = verdicts.map(({ id }) => id);
  const all = [leading, ...consequences.toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b))];
  const named = firstNamed(all, shownRequirements);
  const open =
    undecided.length === 0 ? "" : `; ${counted(undecided.length, "other")} not judged because of it`;
  return `${named}, shown by ${often}${requestsInWords(cause, report)}${open}`;
}

/** What a warning shows: what came. HTML, `--verbose` and `explain` also say what was expected. Escaped. */
function came(cause: Cause, { report }: ConsoleView): string {
  const { finding, consequences } = cause;
  const { name } = leadingOf(cause, report.verdicts);
  const also = consequences.length === 0 ? "" : ` (and ${firstNamed(consequences, shownRequirements)})`;
  const exchange = report.exchange(finding.exchange);
  const asked = exchange === undefined ? "" : requestLine(exchange);
  const what =
    finding.place?.in === "header" && finding.got.at === "nothing"
      ? `no header ${finding.place.name}`
      : finding.seen;
  // Several bodies are posted to one URL: this names which.
  const which = exchange === undefined || exchange.method === "GET" ? "" : ` (${finding.case.label})`;
  return escapeForTerminal(`${name}${also}${which}: ${what}${what.includes(asked) ? "" : ` on ${asked}`}`);
}

function seenInLines({ pattern }: Cause, width: number): string[] {
  return pattern === undefined ? [] : labelled("seen in", pattern, width);
}

function fixLines({ advice }: Cause, width: number): string[] {
  return advice === undefined ? [] : labelled("how to fix", advice.howToFix, width);
}

function labelled(label: string, text: string, width: number): string[] {
  return wrap(escapeForTerminal(text), width, `  ${label}: `, "    ");
}

function oneSentence(cause: Cause, { report, width, paint }: ConsoleView): string[] {
  const known = report.known.includes(cause.leading) ? " (known)" : "";
  const { symbol, tone } = failureMark(cause.level);
  const more = cause.consequences.length === 0 ? "" : ` +${cause.consequences.length}`;
  const text = `${sentenceOf(cause, report)}${more}${known}`;
  return wrap(text, width, `${symbol} `, "  ").map(tints(paint)[tone]);
}

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

export function commandLines({ words, comment }: CurlCommand, width: number): string[] {
  const above = comment === undefined ? [] : wrap(comment, width, "# ", "# ");
  const lines = brokenBetweenWords(words, width);
  const longest = Math.max(...lines.map((line) => line.length));
  if (longest <= longestLine) return [...above, ...lines];
  const text = `not shown, since a line of it has ${longest.toLocaleString("en")} characters: --report html has the command`;
  return wrap(text, width, "# ", "# ");
}
