/** Why a run is not simply finished, machine-readable (design: exit code 3 tells them apart by it). */
export type RunReason =
  | "unreachable"
  | "key-refused"
  | "not-the-service"
  | "redirected"
  | "key-stopped"
  | "rate-limited"
  | "interrupted"
  | "budget"
  | "creates-refused"
  | "required-untested"
  | "evidence-lost"
  | "nothing-judged";

/** One cause on top: what it is, what to do, and the exchange that shows it. */
export interface RootCause {
  readonly reason: RunReason;
  readonly sentence: string;
  readonly remedy: string | undefined;
  readonly exchange: number | undefined;
}
