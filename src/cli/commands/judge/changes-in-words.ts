import type { SuiteWords } from "../../../core/check/suite.ts";
import type { JudgedAgain } from "../../../core/recording/judge-again.ts";
import { reasonInWords } from "../../../report/why-in-words.ts";

/** What judging again found that was not found when it was recorded. */
export function changesInWords(
  { changes, differences }: Pick<JudgedAgain, "changes" | "differences">,
  whose: "run" | "exam",
  words: SuiteWords,
): readonly string[] {
  const why = differences.length === 0 ? "" : ` (changed since: ${differences.join(", ")})`;
  if (changes.length === 0) return differences.length === 0 ? [] : [`note: no verdict changes${why}`];
  return [
    `note: ${changes.length === 1 ? "one verdict is" : `${changes.length} verdicts are`} not the ${whose}'s own${why}:`,
    ...changes.map(({ id, before, now: to, reason, seen }) => {
      const because = reasonInWords({ reason }, words) ?? seen;
      return `  ${id}: ${before} then, ${to} now${because === undefined ? "" : ` (${because})`}`;
    }),
  ];
}
