import type { Exchange, SeriesPart, StepId } from "../exchange/exchange.ts";

declare const ofCase: unique symbol;

/** Identifies a case of a requirement: the id of the step that shows it, or its own name. */
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
  /** The name that people read: `limit 101`. */
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

/** The case of the step that sent the exchange. Traffic of others has no case. */
export function caseOfStep({ step, label }: Exchange): CaseRef {
  return step === undefined ? unplanned : { id: step, label };
}

/** The cases without repetitions: several checks, or profiles, may promise the same case. */
export function distinctCases(cases: readonly CaseRef[]): readonly CaseRef[] {
  return [...new Map(cases.map((one) => [one.id, one])).values()];
}

/** The case of a check that threw: it has none of its own. */
export const wholeCheck = caseRef("", "");

const unplanned = caseRef("unplanned", "a request of others");
