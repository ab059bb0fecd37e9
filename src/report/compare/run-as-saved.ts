import { generatedSteps } from "#core/check/inputs/step.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reasonInWords } from "../words/why-in-words.ts";
import type { SavedRun } from "./saved-run.ts";

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
