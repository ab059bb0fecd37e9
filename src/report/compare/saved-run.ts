import type { CaseRef } from "#core/check/case.ts";
import type { Place, VerdictLine } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reasonInWords } from "../words/why-in-words.ts";

/** What a JSON report (`report.schema.json`) says about a run: what comparing runs needs. */
export interface SavedRun extends Pick<Run, "profile" | "target" | "spec" | "outcome" | "partial" | "tool"> {
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  readonly verdicts: readonly SavedVerdict[];
}

export interface SavedVerdict extends VerdictLine {
  readonly reason: string | null;
  readonly findings: readonly SavedFinding[];
}

interface SavedFinding {
  readonly case: CaseRef;
  readonly expected: string;
  readonly seen: string;
  readonly place?: Place | null | undefined;
}

/** Of a report what comparing needs, and no more: not the exchanges above all. */
export function savedRun(report: SavedRun): SavedRun {
  const { profile, target, spec, outcome, partial, tool, startedAt, verdicts } = report;
  return {
    ...{ profile, target, spec, outcome, partial, tool, startedAt },
    verdicts: verdicts.map(savedVerdict),
  };
}

function savedVerdict(whole: SavedVerdict): SavedVerdict {
  const { id, slug, level, verdict, text, reason, findings } = whole;
  const saved = findings.map(({ case: of, expected, seen, place }) => ({ case: of, expected, seen, place }));
  return { id, slug, level, verdict, text, reason, findings: saved };
}

/** A run as its JSON report would say it: what a recording that was judged again is compared by. */
export function runAsSaved(run: Redacted<Run>): SavedRun {
  return savedRun({
    ...run,
    startedAt: new Date(run.startedAtMs).toISOString(),
    verdicts: run.verdicts.map((one) => ({ ...one, reason: reasonInWords(one, run.words) ?? null })),
  });
}
