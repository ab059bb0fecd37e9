import type { Place, Verdict, VerdictKind, VerdictLine } from "#core/check/results/verdict.ts";
import type { Judgement } from "#core/run/result.ts";

export function holding(all: readonly (readonly [holds: boolean, sentence: string])[]): readonly string[] {
  return all.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** `LIST-1, LIST-2 and 4 more`: of many names the first, and how many more there are. */
export function firstNamed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${more}`;
}

/** `2026-01-02 03:04:05 UTC`. */
export function instantInWords(atMs: number): string {
  return new Date(atMs)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z/u, " UTC");
}

/** `2.5 s`. */
export function secondsInWords({ startedAtMs, endedAtMs }: Judgement): string {
  return `${((endedAtMs - startedAtMs) / 1000).toFixed(1)} s`;
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
