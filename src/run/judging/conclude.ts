import { largerBodyRemedy } from "../../check/body-bound.ts";
import type { RootCause } from "../../check/cause.ts";
import type { Suites } from "../../check/check.ts";
import type { Facts } from "../../check/facts.ts";
import type { Requirement } from "../../check/requirement.ts";
import { stepRef } from "../../check/step.ts";
import { causedBy, type Unresolved } from "../../check/unresolved.ts";
import type { Verdict } from "../../check/verdict.ts";
import type { OperationId } from "../../contract/contract.ts";
import { mostKeptBytes } from "../../exchange/decoding/evidence-room.ts";
import type { RunOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import { fold } from "./fold.ts";
import { type Judgement, judge } from "./judge.ts";

export interface ConcludeInput {
  readonly suites: Suites;
  readonly requirements: readonly Requirement[];
  readonly options: RunOptions;
  readonly plan: Plan;
  readonly facts: Facts;
  readonly stopped: RootCause | undefined;
}

export interface Concluded {
  readonly verdicts: readonly Verdict[];
  readonly rootCause: RootCause | undefined;
  readonly notes: readonly string[];
  readonly errors: Judgement["errors"];
}

/** From the finished evidence to the verdicts, in the catalogue's order. Pure; an exception in a check is reported, not thrown. */
export function conclude(input: ConcludeInput): Concluded {
  const { suites, requirements, plan, facts } = input;
  const takenOut = new Map(requirements.map((r) => [r.id, takeOut(r, input)]));
  const selected = new Set(requirements.filter((r) => takenOut.get(r.id) === undefined).map((r) => r.id));
  // Where a root cause ended the run, there is nothing to judge, and only the cause is reported.
  const nothing = input.stopped !== undefined && facts.exchanges.length === 0;
  const judged = nothing ? { observations: [], errors: [] } : judge(suites, plan, selected, facts);
  const errors = [...judged.errors];
  const guarded = <Result>(where: string, compute: () => Result, otherwise: Result): Result => {
    try {
      return compute();
    } catch (error) {
      if (!errors.some((e) => e.where === where)) errors.push({ where, error });
      return otherwise;
    }
  };
  const failedHere: Unresolved = { kind: "inconclusive", reason: "the suite failed here" };
  const missingControls = new Map<OperationId, Unresolved | undefined>();
  const missing = (op: OperationId) => {
    if (!missingControls.has(op)) {
      const compute = () => suites.positiveControls[op].missing(facts);
      missingControls.set(op, guarded(`the positive control of ${op}`, compute, failedHere));
    }
    return missingControls.get(op);
  };
  const observations = Map.groupBy(judged.observations, (o) => o.requirement);
  const promised = Map.groupBy(
    plan.cases.filter((c) => c.promised),
    (c) => c.requirement,
  );
  const verdicts = requirements.map((requirement) =>
    fold({
      requirement,
      observations: observations.get(requirement.id) ?? [],
      promised: [...new Set(promised.get(requirement.id)?.map((c) => c.case))],
      takenOut: takenOut.get(requirement.id),
      missingControl: requirement.operations.map(missing).find((m) => m !== undefined),
      missing: (label) => whyMissing(requirement.id, label, input),
    }),
  );
  const notes = guarded("the notes", () => suites.notes(facts), []);
  const rootCause = guarded("the root cause", () => suites.rootCause(facts), undefined);
  const named = nameCauses(verdicts).map((verdict) => withLargerBody(verdict, input));
  return { verdicts: named, rootCause, notes, errors };
}

/** Where the evidence was lost because a body was larger than is read, the option that has more of it read is named. */
function withLargerBody(verdict: Verdict, { suites, requirements, plan, facts }: ConcludeInput): Verdict {
  const { id, remedy, cause } = verdict;
  if (verdict.verdict !== "inconclusive" || remedy !== undefined || cause?.kind === "root-cause")
    return verdict;
  const operations = requirements.find((r) => r.id === id)?.operations ?? [];
  const steps = [
    ...plan.cases.filter((c) => c.requirement === id).flatMap((c) => c.from.map(stepRef)),
    ...operations.flatMap((operation) => suites.positiveControls[operation].steps),
  ];
  const helps = steps
    .flatMap((step) => facts.all(step))
    .flatMap((exchange) => largerBodyRemedy(exchange, facts.setting, mostKeptBytes) ?? []);
  return { ...verdict, remedy: helps[0] };
}

/** Why a promised case has no evidence: why its steps sent nothing says, else the run's end. */
function whyMissing(id: string, label: string, { plan, facts, stopped }: ConcludeInput): Unresolved {
  const from = plan.cases.filter((c) => c.requirement === id && c.case === label).flatMap((c) => c.from);
  const notSent = from.flatMap((step) => facts.notSent(stepRef(step)) ?? plan.leftOut.get(step) ?? []);
  if (stopped !== undefined) return causedBy(stopped);
  const first = (kind: Unresolved["kind"]) => notSent.find((u) => u.kind === kind);
  const unshown: Unresolved = { kind: "inconclusive", reason: "nothing that was sent shows it" };
  return first("untested") ?? first("inconclusive") ?? unshown;
}

/** True where ids or areas name the requirement. */
function isNamed(requirement: Requirement, names: readonly string[]): boolean {
  return names.includes(requirement.id) || names.includes(requirement.area);
}

export function isSelected(requirement: Requirement, { only, skip }: RunOptions): boolean {
  return (only.length === 0 || isNamed(requirement, only)) && !isNamed(requirement, skip);
}

function takeOut(requirement: Requirement, { options, suites, facts }: ConcludeInput) {
  if (requirement.level === "open") {
    return { verdict: "not-applicable", reason: "the interface leaves it open" } as const;
  }
  if (!isSelected(requirement, options))
    return { verdict: "skipped", reason: "left out by --only or --skip" } as const;
  const fact = suites.notApplicable(requirement, facts);
  return fact === undefined ? undefined : ({ verdict: "not-applicable", reason: fact } as const);
}

/** Where a failed control is itself the case of a failed requirement, that one is the cause. */
function nameCauses(verdicts: readonly Verdict[]): readonly Verdict[] {
  const failed = new Map<string, string>();
  for (const { id, verdict, findings } of verdicts) {
    if (verdict !== "fail") continue;
    for (const finding of findings) if (!failed.has(finding.case)) failed.set(finding.case, id);
  }
  return verdicts.map((verdict) => {
    const { cause } = verdict;
    if (cause?.kind !== "control") return verdict;
    const id = failed.get(cause.step);
    return id === undefined ? verdict : { ...verdict, cause: { ...cause, failed: id } };
  });
}
