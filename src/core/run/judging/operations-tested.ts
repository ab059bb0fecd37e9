import type { Requirement } from "../../check/requirement.ts";
import type { Verdict } from "../../check/verdict.ts";
import type { Contract, Operation } from "../../contract/contract.ts";

/** Which operations of a document a run tested. */
export interface OperationsTested {
  /** Of those that the suite does not know: the untested ones, as `DELETE /things/{id}`. */
  readonly untestedOperations: readonly string[];
  /** Of all; left out where the suite knows each of them. */
  readonly operations?: { readonly tested: number; readonly of: number };
}

/** An operation is tested where a requirement about it passed or failed. */
export function operationsTested(
  { operations, others }: Contract,
  requirements: readonly Requirement[],
  verdicts: readonly Verdict[],
): OperationsTested {
  const decided = new Set(
    verdicts.filter(({ verdict }) => verdict === "pass" || verdict === "fail").map(({ id }) => id),
  );
  const tested = new Set(requirements.filter(({ id }) => decided.has(id)).flatMap((one) => one.operations));
  const isTested = ({ id }: Operation): boolean => tested.has(id);
  const untested = [...others.values()].filter((one) => !isTested(one));
  const all = [...operations.values(), ...others.values()];
  return {
    untestedOperations: untested.map(({ method, path }) => `${method} ${path}`),
    ...(others.size > 0 && { operations: { tested: all.filter(isTested).length, of: all.length } }),
  };
}
