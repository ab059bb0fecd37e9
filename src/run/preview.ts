import type { Suites } from "../check/check.ts";
import type { Requirement } from "../check/requirement.ts";
import { isSeries } from "../check/series.ts";
import { type Step, writes } from "../check/step.ts";
import { isUnresolved } from "../check/unresolved.ts";
import type { Contract } from "../contract/contract.ts";
import type { RequestSpec } from "../exchange/exchange.ts";
import { extendedRequests } from "./conduct.ts";
import type { RunOptions } from "./options.ts";
import { makePlan, type Plan } from "./plan.ts";
import { createsOf, requestsOf } from "./plan-budget.ts";
import { mostRounds } from "./rounds.ts";
import { sendsProbe, sentFor } from "./selection.ts";
import { allBefore } from "./sending/schedule.ts";
import { makeSetting, maxBurst, maxCreates } from "./setting.ts";
import { createTrace } from "./trace.ts";

/** One request that a run would send, as far as it is known before the first answer. */
export interface PlannedRequest {
  readonly label: string;
  readonly method: "GET" | "POST";
  /** Undefined where the request depends on answers. */
  readonly request: RequestSpec | undefined;
  /** The requirements that it serves. */
  readonly serves: readonly string[];
  /** How many of its kind at most: more than 1 for a series; and how many pets they are expected to store. */
  readonly times: number;
  readonly creates: number;
  /** `always`; `needed`: where earlier answers call for it; `extended`: where the service can bear more. */
  readonly when: "always" | "needed" | "extended";
}

export interface Preview {
  /** In the order of sending: what waits for nothing first. */
  readonly requests: readonly PlannedRequest[];
  /** How often all of them are sent; infinite where only `--for` ends it. */
  readonly rounds: number;
  /** How many requests the over-limit probe may add; 0 when it is not part of the run. */
  readonly probe: number;
}

/** What a run with these options would send. Pure: nothing is sent. */
export function previewRun(
  suites: Suites,
  contract: Contract,
  requirements: readonly Requirement[],
  options: RunOptions,
  baseUrl: URL,
  nowMs: number,
): Preview {
  const setting = makeSetting(options, contract, baseUrl, nowMs, false, undefined);
  const trace = createTrace(contract, setting, options.seed);
  const sent = sentFor(suites, requirements, options, trace.facts);
  const limits = {
    profile: options.profile,
    maxRequests: options.maxRequests,
    maxCreates: maxCreates(options),
    facts: undefined,
  };
  const base = makePlan(suites, contract, sent, { ...limits, extendTo: undefined });
  const goesOn = options.profile === "standard" ? extendedRequests + needlessOnes(base) : undefined;
  const mostCreates = limits.maxCreates + needlessOnes(base);
  const most = makePlan(suites, contract, sent, { ...limits, maxCreates: mostCreates, extendTo: goesOn });
  const kept = new Set(base.steps.map((s) => s.label));
  const preview = (step: Step): PlannedRequest[] => {
    const asked = step.request(trace.facts);
    // Without an answer a step that depends on one says that it lacks it; what a read-only run leaves out is never sent.
    if (isUnresolved(asked) && writes(step) && setting.readOnly) return [];
    const when = !kept.has(step.label) ? "extended" : step.alreadyShown === undefined ? "always" : "needed";
    return [
      {
        label: step.label,
        method: writes(step) ? "POST" : "GET",
        request:
          isUnresolved(asked) || isSeries(asked) || (step.requires ?? []).length > 0 ? undefined : asked,
        times: requestsOf([step]),
        serves: servedBy(step.label, most),
        creates: createsOf([step]),
        when,
      },
    ];
  };
  return {
    requests: inOrder(most.steps).flatMap(preview),
    rounds: mostRounds(options),
    probe: sendsProbe(suites, sent, options) ? maxBurst(options) + options.concurrency : 0,
  };
}

/** Steps that fill a store are in the plan, and seldom sent. */
function needlessOnes({ steps }: Plan): number {
  return steps.filter((s) => s.alreadyShown !== undefined).length;
}

function servedBy(label: string, { cases }: Plan): readonly string[] {
  return [...new Set(cases.filter((c) => c.from.includes(label)).map((c) => c.requirement))];
}

/** By how much must have been answered before, then by the table. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const before = allBefore(steps);
  const rounds = new Map<string, number>();
  const roundOf = (label: string): number => {
    const known = rounds.get(label);
    if (known !== undefined) return known;
    const round = Math.max(0, ...[...(before.get(label) ?? [])].map((other) => roundOf(other) + 1));
    rounds.set(label, round);
    return round;
  };
  return [...steps].sort((a, b) => roundOf(a.label) - roundOf(b.label));
}
