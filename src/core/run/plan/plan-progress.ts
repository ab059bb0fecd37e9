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
  readonly #probe: ProbePlan;
  readonly #areaOf: ReadonlyMap<string, string>;
  readonly #settled = new Set<StepId>();
  /** The most cases that a plan had of each area. */
  readonly #most = new Map<string, number>();
  #awaited: ReadonlySet<StepId> = new Set();
  #cases: ReadonlyMap<string | undefined, readonly PlannedCase[]> = new Map();

  /**
   * @param requirements those that are reported; the plan may hold steps for others
   * @param probe its requests are no steps of the plan, and the requirements that it is about are settled only after it
   */
  constructor(requirements: readonly Requirement[], probe: ProbePlan) {
    this.#probe = probe;
    this.#areaOf = new Map(requirements.map(({ id, area }) => [id, area]));
  }

  /** Takes a plan in place of the one before; what was settled stays so. */
  follow({ steps, cases, leftOut }: Plan): void {
    this.#awaited = new Set([...steps.map(({ id }) => id), this.#probe.burst.id]);
    const kept = cases.filter(({ from }) => !from.some((id) => leftOut.has(id)));
    this.#cases = Map.groupBy(kept, ({ requirement }) => this.#areaOf.get(requirement));
    for (const area of new Set(this.#areaOf.values())) {
      const most = Math.max(this.#most.get(area) ?? 0, this.#cases.get(area)?.length ?? 0);
      if (most > 0) this.#most.set(area, most);
    }
  }

  restart(): void {
    this.#settled.clear();
  }

  settle(step: StepId): void {
    this.#settled.add(step);
  }

  /** In the catalogue's order. A case that the first answers show to be unnecessary counts as settled: no number falls. */
  areas(): readonly AreaProgress[] {
    return [...this.#most].map(([area, cases]) => {
      const open = this.#cases.get(area)?.filter((one) => !this.#isSettled(one)) ?? [];
      return { area, cases, settled: cases - open.length };
    });
  }

  #isSettled({ requirement, from }: PlannedCase): boolean {
    const steps = this.#probe.about.includes(requirement) ? [...from, this.#probe.burst.id] : from;
    return steps.every((id) => this.#settled.has(id) || !this.#awaited.has(id));
  }
}
