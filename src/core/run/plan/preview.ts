import { isSeries, type Step, writes } from "#core/check/inputs/step.ts";
import type { Requirement } from "#core/check/requirement.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { Suite } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { OperationMethod } from "#core/contract/operations.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { Trace } from "../journal/trace.ts";
import type { RunOptions } from "../options.ts";
import { answersInLaterRounds, mostRounds, playsRounds } from "../rounds.ts";
import { experimentsOf } from "../sending/experiments.ts";
import { isReadOnly, makeSetting, maxBurst, maxCreates } from "../setting.ts";
import { extendedRequests } from "./extension.ts";
import { makePlan, type Plan } from "./plan.ts";
import { requestsOf, writesOf } from "./plan-budget.ts";
import { sendsProbe, sentFor } from "./selection.ts";
import { orderOf, remembered } from "./step-order.ts";

/** One request that a run would send, as far as it is known before the first answer. */
export interface PlannedRequest {
  readonly label: string;
  readonly method: OperationMethod;
  /** The path of its operation, with parameters in braces; undefined where answers decide it, or the document has none for it. */
  readonly path: string | undefined;
  /** As it would be without an answer: some of it may depend on answers. Undefined where there is none without them. */
  readonly request: RequestSpec | undefined;
  readonly times: number;
  /** `always`; `needed`: where earlier answers call for it; `extended`: where the service can bear more. */
  readonly when: "always" | "needed" | "extended";
}

/** How much is sent at most while nothing is repeated. */
interface MostSent {
  /** Of all rounds, without the over-limit probe; within `max-requests`. */
  readonly requests: number;
  readonly creates: number;
  /** How many more the over-limit probe may send; 0 where it is not part of the run. */
  readonly probe: number;
  /** How many more may be sent where the run fails. */
  readonly experiments: number;
}

export interface Preview extends MostSent {
  readonly suite: Suite;
  readonly options: RunOptions;
  /** In the order of sending: what waits for nothing first. */
  readonly planned: readonly PlannedRequest[];
}

/** What a run with these options would send. Pure: nothing is sent. */
export function previewRun(
  suite: Suite,
  contract: Contract,
  requirements: readonly Requirement[],
  options: RunOptions,
  baseUrl: URL,
  nowMs: number,
): Preview {
  const setting = makeSetting(options, contract, baseUrl, nowMs);
  const trace = new Trace(contract, setting, options.seed);
  const sent = sentFor(suite, requirements, options, trace.facts);
  const { base, most, requests, creates, probe, experiments } = planRange(suite, contract, sent, options);
  const kept = new Set(base.steps.map((s) => s.id));
  const preview = (step: Step): PlannedRequest[] => {
    if (writes(step) && isReadOnly(options)) return [];
    const asked = step.request(trace.facts);
    const request = isUnresolved(asked) || isSeries(asked) ? undefined : asked;
    const id = step.asks ?? (request && contract.operationAt(request)) ?? "";
    const operation = contract.operations.get(id) ?? contract.others.get(id);
    const when = !kept.has(step.id) ? "extended" : step.alreadyShown === undefined ? "always" : "needed";
    return [
      {
        label: step.label,
        method: request?.method ?? operation?.method ?? "GET",
        path: operation?.path,
        request,
        times: requestsOf([step]),
        when,
      },
    ];
  };
  const planned = inOrder(most.steps).flatMap(preview);
  return { suite, options, planned, requests, creates, probe, experiments };
}

/** Steps in the order of how many others have to be answered before, then of the table. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const { awaitedBy } = orderOf(steps);
  const chainBefore = remembered((id, further): number =>
    Math.max(0, ...awaitedBy(id).map((other) => further(other) + 1)),
  );
  return [...steps].sort((a, b) => chainBefore(a.id) - chainBefore(b.id));
}

/** Known before the first answer, and the same wherever it is said. */
export interface PlanRange extends MostSent {
  /** What is planned before the first answer … */
  readonly base: Plan;
  /** … and with everything that the first answers may add. */
  readonly most: Plan;
}

/** `sent`: the requirements whose cases are sent. */
export function planRange(
  suite: Suite,
  contract: Contract,
  sent: readonly Requirement[],
  options: RunOptions,
): PlanRange {
  const { profile, maxRequests } = options;
  const limits = { profile, maxRequests };
  const base = makePlan(suite, contract, sent, { ...limits, maxCreates: maxCreates(options) });
  // Steps that fill a store are in the plan and seldom sent: without them there is room for others.
  const alreadyShown = base.steps.filter((s) => s.alreadyShown !== undefined).length;
  const most = makePlan(suite, contract, sent, {
    ...limits,
    maxCreates: maxCreates(options) + alreadyShown,
    extendTo: profile === "standard" ? extendedRequests + alreadyShown : undefined,
    readOnly: isReadOnly(options),
  });
  const isSent = (step: Step): boolean => !(isReadOnly(options) && writes(step));
  const requests = ({ steps }: Plan): number => requestsOf(steps.filter(isSent));
  // The first list is sent even where nothing that was asked for needs it.
  const beside = base.steps.some((s) => s.id === suite.preflight.list.id) ? 0 : 1;
  const goesOnTo = profile === "standard" ? extendedRequests : Number.POSITIVE_INFINITY;
  const aRound = beside + Math.max(requests(base), Math.min(requests(most), goesOnTo));
  const rounds = 1 + (mostRounds(options) - 1) * answersInLaterRounds;
  const left = maxRequests - Math.min(maxRequests, aRound * rounds);
  const burst = sendsProbe(suite, sent, options) ? maxBurst(options) + options.concurrency : 0;
  // A server that accepts what is invalid may store it: every write counts, and the probe sends one more.
  const stores = playsRounds(options) ? Number.POSITIVE_INFINITY : writesOf(most.steps) + Math.sign(burst);
  return {
    base,
    most,
    requests: maxRequests - left,
    creates: isReadOnly(options) ? 0 : Math.min(maxCreates(options), stores),
    probe: Math.min(left, burst),
    experiments: Math.min(left - Math.min(left, burst), experimentsOf(options)),
  };
}
