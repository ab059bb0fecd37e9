import type { Run } from "../../src/run/run.ts";
import type { FoldedFinding, Verdict } from "../../src/run/verdict.ts";

/** What a run came to, without anything that changes from run to run. */
export interface Summary {
  readonly outcome: string;
  /** By requirement id; the failing ones with what was expected and seen. */
  readonly verdicts: Readonly<Record<string, string | Failure>>;
}

interface Failure {
  readonly fail: Verdict["level"];
  readonly findings: readonly string[];
}

/**
 * Fastify's limiter announces the seconds that are left, rounded, and the server adds them to its own rounded
 * clock: now and then the announced Reset steps by one second, and then ruling 20 leaves the series unjudged.
 */
const dependsOnTheClock: readonly string[] = ["RATE-5", "RATE-6", "RATE-7", "RATE-8"];

export function summaryOf(run: Run): Summary {
  return {
    outcome: run.outcome,
    verdicts: Object.fromEntries(
      run.verdicts.filter((v) => v.level !== "open").map((v) => [v.id, verdictWords(v)]),
    ),
  };
}

function verdictWords(verdict: Verdict): string | Failure {
  if (verdict.verdict === "fail") return { fail: verdict.level, findings: findingWords(verdict.findings) };
  const either = dependsOnTheClock.includes(verdict.id) && /^(?:pass|not-shown)$/.test(verdict.verdict);
  return either ? "pass or not-shown" : verdict.verdict;
}

/** Sorted, since requests side by side are answered in any order. */
function findingWords(findings: readonly FoldedFinding[]): string[] {
  return [...new Set(findings.map(words))].sort();
}

function words({ case: case_, expected, seen, where }: FoldedFinding): string {
  const place = where === undefined ? "" : ` (${where})`;
  return lasting(`${case_}: expected ${expected}; got ${seen}${place}`);
}

/** Distances from now, counts of requests and the names of created pets change with each run or each plan. */
function lasting(text: string): string {
  return text
    .replace(/\b\d+ s (before|after)\b/g, "N s $1")
    .replace(/\b\d+ (more requests|requests served)\b/g, "N $1")
    .replace(/"conformance-[^"]*"/g, '"conformance-…"');
}
