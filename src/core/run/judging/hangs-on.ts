import type { StepRef } from "../../check/case.ts";
import { isAnswered } from "../../check/facts.ts";
import type { Requirement } from "../../check/requirement.ts";
import type { Suite } from "../../check/suite.ts";
import type { Observation, Verdict } from "../../check/verdict.ts";
import { casesAbout, type Plan, stepTable } from "../plan.ts";
import type { Trace } from "../trace.ts";

export interface ConcludedFrom {
  readonly suite: Suite;
  readonly requirements: readonly Requirement[];
  /** Of each round. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly trace: Pick<Trace, "whole">;
}

/** The steps that give the evidence of a requirement: those of its cases, and of what shows that its operations work. */
export function evidenceSteps(
  id: string,
  { suite, requirements, plans: [plan] }: ConcludedFrom,
): readonly Pick<StepRef, "id">[] {
  const operations = requirements.find((r) => r.id === id)?.operations ?? [];
  return [
    ...casesAbout(id, plan).flatMap(({ from }) => from.map((step) => ({ id: step }))),
    ...operations.flatMap((operation) => suite.positiveControls[operation]?.steps ?? []),
  ];
}

/**
 * Names for each inconclusive verdict the failed musts behind it: those that the answers broke to its own requests, to what
 * these require, and to the positive controls of its operations. Where one of these requests got no answer, and no failure
 * explains that, the evidence was lost, and it hangs on nothing.
 */
export function withWhatTheyHangOn(
  verdicts: readonly Verdict[],
  observations: readonly Observation[],
  input: ConcludedFrom,
): readonly Verdict[] {
  const { whole } = input.trace;
  const failed = new Set(
    verdicts.filter(({ level, verdict }) => level === "must" && verdict === "fail").map(({ id }) => id),
  );
  if (failed.size === 0) return verdicts;
  const table = stepTable(input.suite, whole.contract);
  const broken = new Map<number, Set<string>>();
  for (const o of observations)
    if (o.kind === "broken" && failed.has(o.requirement))
      for (const id of [o.finding.exchange, ...o.finding.related])
        broken.set(id, (broken.get(id) ?? new Set()).add(o.requirement));
  const stepsOf = (id: string): readonly Pick<StepRef, "id">[] => {
    const found = new Map(evidenceSteps(id, input).map((step) => [step.id, step]));
    // A loop over a map also visits what is added meanwhile.
    for (const step of found.keys())
      for (const required of table.get(step)?.requires ?? []) found.set(required.id, required);
    return [...found.values()];
  };
  return verdicts.map((verdict) => {
    if (verdict.verdict !== "inconclusive" || verdict.cause?.kind === "root-cause") return verdict;
    const exchanges = stepsOf(verdict.id).flatMap((step) => whole.all(step));
    const isLost = exchanges.some(
      (e) => !isAnswered(e) && !broken.has(e.id) && !exchanges.some((later) => later.repeats === e.id),
    );
    const hangsOn = new Set(exchanges.flatMap(({ id }) => [...(broken.get(id) ?? [])]));
    if (verdict.cause?.failed !== undefined && failed.has(verdict.cause.failed))
      hangsOn.add(verdict.cause.failed);
    return isLost || hangsOn.size === 0 ? verdict : { ...verdict, hangsOn: [...hangsOn].sort() };
  });
}
