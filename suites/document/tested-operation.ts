import type { Unresolved } from "../../src/core/check/unresolved.ts";
import type { Operation } from "../../src/core/contract/contract.ts";

/** An operation as this suite tests it. */
export interface TestedOperation {
  readonly operation: Operation;
  /** The area of its requirements, and how it is named to people: `OP:listCategories`. */
  readonly area: string;
  /** Why nothing is sent to it, by what is known before a run; undefined where it is. */
  readonly leftOut: Unresolved | undefined;
}

/** How an operation is called in `--operations`, in areas and in `--input`: its `operationId`, else `GET:/path`. */
export function nameOf({ name, method, path }: Operation): string {
  return name ?? `${method}:${path}`;
}

export function testedOperation(
  operation: Operation,
  { operations }: { readonly operations: readonly string[] },
): TestedOperation {
  return { operation, area: `OP:${nameOf(operation)}`, leftOut: whyLeftOut(operation, operations) };
}

function whyLeftOut(operation: Operation, named: readonly string[]): Unresolved | undefined {
  const { method, access, otherBody, elsewhere } = operation;
  if (access.kind === "other")
    return { kind: "untested", reason: `it takes ${access.schemes.join(", or ")}, not a bearer key` };
  if (elsewhere)
    return { kind: "untested", reason: "the document gives it another server than the base address" };
  const name = nameOf(operation);
  if (method !== "GET" && !named.includes(name))
    return {
      kind: "untested",
      reason: `${method} is sent only where it is asked for by name`,
      remedy: { options: [{ option: "operations", value: name }] },
    };
  if (otherBody.length > 0)
    return { kind: "untested", reason: `its body is ${otherBody.join(" or ")}, and only JSON is sent` };
  return undefined;
}

/** Whether a request to it may change what the service holds. */
export function isWriting({ method }: Pick<Operation, "method">): boolean {
  return !["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);
}
