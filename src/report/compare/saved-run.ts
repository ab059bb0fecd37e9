import { generatedSteps } from "#core/check/inputs/step.ts";
import type { FoldedFinding, Place, Verdict } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reasonInWords } from "../words/why-in-words.ts";

/** What a JSON report (`report.schema.json`) says about a run: what comparing runs needs. */
export interface SavedRun extends Pick<Run, "profile" | "target" | "spec" | "outcome" | "partial" | "tool"> {
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  readonly verdicts: readonly SavedVerdict[];
  /** The steps that sent generated inputs. */
  readonly generated: readonly string[];
}

export interface SavedVerdict extends Pick<Verdict, "id" | "slug" | "level" | "verdict" | "text" | "cases"> {
  readonly reason: string | null;
  readonly findings: readonly SavedFinding[];
}

export interface SavedFinding extends Pick<FoldedFinding, "case" | "expected" | "seen" | "got"> {
  readonly place: Place | null;
}

/** A verdict of a run or of its report. Earlier reports do not say what came. */
interface AnyVerdict extends Omit<SavedVerdict, "reason" | "findings"> {
  readonly findings: readonly (Omit<SavedFinding, "got" | "place"> & {
    readonly got?: SavedFinding["got"];
    readonly place?: Place | null | undefined;
  })[];
}

const noGot = { status: undefined, at: undefined };

/** What comparing needs of a verdict, and no more. */
export function savedVerdict(of: AnyVerdict, reason: string | null): SavedVerdict {
  const { id, slug, level, verdict, text, cases, findings } = of;
  return {
    ...{ id, slug, level, verdict, text, reason, cases },
    findings: findings.map(({ case: one, expected, seen, got = noGot, place = null }) => ({
      ...{ case: one, expected, seen, got, place },
    })),
  };
}

/** A run as its JSON report would say it: what a recording that was judged again is compared by. */
export function runAsSaved(run: Redacted<Run>): SavedRun {
  const { profile, target, spec, outcome, partial, tool } = run;
  return {
    ...{ profile, target, spec, outcome, partial, tool },
    startedAt: new Date(run.startedAtMs).toISOString(),
    generated: generatedSteps(run.exchanges),
    verdicts: run.verdicts.map((one) => savedVerdict(one, reasonInWords(one, run.words) ?? null)),
  };
}
