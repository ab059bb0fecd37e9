import type { Suites } from "../check/check.ts";
import type { Requirement } from "../check/requirement.ts";
import type { StepRef } from "../check/step.ts";
import type { Contract } from "../contract/contract.ts";
import type { JournalEntry, RoundLimits, RunEnd, RunStart } from "../run/journal.ts";
import type { RunOptions } from "../run/options.ts";
import { makePlan, type Plan } from "../run/plan.ts";
import type { Run } from "../run/result.ts";
import { sentFor } from "../run/selection.ts";
import { makeSetting, maxCreates } from "../run/setting.ts";
import { createTrace, type Trace } from "../run/trace.ts";
import type { Recording } from "./recording.ts";

export interface PlayInput {
  readonly contract: Contract;
  readonly suites: Suites;
  readonly requirements: readonly Requirement[];
  /** Those of the run, or others where what they declare is changed. */
  readonly options: RunOptions;
}

/** What a recording holds, in the shape that a run has it in when it ends. */
export interface PlayedRecording {
  readonly start: RunStart;
  readonly trace: Trace;
  /** Of each round. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly seeds: readonly number[];
  /** Undefined where the recording ends before. */
  readonly end: RunEnd | undefined;
  readonly afterwards: Extract<JournalEntry, { readonly kind: "afterwards" }> | undefined;
}

/** Plays what happened into a trace, in its order. */
export function playRecording(recording: Recording, input: PlayInput): PlayedRecording {
  const { contract, suites, requirements, options } = input;
  const start = { ...recording.start, options };
  const self = start.clockKind === "virtual";
  const setting = {
    ...makeSetting(options, contract, start.baseUrl, start.startedAtMs, self, undefined),
    keyHasCase: start.keyHasCase,
  };
  const trace = createTrace(contract, setting, options.seed);
  const sent = sentFor(suites, requirements, options, trace.facts);
  const plan = (round: number, { extendTo, ...limits }: RoundLimits): Plan =>
    makePlan(suites, contract, sent, {
      ...limits,
      // JSON has no infinity: where nothing is created, there is no cap.
      maxCreates: limits.maxCreates ?? Number.POSITIVE_INFINITY,
      profile: options.profile,
      extendTo,
      facts: trace.facts,
      ...(round > 1 && { sentBefore: (step: StepRef) => trace.whole.all(step).length }),
    });
  const limits = { maxRequests: options.maxRequests, maxCreates: maxCreates(options), extendTo: undefined };
  const seeds = [options.seed];
  const plans = new Map<number, Plan>();
  const planOf = (round: number) => plans.get(round) ?? plan(round, limits);
  const exchanges = new Map<number, Run["exchanges"][number]>();
  let end: RunEnd | undefined;
  let afterwards: PlayedRecording["afterwards"];
  for (const entry of recording.entries) {
    switch (entry.kind) {
      case "exchange":
        exchanges.set(entry.exchange.id, entry.exchange);
        trace.record(entry.exchange);
        break;
      case "set-aside": {
        const exchange = exchanges.get(entry.exchange);
        if (exchange !== undefined) trace.setAside(exchange);
        break;
      }
      case "not-sent":
        trace.notSent({ label: entry.label }, entry.why);
        break;
      case "round":
        trace.beginRound(entry.round, entry.seed);
        seeds.push(entry.seed);
        break;
      case "plan":
        plans.set(seeds.length, plan(seeds.length, entry.limits));
        break;
      case "end":
        end = entry.end;
        break;
      case "afterwards":
        afterwards = entry;
        break;
    }
  }
  const last = planOf(seeds.length);
  const [first = last, ...others] = seeds.map((_, i) => planOf(i + 1));
  return { start, trace, plans: [first, ...others], seeds, end, afterwards };
}
