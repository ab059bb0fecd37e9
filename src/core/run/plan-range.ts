import type { Requirement } from "../check/requirement.ts";
import { type Step, writes } from "../check/step.ts";
import type { Suite } from "../check/suite.ts";
import type { Contract } from "../contract/contract.ts";
import { extendedRequests } from "./extension.ts";
import type { RunOptions } from "./options.ts";
import { makePlan, type Plan } from "./plan.ts";
import { requestsOf, writesOf } from "./plan-budget.ts";
import { answersInLaterRounds, mostRounds, playsRounds } from "./rounds.ts";
import { sendsProbe } from "./selection.ts";
import { isReadOnly, maxBurst, maxCreates } from "./setting.ts";

/** What a run sends at most while nothing is repeated: known before the first answer, and the same wherever it is said. */
export interface PlanRange {
  /** What is planned before the first answer … */
  readonly base: Plan;
  /** … and with everything that the first answers may add. */
  readonly most: Plan;
  /** Of all rounds, without the over-limit probe; within `--max-requests`. */
  readonly requests: number;
  readonly creates: number;
  /** How many more the over-limit probe may send; 0 where it is not part of the run. */
  readonly probe: number;
}

/** `sent`: the requirements whose cases are sent. */
export function planRange(
  suite: Suite,
  contract: Contract,
  sent: readonly Requirement[],
  options: RunOptions,
): PlanRange {
  const plans = plansOf(suite, contract, sent, options);
  const isSent = (step: Step): boolean => !(isReadOnly(options) && writes(step));
  const requests = ({ steps }: Plan): number => requestsOf(steps.filter(isSent));
  // The first list is sent even where nothing that was asked for needs it.
  const beside = plans.base.steps.some((s) => s.id === suite.preflight.list.id) ? 0 : 1;
  const goesOnTo = options.profile === "standard" ? extendedRequests : Number.POSITIVE_INFINITY;
  const aRound = beside + Math.max(requests(plans.base), Math.min(requests(plans.most), goesOnTo));
  const rounds = 1 + (mostRounds(options) - 1) * answersInLaterRounds;
  // A server that accepts what is invalid may store it: every write counts.
  const stores = playsRounds(options) ? Number.POSITIVE_INFINITY : writesOf(plans.most.steps);
  const left = options.maxRequests - Math.min(options.maxRequests, aRound * rounds);
  const burst = sendsProbe(suite, sent, options) ? maxBurst(options) + options.concurrency : 0;
  return {
    ...plans,
    requests: options.maxRequests - left,
    creates: isReadOnly(options) ? 0 : Math.min(maxCreates(options), stores),
    probe: Math.min(left, burst),
  };
}

function plansOf(suite: Suite, contract: Contract, sent: readonly Requirement[], options: RunOptions) {
  const { profile, maxRequests } = options;
  const limits = { profile, maxRequests, facts: undefined };
  const base = makePlan(suite, contract, sent, {
    ...limits,
    maxCreates: maxCreates(options),
    extendTo: undefined,
  });
  // Steps that fill a store are in the plan and seldom sent: without them there is room for others.
  const needless = base.steps.filter((s) => s.alreadyShown !== undefined).length;
  const most = makePlan(suite, contract, sent, {
    ...limits,
    maxCreates: maxCreates(options) + needless,
    extendTo: profile === "standard" ? extendedRequests + needless : undefined,
    readOnly: isReadOnly(options),
  });
  return { base, most };
}
