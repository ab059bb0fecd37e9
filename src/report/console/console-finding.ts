import { requirementName } from "../../core/check/requirement.ts";
import type { FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import { counted } from "../counted.ts";
import { curlCommand } from "../curl.ts";
import { placeInWords } from "../place-in-words.ts";
import { replayWords } from "../replay-words.ts";
import { differenceInWords } from "../rounds-in-words.ts";
import type { Palette } from "./colour.ts";
import { commandLines } from "./shell-lines.ts";
import { wrap } from "./wrap.ts";

/** What a block is printed from. */
export interface ConsoleView {
  readonly run: Run;
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly width: number;
  readonly paint: Palette;
}

/** The most findings printed of one requirement; the JSON report has them all. */
const shownFindings = 3;

/** The most characters printed of what was seen. */
const longestSeen = 400;

/** A failed requirement: id and sentence, then for each finding what was expected, seen, where, and how to reproduce it. */
export function requirementBlock(verdict: Verdict, view: ConsoleView): string[] {
  const { width, paint } = view;
  const symbol = verdict.level === "must" ? "✗" : "!";
  const colour = verdict.level === "must" ? paint.bad : paint.warn;
  const known = view.run.known?.includes(verdict.id) === true ? "; a known failure" : "";
  const on = `judged on ${counted(verdict.judged, "answer")}${known}`;
  const lines = wrap(`${requirementName(verdict)}: ${verdict.text} (${verdict.level}; ${on})`, width, {
    first: `  ${symbol} `,
    rest: "    ",
  }).map(colour);
  for (const finding of verdict.findings.slice(0, shownFindings))
    lines.push(...findingLines(finding, verdict, view), "");
  const more = verdict.findings.length - shownFindings;
  if (more > 0) lines.push(`    and ${more} more like it; \`--report json\` lists them all`, "");
  return lines;
}

function findingLines(finding: FoldedFinding, verdict: Verdict, view: ConsoleView): string[] {
  const { exchanges, run, width, paint } = view;
  const line = (label: string, text: string): string[] =>
    wrap(text, width, { first: `    ${label.padEnd(9)} `, rest: " ".repeat(14) });
  const rulings = verdict.rulings.length === 0 ? "" : ` (ruling ${verdict.rulings.join(", ")})`;
  const exchange = exchanges.get(finding.exchange);
  const drawn = replayWords(finding, run);
  const differs = finding.rounds && differenceInWords(finding.rounds);
  return [
    ...line("expected", escapeForTerminal(finding.expected)),
    ...line("got", shorten(escapeForTerminal(finding.seen), longestSeen)),
    ...(finding.place === undefined ? [] : line("where", escapeForTerminal(placeInWords(finding.place)))),
    ...line("seen in", seenIn(finding)),
    ...(differs === undefined ? [] : line("differs", escapeForTerminal(differs))),
    ...(drawn === undefined ? [] : line("input", escapeForTerminal(drawn))),
    ...line("see", verdict.clause + rulings),
    ...(exchange === undefined ? [] : shellLines(exchange, run.target, width).map(paint.dim)),
  ];
}

/** The case, and how often it failed if not always (ruling 30). */
function seenIn({ case: label, broken, of, rounds, exchange }: FoldedFinding): string {
  const often = broken < of ? `, ${broken} of ${of} answers` : "";
  const seed = rounds === undefined ? "" : `, seed ${rounds.seed}`;
  return `${escapeForTerminal(label)}${often} (exchange ${exchange}${seed})`;
}

/** A shell command that sends one request again. */
export function shellLines(exchange: Exchange, target: string, width: number): string[] {
  return commandLines(curlCommand(exchange.request, target), width);
}
