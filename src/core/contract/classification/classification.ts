import type { OperationId } from "../operations.ts";
import type { Recorded } from "../recorded.ts";

export interface ClassifiableRequest {
  readonly method: string;
  /** Below the base address, percent-encoded, without a query. */
  readonly path: string;
  /** Decoded, in the order of sending. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Those that describe what is asked for; what every request has may be left out. */
  readonly headers?: Recorded<readonly (readonly [name: string, value: string])[]>;
  readonly body?: Recorded<{
    readonly bytes: Uint8Array;
    /** The Content-Type; undefined: none was sent. */
    readonly contentType: Recorded<string | undefined>;
  }>;
}

export interface Classification {
  /** Undefined when the request addresses none that the suite knows. */
  readonly operation: OperationId | undefined;
  /** The operation that it addresses, where the document alone describes that. */
  readonly other: OperationId | undefined;
  /** Not recorded where the body was not, or its Content-Type. */
  readonly findings: Recorded<RequestFindings>;
}

export interface RequestFindings {
  /** Ways in which the request leaves what the interface allows. */
  readonly problems: readonly RequestProblem[];
  /**
   * Points at which the interface leaves open whether the request is served (rulings 1, 8, 9, 12 and 15):
   * neither its refusal nor its success is wrong, so only the documented statuses of an allowed request bind.
   */
  readonly open: readonly RequestProblem[];
  /** True when the request addresses an operation that the suite knows, and has neither problems nor open points. */
  readonly allowed: boolean;
}

export interface RequestProblem {
  readonly part: "path" | "query" | "header" | "cookie" | "body" | "content-type";
  /** The parameter's name, or a JSON pointer into the body; empty for the whole part. */
  readonly at: string;
  readonly expected: string;
  readonly seen: string;
  /** What exactly is wrong, where more is known than that the part is wrong. */
  readonly found?: RequestFinding;
}

export interface Findings {
  readonly problems: RequestProblem[];
  readonly open: RequestProblem[];
}

type RequestFinding =
  /** The whole text of a parameter, decoded. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "unknown-parameter" }
  | { readonly kind: "no-json" }
  | { readonly kind: "missing-field"; readonly name: string }
  | { readonly kind: "repeated-field" };
