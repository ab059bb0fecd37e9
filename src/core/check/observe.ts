import type { Exchange } from "../exchange/exchange.ts";
import type { Mismatch } from "./expectation.ts";
import { gotIn } from "./got.ts";
import type { Remedy } from "./remedy.ts";
import { partOf, stepOf } from "./series.ts";
import type { Unresolved } from "./unresolved.ts";
import type { BrokenObservation, HeldObservation, UnresolvedObservation } from "./verdict.ts";

/** Builds the observations of one case of one requirement. */
export interface Observer {
  held(...subjects: readonly Exchange[]): HeldObservation;
  broken(
    exchange: Exchange,
    expected: string,
    mismatch: Mismatch,
    ...related: readonly Exchange[]
  ): BrokenObservation;
  unresolved(unresolved: Unresolved, ...subjects: readonly Exchange[]): UnresolvedObservation;
  /** The target's ordinary state cannot show it. */
  untested(reason: string, remedy?: Remedy): UnresolvedObservation;
  /** Evidence was lost. */
  inconclusive(reason: string, remedy?: Remedy): UnresolvedObservation;
  notApplicable(fact: string): UnresolvedObservation;
}

export function observer(requirement: string, label: string): Observer {
  const step = stepOf(label);
  const observed = { requirement, case: step };
  const unresolved = (why: Unresolved, ...subjects: readonly Exchange[]): UnresolvedObservation => ({
    ...observed,
    kind: "unresolved",
    unresolved: why,
    subjects: ids(subjects),
  });
  const because = (kind: Unresolved["kind"]) => (reason: string, remedy?: Remedy) =>
    unresolved({ kind, reason, ...(remedy === undefined ? {} : { remedy }) });
  return {
    held: (...subjects) => ({ ...observed, kind: "held", subjects: ids(subjects) }),
    broken: (exchange, expected, { seen, place }, ...related) => ({
      ...observed,
      kind: "broken",
      finding: {
        case: step,
        ...partIn(exchange),
        expected,
        seen,
        got: gotIn(exchange, place),
        place,
        exchange: exchange.id,
        related: ids(related),
      },
    }),
    unresolved,
    untested: because("untested"),
    inconclusive: because("inconclusive"),
    notApplicable: because("not-applicable"),
  };
}

function partIn({ label }: Exchange): { readonly part?: string } {
  const part = partOf(label);
  return part === undefined ? {} : { part };
}

function ids(exchanges: readonly Exchange[]): readonly number[] {
  return exchanges.map((e) => e.id);
}
