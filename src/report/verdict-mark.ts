import type { Verdict, VerdictKind } from "#core/check/verdict.ts";

/** How a verdict is shown to people: never by colour alone. */
export interface VerdictMark {
  readonly symbol: string;
  readonly word: string;
  /** A CSS class of the page, and a group of its filter. */
  readonly tone: "failed" | "warning" | "inconclusive" | "untested" | "passed" | "left-out";
}

/** Of what is due; a should that fails is a warning. */
export const verdictMarks: Readonly<Record<VerdictKind, VerdictMark>> = {
  pass: { symbol: "✓", word: "passed", tone: "passed" },
  fail: { symbol: "✗", word: "failed", tone: "failed" },
  untested: { symbol: "○", word: "untested", tone: "untested" },
  inconclusive: { symbol: "?", word: "inconclusive", tone: "inconclusive" },
  "not-applicable": { symbol: "–", word: "not applicable", tone: "left-out" },
  skipped: { symbol: "–", word: "skipped", tone: "left-out" },
};

const warning: VerdictMark = { symbol: "!", word: "warning", tone: "warning" };

export function verdictMark({ verdict, level }: Pick<Verdict, "verdict" | "level">): VerdictMark {
  return verdict === "fail" && level !== "must" ? warning : verdictMarks[verdict];
}
