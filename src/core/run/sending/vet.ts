import { notApplicable, untested } from "../../check/core-reasons.ts";
import type { Step } from "../../check/step.ts";
import type { Unresolved } from "../../check/unresolved.ts";
import type { Contract } from "../../contract/contract.ts";
import { recorded } from "../../contract/recorded.ts";
import type { RequestSpec } from "../../exchange/exchange.ts";

/**
 * Requests meant to be valid are held against the contract before they go out, and so are deliberately wrong ones.
 * One that is not what it is meant to be is the suite's own mistake, but where another document says otherwise than
 * the embedded one: it may bound what the suite has no choice of, such as the names of what it creates.
 */
export function vet(contract: Contract, step: Step, spec: RequestSpec): Unresolved | undefined {
  if (step.expectedValidity === undefined) return undefined;
  const { problems } = recorded(contract.classify(spec).findings);
  if ((step.expectedValidity === "valid") === (problems.length === 0)) return undefined;
  const [first] = problems;
  if (contract.ownFile === undefined) {
    return first === undefined
      ? notApplicable("document-allows")
      : untested("document-forbids", { part: first.part, at: first.at, expected: first.expected });
  }
  throw new Error(
    first === undefined
      ? `the request of "${step.label}" should be invalid, but the contract allows it`
      : `the request of "${step.label}" should be valid: ${first.part} ${first.at} is not ${first.expected}`,
  );
}
