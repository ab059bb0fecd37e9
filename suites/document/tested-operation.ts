import type { Unresolved } from "../../src/core/check/unresolved.ts";
import type { Operation } from "../../src/core/contract/contract.ts";
import { untested } from "./reasons.ts";

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
  if (access.kind === "other") return untested("other-credential", { schemes: access.schemes.join(", or ") });
  if (elsewhere) return untested("other-server");
  const name = nameOf(operation);
  if (method !== "GET" && !named.includes(name))
    return untested("not-asked-for", { method }, { options: [{ option: "operations", value: name }] });
  return otherBody.length > 0 ? untested("other-body", { types: otherBody.join(" or ") }) : undefined;
}

/** Whether a request to it may change what the service holds. */
export function isWriting({ method }: Pick<Operation, "method">): boolean {
  return !["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);
}
