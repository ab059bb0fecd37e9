import type { Requirement } from "#core/check/requirement.ts";
import type { ProbePlan } from "#core/check/suite.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { type Plan, type PlannedCase, servedBySteps } from "./plan.ts";

/** How far the evidence about one area of the catalogue is. */
export interface AreaProgress {
  readonly area: string;
  /** The planned cases of the area, without those whose requests a cap left out. */
  readonly cases: number;
  /** Those of them whose requests are all settled: answered, or known not to be sent. */
  readonly settled: number;
}

export type PlanProgress = ReturnType<typeof createPlanProgress>;

/**
 * Follows a run through its plan, for those who watch. No verdict rests on it.
 * @param requirements those that are reported; the plan may hold steps for others
 * @param probe its requests are no steps of the plan, and the requirements that it is about are settled only after it
 */
export function createPlanProgress(requirements: readonly Requirement[], probe: ProbePlan) {
  const areaOf = new Map(requirements.map(({ id, area }) => [id, area]));
  const settled = new Set<StepId>();
  const reported = new Map<string, AreaProgress>();
  let awaited: ReadonlySet<StepId> = new Set();
  let served: ReadonlyMap<StepId | undefined, readonly string[]> = new Map();

  const stepsOf = ({ requirement, from }: PlannedCase): readonly StepId[] =>
    probe.about.includes(requirement) ? [...from, probe.burst.id] : from;
  /** Of the plan: what is settled stays so. */
  const done = new Set<PlannedCase>();
  const isSettled = (one: PlannedCase): boolean => {
    if (done.has(one)) return true;
    const isDone = stepsOf(one).every((id) => settled.has(id) || !awaited.has(id));
    if (isDone) done.add(one);
    return isDone;
  };
  let byArea: readonly (readonly [area: string, cases: readonly PlannedCase[]])[] = [];

  const figures = (): AreaProgress[] =>
    byArea.map(([area, own]) => ({ area, cases: own.length, settled: own.filter(isSettled).length }));

  return {
    /** Takes a plan in place of the one before; what was settled stays so. */
    follow(plan: Plan): void {
      awaited = new Set([...plan.steps.map(({ id }) => id), probe.burst.id]);
      const order = new Map(requirements.map(({ id }, index) => [id, index]));
      const place = ({ requirement }: PlannedCase) => order.get(requirement) ?? order.size;
      const cases = plan.cases
        .filter(({ requirement }) => areaOf.has(requirement))
        .filter(({ from }) => !from.some((id) => plan.leftOut.has(id)))
        .toSorted((a, b) => place(a) - place(b));
      byArea = [...Map.groupBy(cases, ({ requirement }) => areaOf.get(requirement) ?? requirement)];
      done.clear();
      served = servedBySteps(cases.map((one) => ({ ...one, from: stepsOf(one) })));
    },
    /** The requirements whose cases a step serves; none where an exchange is no step's. */
    serves: (step: StepId | undefined): readonly string[] => served.get(step) ?? [],
    /** Another round begins: nothing is settled. */
    restart: () => settled.clear(),
    /** The step has its last answer, or none is sent. */
    settle: (step: StepId) => void settled.add(step),
    /** Areas in the catalogue's order whose figures are not those of the last call; at first all. */
    changedAreas(): readonly AreaProgress[] {
      const changed = figures().filter(({ area, cases: all, settled: done }) => {
        const before = reported.get(area);
        return before === undefined || before.cases !== all || before.settled !== done;
      });
      for (const one of changed) reported.set(one.area, one);
      return changed;
    },
  };
}
