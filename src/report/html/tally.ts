import { counted } from "../../core/check/counted.ts";
import type { Report } from "../report.ts";
import type { VerdictMark } from "../verdict-mark.ts";

/** How many requirements have a mark, as the headline counts them. */
export interface Tally {
  readonly tone: VerdictMark["tone"];
  readonly symbol: string;
  readonly words: string;
}

/** Of one level, what there is of each mark; known failures are counted apart, as in the headline. */
export function tally({ counts, known }: Report, level: "must" | "should"): Tally[] {
  const own = counts[level];
  const excused = level === "must" ? known.length : 0;
  const failed = own.fail - excused;
  const rows: readonly (readonly [VerdictMark["tone"], string, number, string])[] = [
    level === "must"
      ? ["failed", "✗", failed, "failed"]
      : ["warning", "!", failed, failed === 1 ? "warning" : "warnings"],
    ["failed", "✗", excused, "failed as known"],
    ["inconclusive", "?", own.inconclusive, "inconclusive"],
    ["untested", "○", own.untested, "untested"],
    ["passed", "✓", own.pass, "passed"],
    ["left-out", "–", own["not-applicable"] + own.skipped, "not applicable or skipped"],
  ];
  return rows
    .filter(([, , count]) => count > 0)
    .map(([tone, symbol, count, word]) => ({ tone, symbol, words: `${count} ${word}` }));
}

/** `3 failures and 1 warning`. */
export function failuresInWords({ counts }: Report): string {
  const [musts, shoulds] = [counts.must.fail, counts.should.fail];
  return [
    ...(musts > 0 ? [counted(musts, "failure")] : []),
    ...(shoulds > 0 ? [counted(shoulds, "warning")] : []),
  ].join(" and ");
}
