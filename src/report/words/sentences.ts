import type { FindingRounds, Place, Verdict, VerdictKind, VerdictLine } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { DocumentName, Judgement, RoundLimit, Rounds, Run } from "#core/run/result.ts";
import type { Fact } from "../report.ts";

export function holding(all: readonly (readonly [holds: boolean, sentence: string])[]): readonly string[] {
  return all.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** `LIST-1, LIST-2 and 4 more`: of many names the first, and how many more there are. */
export function firstNamed(names: readonly string[], most: number, separator = ", "): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(separator)}${more}`;
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `2.5 s`, or `2.5 s of virtual time`. */
export function secondsInWords({ startedAtMs, endedAtMs, clock }: Dated): string {
  const ofTime = clock === "virtual" ? " of virtual time" : "";
  return `${((endedAtMs - startedAtMs) / 1000).toFixed(1)} s${ofTime}`;
}

interface Dated extends Judgement {
  readonly clock?: Run["clock"];
  readonly spec: DocumentName;
}

/** Who was judged, when and by which document, as terms and descriptions; `own` is what a kind of judging says besides. */
export function factsOf(judged: Dated, [term, name]: Fact, own: readonly Fact[]): readonly Fact[] {
  const { startedAtMs, spec, tool } = judged;
  const instant = new Date(startedAtMs).toISOString().replace("T", " ");
  return [
    [term, `\`${name}\``],
    ["When", instant.replace(/\.\d+Z/u, " UTC")],
    ["Took", secondsInWords(judged)],
    ["Contract", `${spec.title} ${spec.version} (${spec.source})`],
    ...own,
    ["Tool", `${tool.name} ${tool.version}`],
  ];
}

/** A finding's place for people: `item 36, field \`ownerId\``. The JSON report has the pointer. */
export function placeInWords(place: Place): string {
  switch (place.in) {
    case "status":
      return "status";
    case "header":
      return `header ${place.name}`;
    case "body":
      return place.pointer === ""
        ? "the body"
        : place.pointer.slice(1).split("/").map(tokenInWords).join(", ");
  }
}

/** Items count from 0, as in the JSON pointer. */
function tokenInWords(token: string): string {
  if (/^\d+$/u.test(token)) return `item ${token}`;
  return `field \`${token.replaceAll("~1", "/").replaceAll("~0", "~")}\``;
}

const ends: Readonly<Record<RoundLimit | "cut-short", string>> = {
  rounds: "",
  for: "",
  "max-duration": "; the time that `--max-duration` leaves is too short for another",
  "max-requests": "; the requests that `max-requests` leaves are too few for another",
  "cut-short": "; the run was cut short",
};

/** How many rounds were played, and why no more were. */
export function roundsInWords({ asked, played, endedBy }: Rounds): string {
  const of =
    asked === undefined ? counted(played.length, "round") : `${played.length} of ${counted(asked, "round")}`;
  return `${of} played${ends[endedBy]}`;
}

/** The chance that these rounds missed an intermittent fault; undefined where no must passed. */
export function missedInWords({ missed }: Rounds): string | undefined {
  if (missed === undefined) return undefined;
  const { weakest, median } = missed;
  const { id, answers, chance } = weakest;
  const ofWeakest = `${percent(chance)} % by ${id}, the must judged on the fewest (${counted(answers, "answer")})`;
  return `a fault that spoils one answer in three had a chance of ${percent(median.chance)} % to be missed by ${median.id}, the median must (${counted(median.answers, "answer")}), and of ${ofWeakest}`;
}

/** Two significant digits: 13, 0.4, 0.0032; never 0, since no chance is. */
function percent(chance: number): string {
  const value = chance * 100;
  return value >= 1
    ? value.toFixed(0)
    : value < 0.0001
      ? "under 0.0001"
      : String(Number(value.toPrecision(1)));
}

/** In which rounds a case failed, and what it got in the others; undefined where it failed in all. */
export function differenceInWords({ broke, held, otherwise }: FindingRounds): string | undefined {
  if (held.length === 0) return undefined;
  const rounds = (some: readonly number[]) =>
    `${some.length === 1 ? "round" : "rounds"} ${some.slice(0, mostRounds).join(", ")}${some.length > mostRounds ? " and later ones" : ""}`;
  const other = otherwise === undefined ? "" : `: got ${otherwise.seen} (exchange ${otherwise.exchange})`;
  return `failed in ${rounds(broke)}; passed in ${rounds(held)}${other}`;
}

const mostRounds = 10;

/** How a verdict is shown to people: never by colour alone. */
export interface VerdictMark {
  readonly symbol: string;
  readonly word: string;
  /** A CSS class of the page. */
  readonly tone: "failed" | "warning" | "inconclusive" | "untested" | "passed" | "left-out";
}

/** The marks of musts. A should that fails is a warning. */
export const verdictMarks: Readonly<Record<VerdictKind, VerdictMark>> = {
  pass: { symbol: "✓", word: "passed", tone: "passed" },
  fail: { symbol: "✗", word: "failed", tone: "failed" },
  untested: { symbol: "○", word: "untested", tone: "untested" },
  inconclusive: { symbol: "?", word: "inconclusive", tone: "inconclusive" },
  "not-applicable": { symbol: "–", word: "not applicable", tone: "left-out" },
  skipped: { symbol: "–", word: "skipped", tone: "left-out" },
};

const warning: VerdictMark = { symbol: "!", word: "warning", tone: "warning" };

export function verdictMark({ verdict, level }: VerdictLine): VerdictMark {
  return verdict === "fail" ? failureMark(level) : verdictMarks[verdict];
}

export function failureMark(level: Verdict["level"]): VerdictMark {
  return level === "must" ? verdictMarks.fail : warning;
}
