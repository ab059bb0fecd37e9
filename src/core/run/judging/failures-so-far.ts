import type { Check } from "#core/check/check.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Suite } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { controlsOf, type Plan, stepsOf } from "../plan/plan.ts";
import { judgeCase, judgeInvariant } from "./judge.ts";

/**
 * Counts failed musts while a run goes on, for those who watch; no verdict rests on it. Trace checks are judged at the
 * end only.
 */
export class FailuresSoFar {
  readonly #contract: Contract;
  readonly #facts: Facts;
  readonly #counted: readonly Check[];
  readonly #failed = new Set<string>();
  #plan: Plan | undefined;

  /** @param facts a live view of what is answered */
  constructor({ checks }: Suite, contract: Contract, reported: readonly Requirement[], facts: Facts) {
    const musts = new Set(reported.filter(({ level }) => level === "must").map(({ id }) => id));
    this.#counted = checks.filter(({ about }) => musts.has(about));
    this.#contract = contract;
    this.#facts = facts;
  }

  /** Takes a plan in place of the one before. */
  follow(next: Plan): void {
    this.#plan = next;
  }

  /** How many musts fail by what is answered so far, once this step has its last answer. Never throws. */
  afterStep(step: StepId): number {
    for (const check of this.#counted) {
      if (this.#plan === undefined || this.#failed.has(check.about)) continue;
      try {
        if (this.#isBroken(check, step, this.#plan)) this.#failed.add(check.about);
      } catch {
        // The judging at the end reports it.
      }
    }
    return this.#failed.size;
  }

  #isBroken(check: Check, step: StepId, plan: Plan): boolean {
    const facts = this.#facts;
    switch (check.kind) {
      case "trace":
        return false;
      case "invariant":
        return facts
          .all({ id: step })
          .some((exchange) => judgeInvariant(check, exchange, facts)?.kind === "broken");
      case "scenario":
        return check
          .cases(this.#contract)
          .filter((c) => [c.step, ...controlsOf(c).flatMap(stepsOf)].some(({ id }) => id === step))
          .some((c) => judgeCase(check.about, c, plan, facts).some(({ kind }) => kind === "broken"));
    }
  }
}
