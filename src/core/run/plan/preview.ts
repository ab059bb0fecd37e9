import { isSeries, type Step, writes } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { OperationMethod } from "#core/contract/operations.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { Trace } from "../journal/trace.ts";
import { answersInLaterRounds, mostRounds, playsRounds } from "../rounds.ts";
import { experimentsOf } from "../sending/experiments.ts";
import { isReadOnly, makeSetting, maxBurst, maxCreates } from "../setting.ts";
import { extendedRequests } from "./extension.ts";
import { makePlan, type Plan } from "./plan.ts";
import { requestsOf, writesOf } from "./plan-budget.ts";
import { type PlayInput, type Scope, scopeOf, sendsProbe } from "./selection.ts";
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

/** How much is sent at most while nothing is repeated: known before the first answer, and the same wherever it is said. */
interface PlanRange {
  /** What is planned before the first answer … */
  readonly base: Plan;
  /** … and with everything that the first answers may add. */
  readonly most: Plan;
  /** Of all rounds, without the over-limit probe; within `max-requests`. */
  readonly requests: number;
  readonly creates: number;
  /** How many more the over-limit probe may send; 0 where it is not part of the run. */
  readonly probe: number;
  /** How many more may be sent where the run fails. */
  readonly experiments: number;
}

export interface Preview extends PlanRange, Scope {
  /** In the order of sending: what waits for nothing first. */
  readonly planned: readonly PlannedRequest[];
}

/** What a run with these options would send. Pure: nothing is sent. */
export function previewRun(input: PlayInput, baseUrl: URL, nowMs: number): Preview {
  const { contract, options } = input;
  const { facts } = new Trace(contract, makeSetting(options, contract, baseUrl, nowMs), options.seed);
  const scope = scopeOf(input, facts);
  const range = planRange(scope);
  const kept = new Set(range.base.steps.map((s) => s.id));
  const preview = (step: Step): PlannedRequest[] => {
    if (writes(step) && isReadOnly(options)) return [];
    const asked = step.request(facts);
    const request = isUnresolved(asked) || isSeries(asked) ? undefined : asked;
    const id = step.asks ?? (request && contract.operationAt(request)) ?? "";
    const operation = contract.operations.get(id) ?? contract.others.get(id);
    const when = !kept.has(step.id) ? "extended" : step.alreadyShown === undefined ? "always" : "needed";
    const { method = "GET" } = request ?? operation ?? {};
    return [{ label: step.label, method, path: operation?.path, request, times: requestsOf([step]), when }];
  };
  return { ...scope, ...range, planned: inOrder(range.most.steps).flatMap(preview) };
}

/** Steps in the order of how many others have to be answered before, then of the table. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const { awaitedBy } = orderOf(steps);
  const chainBefore = remembered((id, further): number =>
    Math.max(0, ...awaitedBy(id).map((other) => further(other) + 1)),
  );
  return [...steps].sort((a, b) => chainBefore(a.id) - chainBefore(b.id));
}

export function planRange(scope: Scope): PlanRange {
  const { suite, options } = scope;
  const { profile, maxRequests } = options;
  const base = makePlan(scope, { maxRequests, maxCreates: maxCreates(options) });
  // Steps that fill a store are in the plan and seldom sent: without them there is room for others.
  const alreadyShown = base.steps.filter((s) => s.alreadyShown !== undefined).length;
  const most = makePlan(scope, {
    maxRequests,
    maxCreates: maxCreates(options) + alreadyShown,
    extendTo: profile === "standard" ? extendedRequests + alreadyShown : undefined,
  });
  const isSent = (step: Step): boolean => !(isReadOnly(options) && writes(step));
  const requests = ({ steps }: Plan): number => requestsOf(steps.filter(isSent));
  // The first list is sent even where nothing that was asked for needs it.
  const beside = base.steps.some((s) => s.id === suite.preflight.list.id) ? 0 : 1;
  const goesOnTo = profile === "standard" ? extendedRequests : Number.POSITIVE_INFINITY;
  const aRound = beside + Math.max(requests(base), Math.min(requests(most), goesOnTo));
  const rounds = 1 + (mostRounds(options) - 1) * answersInLaterRounds;
  const left = maxRequests - Math.min(maxRequests, aRound * rounds);
  const burst = sendsProbe(scope) ? maxBurst(options) + options.concurrency : 0;
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
