import type { Requirement } from "#core/check/requirement.ts";
import type { ProbePlan } from "#core/check/suite.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import type { Plan, PlannedCase } from "./plan.ts";

/** How far the evidence about one area of the catalogue is. */
export interface AreaProgress {
  readonly area: string;
  /** The planned cases of the area, without those whose requests a cap left out. */
  readonly cases: number;
  /** Those of them whose requests are all settled: answered, or known not to be sent. */
  readonly settled: number;
}

/** Follows a run through its plan, for those who watch. No verdict rests on it. */
export class PlanProgress {
  readonly #requirements: readonly Requirement[];
  readonly #probe: ProbePlan;
  readonly #areas: ReadonlyMap<string, string>;
  readonly #settled = new Set<StepId>();
  readonly #reported = new Map<string, AreaProgress>();
  /** Of the plan: what is settled stays so. */
  readonly #done = new Set<PlannedCase>();
  #awaited: ReadonlySet<StepId> = new Set();
  #byArea: readonly (readonly [area: string, cases: readonly PlannedCase[]])[] = [];

  /**
   * @param requirements those that are reported; the plan may hold steps for others
   * @param probe its requests are no steps of the plan, and the requirements that it is about are settled only after it
   */
  constructor(requirements: readonly Requirement[], probe: ProbePlan) {
    this.#requirements = requirements;
    this.#probe = probe;
    this.#areas = new Map(requirements.map(({ id, area }) => [id, area]));
  }

  /** Takes a plan in place of the one before; what was settled stays so. */
  follow(plan: Plan): void {
    this.#awaited = new Set([...plan.steps.map(({ id }) => id), this.#probe.burst.id]);
    const order = new Map(this.#requirements.map(({ id }, index) => [id, index]));
    const place = ({ requirement }: PlannedCase) => order.get(requirement) ?? order.size;
    const cases = plan.cases
      .filter(({ requirement }) => this.#areas.has(requirement))
      .filter(({ from }) => !from.some((id) => plan.leftOut.has(id)))
      .toSorted((a, b) => place(a) - place(b));
    this.#byArea = [...Map.groupBy(cases, ({ requirement }) => this.#areas.get(requirement) ?? requirement)];
    this.#done.clear();
  }

  /** Another round begins: nothing is settled. */
  restart(): void {
    this.#settled.clear();
  }

  /** The step has its last answer, or none is sent. */
  settle(step: StepId): void {
    this.#settled.add(step);
  }

  /** Areas in the catalogue's order whose figures are not those of the last call; at first all. */
  changedAreas(): readonly AreaProgress[] {
    const figures = this.#byArea.map(([area, own]) => ({
      area,
      cases: own.length,
      settled: own.filter((one) => this.#isSettled(one)).length,
    }));
    const changed = figures.filter(({ area, cases, settled }) => {
      const before = this.#reported.get(area);
      return before?.cases !== cases || before.settled !== settled;
    });
    for (const one of changed) this.#reported.set(one.area, one);
    return changed;
  }

  #stepsOf({ requirement, from }: PlannedCase): readonly StepId[] {
    return this.#probe.about.includes(requirement) ? [...from, this.#probe.burst.id] : from;
  }

  #isSettled(one: PlannedCase): boolean {
    if (this.#done.has(one)) return true;
    const isDone = this.#stepsOf(one).every((id) => this.#settled.has(id) || !this.#awaited.has(id));
    if (isDone) this.#done.add(one);
    return isDone;
  }
}
