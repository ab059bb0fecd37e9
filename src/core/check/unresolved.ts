import type { RootCause } from "./cause.ts";
import type { Reason } from "./reason.ts";
import type { ControlCause, RunCause } from "./verdict.ts";

/**
 * Why something could not be judged, or was not sent; one shape for a step, a case and a requirement.
 * `untested`: the target's ordinary state cannot show it; `inconclusive`: evidence was lost (a failed exchange, the
 * budget, a ban, a failed control); `not-applicable`: a fact takes it out, or it is shown elsewhere already.
 */
export type Unresolved = Explained | Caused;

/** By a reason of its own. */
export interface Explained {
  readonly kind: "untested" | "inconclusive" | "not-applicable";
  readonly reason: Reason;
  /** What would settle it. */
  readonly remedy?: Remedy;
  /** The control that failed, where one did. */
  readonly cause?: ControlCause;
}

/** The run's one cause says why. */
interface Caused {
  readonly kind: "inconclusive";
  readonly reason: undefined;
  readonly remedy?: undefined;
  readonly cause: RunCause;
}

/** What cannot be judged because of the run's one cause. */
export function causedBy(by: RootCause): Caused {
  return { kind: "inconclusive", reason: undefined, cause: { kind: "root-cause", by } };
}

/** Distinguishes it from what there would be otherwise: a request, a series, an exchange, a place at the gate. */
export function isUnresolved(value: object): value is Unresolved {
  return "reason" in value && "kind" in value;
}

/** What would test something: options of the run, or another change. */
export type Remedy =
  | { readonly options: readonly OptionGiven[] }
  /** A condition, or what to do: `a store that holds more`. */
  | { readonly change: string };

interface OptionGiven {
  /** Without its hyphens: `max-creates`. */
  readonly option: string;
  /** Undefined where the option takes none. */
  readonly value?: string | number;
}
