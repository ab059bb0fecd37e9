import type { Verdict } from "../core/check/verdict.ts";

/** How a verdict is shown to people: never by colour alone. */
export interface VerdictMark {
  readonly symbol: string;
  readonly word: string;
  /** A CSS class of the page, and a group of its filter. */
  readonly tone: "failed" | "warning" | "inconclusive" | "untested" | "passed" | "left-out";
}

export function verdictMark({ verdict, level }: Pick<Verdict, "verdict" | "level">): VerdictMark {
  switch (verdict) {
    case "fail":
      return level === "must"
        ? { symbol: "✗", word: "failed", tone: "failed" }
        : { symbol: "!", word: "warning", tone: "warning" };
    case "inconclusive":
      return { symbol: "?", word: "inconclusive", tone: "inconclusive" };
    case "untested":
      return { symbol: "○", word: "untested", tone: "untested" };
    case "pass":
      return { symbol: "✓", word: "passed", tone: "passed" };
    case "not-applicable":
      return { symbol: "–", word: "not applicable", tone: "left-out" };
    case "skipped":
      return { symbol: "–", word: "skipped", tone: "left-out" };
  }
}
