import { expect } from "vitest";
import type { StepRef } from "#core/check/case.ts";
import type { Invariant, Scenario, TraceCheck } from "#core/check/check.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { loadGenerators } from "#core/check/inputs/generate.ts";
import { isSeries, type Step } from "#core/check/inputs/step.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import type { KeyCheck } from "#core/check/traffic-check.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { Trace } from "#core/run/journal/trace.ts";
import { placeInWords } from "#report/words/sentences.ts";
import { said } from "../report/sample-run.ts";
import { contract, factsOf, type SampleExchange, setting } from "./sample-evidence.ts";

/** How an invariant judges one exchange, after others; `nothing` where that is no subject of it. */
export function judged(
  check: Invariant,
  sample: SampleExchange,
  ...before: readonly SampleExchange[]
): "held" | "broken" | "unresolved" | "nothing" {
  const facts = factsOf([...before, sample]);
  const exchange = facts.exchanges.at(-1);
  return (exchange && check.judge(exchange, facts))?.kind ?? "nothing";
}

/** What a check of all the evidence observes in these exchanges. */
export function kinds(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check.judge(factsOf(samples)).map((o) => o.kind);
}

/** What a check of the traffic of one key observes in these answers, in order. */
export function watched({ watch }: KeyCheck, facts: Facts) {
  const watching = watch();
  const observed = facts.exchanges.filter(isAnswered).flatMap((answer) => {
    const { operation } = facts.contract.classify(answer.request);
    return operation === undefined ? [] : watching.next({ answer, operation }, facts);
  });
  return { observed, isWithdrawn: watching.isWithdrawn?.() === true };
}

/** How a case of a scenario judges the answer to its step; where that shows nothing, which kind of nothing. */
export function judgedCase({ cases }: Scenario, { label }: Pick<StepRef, "label">, facts: Facts): string {
  const found = cases(contract).find(({ step }) => step.label === label) ?? expect.fail(`no case ${label}`);
  const answer = facts.answer(found.step) ?? expect.fail(`no answer to ${label}`);
  const outside = found.precondition?.(answer, facts);
  if (outside !== undefined) return outside.kind;
  if (found.expect.mismatch(answer, facts) !== undefined) return "broken";
  return found.vacuousWhen?.(answer, facts)?.kind ?? "held";
}

/** The same of a check of all the evidence: in place of `broken`, the field that is. */
export function fields(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check
    .judge(factsOf(samples))
    .map((o) => (o.kind === "broken" ? (o.finding.place ? placeInWords(o.finding.place) : "") : o.kind));
}

/** What a check of all the evidence says where the step was not sent, for a reason of this kind. */
export function kindWhereNotSent(check: TraceCheck, step: Pick<StepRef, "id">, kind: Unresolved["kind"]) {
  const trace = new Trace(contract, setting, 1);
  trace.notSent(step, { reason: said("it was not sent"), kind });
  return check.judge(trace.facts).map((o) => (o.kind === "unresolved" ? o.unresolved.kind : o.kind));
}

/** Every request that a step sends when none is answered: those of a series too; none where it is omitted. */
export async function requestsAsked(step: Step, facts: Facts): Promise<readonly RequestSpec[]> {
  await loadGenerators();
  const asked = step.request(facts);
  if (isUnresolved(asked)) return [];
  if (!isSeries(asked)) return [asked];
  const requests: RequestSpec[] = [];
  await asked.series(async (_, spec) => {
    requests.push(spec);
    return undefined;
  });
  return requests;
}

/** The path that a step asks for after these exchanges; where it asks for nothing, why not. */
export function pathAsked(
  { request }: Pick<Step, "request">,
  samples: readonly SampleExchange[],
  changed: Partial<Setting> = {},
): string {
  const asked = request(factsOf(samples, changed));
  if (isUnresolved(asked)) return `${asked.kind} ${asked.reason?.kind}`;
  return isSeries(asked) ? "a series" : asked.path;
}
