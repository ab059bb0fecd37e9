import type { RunReason } from "#core/check/results/cause.ts";
import type { Verdict, VerdictKind } from "#core/check/results/verdict.ts";
import type { RunOptions } from "../options.ts";
import type { CaseCount, Decided, Outcome, Run } from "../result.ts";

export function countVerdicts(verdicts: readonly Verdict[]): Run["counts"] {
  const none = (): Record<VerdictKind, number> => ({
    pass: 0,
    fail: 0,
    untested: 0,
    "not-applicable": 0,
    inconclusive: 0,
    skipped: 0,
  });
  const counts = { must: none(), should: none() };
  for (const { level, verdict } of verdicts) if (level !== "open") counts[level][verdict] += 1;
  return counts;
}

/** What the user asks of a run for it to be conforming. */
export interface OutcomePolicy {
  /** The percentage of the cases that has to be tested (`--min-cases`). */
  readonly minCases?: number | undefined;
  /** Ids and areas that have to be tested (`--require`, `--only`). */
  readonly required: readonly string[];
  readonly strict: boolean;
}

export interface OutcomeInput extends OutcomePolicy {
  readonly verdicts: readonly Verdict[];
  readonly cases?: CaseCount;
  readonly cutShort: RunReason | undefined;
  readonly suiteFailed: boolean;
}

/**
 * What has to be tested: what `--require` names, and the requirements that `--only` names. An area of `--only` names none
 * of its requirements (ruling 28), nor do words that chose some.
 */
export function requiredOf(
  { require, only, chosenByWords }: RunOptions,
  verdicts: readonly Verdict[],
): readonly string[] {
  const isNamed = (name: string): boolean =>
    !chosenByWords.includes(name) && verdicts.some(({ id }) => id === name);
  return [...require, ...only.filter(isNamed)];
}

/** What the verdicts come to; the whole policy of outcome and exit code is here. */
export function decideOutcome(input: OutcomeInput): Decided {
  const { verdicts, cutShort } = input;
  const musts = verdicts.filter((v) => v.level === "must");
  const found = (outcome: Outcome, exitCode: Decided["exitCode"], reason?: RunReason) => ({
    outcome,
    exitCode: input.suiteFailed ? (70 as const) : exitCode,
    reason,
  });
  if (musts.some((v) => v.verdict === "fail")) return found("non-conforming", 1, cutShort);
  if (input.strict && verdicts.some((v) => v.level === "should" && v.verdict === "fail"))
    return found("non-conforming", 1, cutShort ?? "should-failed");
  if (cutShort !== undefined) return found("inconclusive", 3, cutShort);
  if (musts.some((v) => v.verdict === "inconclusive")) return found("inconclusive", 3, "evidence-lost");
  if (verdicts.some((v) => v.level !== "open" && lacks(v, input.required))) {
    return found("inconclusive", 3, "required-untested");
  }
  const { cases, minCases } = input;
  if (cases !== undefined && minCases !== undefined && cases.tested * 100 < minCases * cases.total)
    return found("inconclusive", 3, "too-few-cases");
  if (isNothingJudged(verdicts)) return found("inconclusive", 3, "nothing-judged");
  if (input.suiteFailed) return found("inconclusive", 3, "evidence-lost");
  return found("conforming", 0);
}

/**
 * True where no must was judged; where none was due, no requirement at all. A should that passes beside musts that were
 * not judged says nothing about conformance.
 */
function isNothingJudged(verdicts: readonly Verdict[]): boolean {
  const asked = verdicts.filter((v) => v.verdict !== "skipped" && v.verdict !== "not-applicable");
  const musts = asked.filter((v) => v.level === "must");
  const deciding = musts.length > 0 ? musts : asked;
  return !deciding.some((v) => v.verdict === "pass" || v.verdict === "fail");
}

/** True of a named requirement that was not tested. An area names what the profile promises of it. */
function lacks({ id, area, verdict }: Verdict, required: readonly string[]): boolean {
  const untested = verdict === "untested" || verdict === "inconclusive";
  return (
    (required.includes(area) && untested) || (required.includes(id) && (untested || verdict === "skipped"))
  );
}
