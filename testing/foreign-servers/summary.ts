import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import { placeInWords } from "#report/words/sentences.ts";

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

/** `either` names the requirements that pass or are untested, from run to run. */
export function summaryOf(run: Run, either: readonly string[]): Summary {
  return {
    outcome: run.outcome,
    verdicts: Object.fromEntries(
      run.verdicts
        .filter((v) => v.level !== "open")
        .map((v) => [v.id, verdictWords(v, either.includes(v.id))]),
    ),
  };
}

function verdictWords(verdict: Verdict, either: boolean): string | Failure {
  if (verdict.verdict === "fail") return { fail: verdict.level, findings: findingWords(verdict.findings) };
  return either && /^(?:pass|untested)$/.test(verdict.verdict) ? "pass or untested" : verdict.verdict;
}

/** Sorted, since requests side by side are answered in any order. */
function findingWords(findings: readonly FoldedFinding[]): string[] {
  return [...new Set(findings.map(words))].sort();
}

function words({ case: case_, expected, seen, place }: FoldedFinding): string {
  const at = place === undefined ? "" : ` (${placeInWords(place)})`;
  return lasting(`${case_.label}: expected ${expected}; got ${seen}${at}`);
}

/** Distances from now, counts of requests and the names of created pets change with each run or each plan. */
function lasting(text: string): string {
  return text
    .replace(/\b\d+ s (before|after)\b/g, "N s $1")
    .replace(/\b\d+ (more requests|requests served)\b/g, "N $1")
    .replace(/\b\d+ of \d+\b/g, "N of N")
    .replace(/"conformance-.*?(?="|$)/g, '"conformance-…')
    .replace(/"conformance-…".*?, as it was sent/g, '"conformance-…", as it was sent');
}

/** The requirements that the mock fails and reports/foreign-servers.md does not explain, and what it explains for nothing. */
export function unexplained(
  explanations: string,
  mock: Summary,
): { readonly missing: readonly string[]; readonly outdated: readonly string[] } {
  const explained = [...explanations.matchAll(/^\| ([A-Z0-9]+-\d+) \| (?:It|Its|So|Every|A|An) /gm)].map(
    ([, id = ""]) => id,
  );
  const failed = Object.entries(mock.verdicts)
    .filter(([, verdict]) => typeof verdict === "object")
    .map(([id]) => id);
  return {
    missing: failed.filter((id) => !explained.includes(id)),
    outdated: explained.filter((id) => !failed.includes(id)),
  };
}
