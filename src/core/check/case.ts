import type { Exchange, SeriesPart, StepId } from "../exchange/exchange.ts";

declare const ofCase: unique symbol;

/** Identifies a case of a requirement: the id of the step that shows it, or a name of its own. */
export type CaseId = StepId | (string & { readonly [ofCase]: true });

/** One case of a requirement, where it is referred to. Any step is the case that it shows. */
export interface CaseRef {
  readonly id: CaseId;
  readonly label: string;
}

/** What finds the exchanges of a step. */
export interface StepIdentity {
  /** Unique in the plan: two references with one id are one step. */
  readonly id: StepId;
}

/** A step, where it is referred to: the step itself, or, where two files would need each other, a `stepRef`. */
export interface StepRef extends StepIdentity {
  /** What people read, and nothing else: `limit 101`. */
  readonly label: string;
}

export interface ExchangesOf extends StepIdentity {
  readonly part?: SeriesPart;
}

/** @param path the role and the case, as `limit/101`; it stays what it is when the label is worded anew */
export function stepRef(path: string, label = path): StepRef {
  return { id: path as StepId, label };
}

/** A case that more than one step shows. */
export function caseRef(id: string, label = id): CaseRef {
  return { id: id as CaseId, label };
}

/** The case of the step that asked for it. What others sent has none of its own. */
export function caseOfStep({ step, label }: Exchange): CaseRef {
  return step === undefined ? unplanned : { id: step, label };
}

/** A case that several checks promise, or one in two profiles, is one. */
export function distinctCases(cases: readonly CaseRef[]): readonly CaseRef[] {
  return [...new Map(cases.map((one) => [one.id, one])).values()];
}

/** Of a check that threw: it has no case. */
export const wholeCheck = caseRef("", "");

const unplanned = caseRef("unplanned", "a request of others");
