import type { Exchange, StepId } from "../exchange/exchange.ts";
import type { Mismatch } from "./expectation.ts";
import { gotIn } from "./got.ts";
import type { Remedy } from "./remedy.ts";
import type { StepRef } from "./step.ts";
import type { Unresolved } from "./unresolved.ts";
import type { BrokenObservation, Finding, HeldObservation, UnresolvedObservation } from "./verdict.ts";

/** Builds the observations of one case of one requirement. */
export interface Observer<Subject = Exchange> {
  held(...subjects: readonly Subject[]): HeldObservation;
  broken(
    subject: Subject,
    expected: string,
    mismatch: Mismatch,
    ...related: readonly Subject[]
  ): BrokenObservation;
  unresolved(unresolved: Unresolved, ...subjects: readonly Subject[]): UnresolvedObservation;
  /** The target's ordinary state cannot show it. */
  untested(reason: string, remedy?: Remedy): UnresolvedObservation;
  /** Evidence was lost. */
  inconclusive(reason: string, remedy?: Remedy): UnresolvedObservation;
  notApplicable(fact: string): UnresolvedObservation;
}

/** @param of the case: a step's, the one of an exchange's step, or another by its name */
export function observer(
  requirement: string,
  of: string | StepRef | Pick<Exchange, "step" | "label">,
): Observer {
  const [label, step] = typeof of === "string" ? [of] : [of.label, "step" in of ? of.step : of.id];
  return observerOf(requirement, label, (exchange, { place }) => ({
    step,
    part: exchange.part,
    got: gotIn(exchange, place),
  }));
}

/** @param seenIn what a finding has of the subject that shows it */
export function observerOf<Subject extends { readonly id: number }>(
  requirement: string,
  label: string,
  seenIn: (
    subject: Subject,
    mismatch: Mismatch,
  ) => {
    readonly step?: StepId | undefined;
    readonly part?: string | undefined;
    readonly got: Finding["got"];
  },
): Observer<Subject> {
  const observed = { requirement, case: label };
  const unresolved = (why: Unresolved, ...subjects: readonly Subject[]): UnresolvedObservation => ({
    ...observed,
    kind: "unresolved",
    unresolved: why,
    subjects: ids(subjects),
  });
  const because = (kind: Unresolved["kind"]) => (reason: string, remedy?: Remedy) =>
    unresolved({ kind, reason, ...(remedy === undefined ? {} : { remedy }) });
  return {
    held: (...subjects) => ({ ...observed, kind: "held", subjects: ids(subjects) }),
    broken: (subject, expected, mismatch, ...related) => {
      const { step, part, got } = seenIn(subject, mismatch);
      const { seen, place } = mismatch;
      const [exchange, others] = [subject.id, ids(related)];
      const which = { case: label, ...(step !== undefined && { step }), ...(part !== undefined && { part }) };
      const finding = { ...which, expected, seen, got, place, exchange, related: others };
      return { ...observed, kind: "broken", finding };
    },
    unresolved,
    untested: because("untested"),
    inconclusive: because("inconclusive"),
    notApplicable: because("not-applicable"),
  };
}

function ids(subjects: readonly { readonly id: number }[]): readonly number[] {
  return subjects.map(({ id }) => id);
}
