import type { VerdictCause } from "./verdict.ts";

/**
 * Why something could not be judged, or was not sent; one shape for a step, a case and a requirement.
 * `untested`: the target's ordinary state cannot show it; `inconclusive`: evidence was lost (a failed exchange, the
 * budget, a ban, a failed control); `not-applicable`: a fact takes it out, or it is shown elsewhere already.
 */
export interface Unresolved {
  readonly kind: "untested" | "inconclusive" | "not-applicable";
  /** A clause that completes "untested: …" or "inconclusive: …". */
  readonly reason: string;
  /** The option that would settle it: `--max-creates 120`. */
  readonly remedy?: string;
  /** What lies behind it, where that is known. */
  readonly cause?: VerdictCause;
}

/** Tells it from what would be there otherwise: a request, a series, an exchange, a place at the gate. */
export function isUnresolved(value: object): value is Unresolved {
  return "reason" in value && "kind" in value;
}
