import type { Suites } from "../check/check.ts";
import type { Requirement } from "../check/requirement.ts";
import type { StepRef } from "../check/step.ts";
import type { Contract } from "../contract/contract.ts";
import { concludeRun } from "../run/conclude-run.ts";
import type { RoundLimits, RunEnd } from "../run/journal.ts";
import type { RunOptions } from "../run/options.ts";
import { makePlan, type Plan } from "../run/plan.ts";
import type { Run } from "../run/result.ts";
import { sentFor } from "../run/selection.ts";
import { makeSetting, maxCreates } from "../run/setting.ts";
import { createTrace } from "../run/trace.ts";
import type { Recording } from "./recording.ts";

export interface JudgeInput {
  readonly contract: Contract;
  readonly suites: Suites;
  readonly requirements: readonly Requirement[];
  /** Those of the run, or others where what they declare is changed. */
  readonly options: RunOptions;
  /** True where the suite, the document and the declarations are those of the run. */
  readonly asThen: boolean;
}

/** The run that a recording shows, concluded from it alone: what happened is played into a trace, in its order. */
export function judgeRecording(recording: Recording, input: JudgeInput): Run {
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
  const plans = new Map<number, Plan>();
  const seeds = [options.seed];
  const exchanges = new Map<number, Run["exchanges"][number]>();
  let end: RunEnd | undefined;
  let afterwards: Pick<Run, "outcome" | "exitCode" | "reason"> | undefined;
  const notes: string[] = [];
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
      case "afterwards": {
        const { outcome, exitCode, reason } = entry;
        afterwards = { outcome, exitCode, reason };
        notes.push(entry.note);
        break;
      }
    }
  }
  const limits = { maxRequests: options.maxRequests, maxCreates: maxCreates(options), extendTo: undefined };
  const all = seeds.map((_, i) => plans.get(i + 1) ?? plan(i + 1, limits));
  const first = all[0] ?? plan(1, limits);
  if (!input.asThen) nameWhatWasNotSent(first, trace);
  const run = concludeRun({
    ...{ contract, suites, requirements, start, trace },
    plans: [first, ...all.slice(1)],
    end: end ?? endOfCut(trace.everything, start.startedAtMs, seeds),
  });
  return { ...run, ...(input.asThen && afterwards), notes: [...run.notes, ...notes] };
}

/** What another suite, document or declaration asks for may never have been sent. */
function nameWhatWasNotSent({ steps }: Plan, trace: ReturnType<typeof createTrace>): void {
  const { whole } = trace;
  for (const step of steps) {
    if (whole.all(step).length > 0 || whole.notSent(step) !== undefined) continue;
    trace.notSent(step, {
      kind: "untested",
      reason: `its request "${step.label}" is not in the recording`,
    });
  }
}

/** Nothing says how a run ended that was killed: it was interrupted, after its last answer. */
function endOfCut(everything: Run["exchanges"], startedAtMs: number, seeds: readonly number[]): RunEnd {
  const endedAtMs = everything.reduce((last, e) => Math.max(last, e.endedAtMs), startedAtMs);
  return {
    endedAtMs,
    stopped: { kind: "interrupted", exchange: undefined },
    played: seeds.map((seed, i) => ({
      ...{ round: i + 1, seed, startedAtMs, endedAtMs, createsLeftOut: 0 },
      requests: everything.filter(({ round = 1 }) => round === i + 1).length,
    })),
    endedBy: "cut-short",
    errors: [],
  };
}
