import { generatedSteps } from "#core/check/inputs/step.ts";
import type { FoldedFinding, Place, Verdict } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reasonInWords } from "../words/why-in-words.ts";

/** What a JSON report (`report.schema.json`) says about a run: what comparing runs needs. */
export interface SavedRun
  extends Pick<Run, "runId" | "seed" | "profile" | "target" | "spec" | "outcome" | "partial" | "tool"> {
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  /** Of a run with `rounds` or `for`. */
  readonly rounds?: { readonly played: readonly unknown[] };
  readonly verdicts: readonly SavedVerdict[];
  /** The steps that sent generated inputs. */
  readonly generated: readonly string[];
}

export interface SavedVerdict
  extends Pick<Verdict, "id" | "slug" | "area" | "level" | "verdict" | "text" | "clause"> {
  readonly reason: string | null;
  readonly cases: Verdict["cases"];
  readonly findings: readonly SavedFinding[];
}

export interface SavedFinding extends Pick<FoldedFinding, "case" | "expected" | "seen" | "got"> {
  readonly place: Place | null;
}

/** A run as its JSON report would say it: what a recording that was judged again is compared by. */
export function runAsSaved(run: Redacted<Run>): SavedRun {
  const { runId, seed, profile, target, spec, outcome, partial, tool, rounds, startedAtMs } = run;
  return {
    ...{ runId, seed, profile, target, spec, outcome, partial, tool },
    ...(rounds && { rounds: { played: rounds.played } }),
    generated: generatedSteps(run.exchanges),
    startedAt: new Date(startedAtMs).toISOString(),
    verdicts: run.verdicts.map((verdict) => {
      const { id, slug, area, level, verdict: kind, text, clause, cases, findings } = verdict;
      return {
        ...{ id, slug, area, level, verdict: kind, text, clause },
        reason: reasonInWords(verdict, run.words) ?? null,
        cases,
        findings: findings.map(({ case: of, expected, seen, got, place }) => ({
          ...{ case: of, expected, seen, got, place: place ?? null },
        })),
      };
    }),
  };
}
