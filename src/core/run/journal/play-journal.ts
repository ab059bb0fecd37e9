import { NotRecorded } from "#core/contract/recorded.ts";
import { type Plan, planAgain } from "../plan/plan.ts";
import type { PlanLimits } from "../plan/plan-budget.ts";
import { type PlayInput, type Scope, scopeOf } from "../plan/selection.ts";
import { makeSetting, maxCreates } from "../setting.ts";
import type { Evidence, RunStart } from "./journal.ts";
import { Trace } from "./trace.ts";

/** A recorded run, in the form that a run has when it ends. */
export interface Played extends Scope {
  readonly start: RunStart;
  readonly trace: Trace;
  /** The plan of each round. */
  readonly plans: readonly [Plan, ...Plan[]];
  /** True where a plan followed from what is redacted in the recording. */
  readonly isPlanRedacted: boolean;
  readonly seeds: readonly number[];
}

export function playJournal(evidence: Evidence, input: PlayInput): Played {
  const { options } = input;
  const start = { ...evidence.start, options };
  const setting = {
    ...makeSetting(options, input.contract, start.baseUrl, start.startedAtMs),
    keyHasCase: start.keyHasCase,
    keyIsWord: start.keyIsWord,
  };
  const trace = new Trace(input.contract, setting, options.seed);
  const scope = scopeOf({ ...input, contract: trace.facts.contract }, trace.facts);
  let isPlanRedacted = false;
  const planOf = (limits: PlanLimits): Plan => {
    // JSON has no infinity: where nothing is created, there is no cap.
    const most = limits.maxCreates ?? Number.POSITIVE_INFINITY;
    const { plan, error } = planAgain(scope, { ...limits, maxCreates: most }, trace.facts);
    isPlanRedacted ||= error instanceof NotRecorded;
    return plan;
  };
  const seeds = [options.seed];
  const plans = new Map<number, Plan>();
  for (const entry of evidence.entries) {
    switch (entry.kind) {
      case "exchange":
        trace.play(entry.exchange);
        break;
      case "set-aside":
        trace.setAside({ id: entry.exchange });
        break;
      case "not-sent":
        trace.notSent({ id: entry.step }, entry.why);
        break;
      case "round":
        trace.beginRound(entry.round, entry.seed);
        seeds.push(entry.seed);
        break;
      case "plan":
        plans.set(seeds.length, planOf(entry.limits));
        break;
    }
  }
  // The recording may end before the plan of a round.
  const unbounded = { maxRequests: options.maxRequests, maxCreates: maxCreates(options) };
  const planned = (round: number) => plans.get(round) ?? planOf(unbounded);
  const others = seeds.slice(1).map((_, i) => planned(i + 2));
  return { ...scope, start, trace, plans: [planned(1), ...others], isPlanRedacted, seeds };
}
