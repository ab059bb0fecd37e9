import type { Exchange } from "../exchange/exchange.ts";
import type { Untold } from "./check.ts";
import { partOf, stepOf } from "./series.ts";
import type { BrokenObservation, HeldObservation, UntoldObservation } from "./verdict.ts";

/** Builds the observations of one case of one requirement. */
export interface Observer {
  held(...subjects: readonly Exchange[]): HeldObservation;
  broken(
    exchange: Exchange,
    expected: string,
    mismatch: { readonly seen: string; readonly where: string | undefined },
    ...related: readonly Exchange[]
  ): BrokenObservation;
  untold(untold: Untold, ...subjects: readonly Exchange[]): UntoldObservation;
  /** The target's ordinary state cannot show it. */
  notShown(reason: string, remedy?: string): UntoldObservation;
  /** Evidence was lost. */
  lost(reason: string, remedy?: string): UntoldObservation;
  notApplicable(fact: string): UntoldObservation;
}

export function observer(requirement: string, label: string): Observer {
  const step = stepOf(label);
  const observed = { requirement, case: step };
  const untold = (u: Untold, ...subjects: readonly Exchange[]): UntoldObservation => ({
    ...observed,
    kind: "untold",
    why: u.why,
    reason: u.untold,
    ...(u.remedy === undefined ? {} : { remedy: u.remedy }),
    subjects: ids(subjects),
  });
  return {
    held: (...subjects) => ({ ...observed, kind: "held", subjects: ids(subjects) }),
    broken: (exchange, expected, mismatch, ...related) => ({
      ...observed,
      kind: "broken",
      finding: {
        case: step,
        ...partIn(exchange),
        expected,
        seen: mismatch.seen,
        where: mismatch.where,
        exchange: exchange.id,
        related: ids(related),
      },
    }),
    untold,
    notShown: (reason, remedy) =>
      untold({ untold: reason, why: "state", ...(remedy === undefined ? {} : { remedy }) }),
    lost: (reason, remedy) =>
      untold({ untold: reason, why: "lost", ...(remedy === undefined ? {} : { remedy }) }),
    notApplicable: (fact) => untold({ untold: fact, why: "not-applicable" }),
  };
}

function partIn({ label }: Exchange): { readonly part?: string } {
  const part = partOf(label);
  return part === undefined ? {} : { part };
}

function ids(exchanges: readonly Exchange[]): readonly number[] {
  return exchanges.map((e) => e.id);
}
