import type { Verdict } from "../../check/verdict.ts";
import type { OperationId, OperationMethod } from "../../contract/operations.ts";

/** With what credential a request was sent: the key where it belongs, the key or a part of it otherwise, another, or none. */
export type CredentialKind = "valid" | "otherwise" | "invalid" | "none";

/** What a run looked at of one operation: a table of the kinds of values by credential and state of the store. */
export interface OperationMap {
  readonly operation: OperationId;
  readonly method: OperationMethod;
  /** As in the document, below the base address. */
  readonly path: string;
  readonly columns: readonly MapColumn[];
  readonly rows: readonly MapRow[];
}

export interface MapColumn {
  readonly credential: { readonly kind: CredentialKind };
  /** How much the store held, of requests with the key; undefined for others, and where the suite knows of no store. */
  readonly state?: string;
  /** How many requests were answered, but for refusals by the rate limit. */
  readonly answered: number;
  /** Where there is none. */
  readonly whyNot?: WhyNot;
}

export interface MapRow {
  /** `limit`, `body /name`. */
  readonly place: string;
  /** The kind of value: `above the maximum`. */
  readonly value: string;
  /** How many requests with it were answered, by column. */
  readonly answered: readonly number[];
  /** Where none of them had the key. */
  readonly whyNot?: WhyNot;
}

/** Why something was not looked at, as a verdict says why it is neither a pass nor a failure. */
export type WhyNot = Pick<Verdict, "verdict" | "reason" | "remedy" | "cause">;
