import type { Judged } from "../../src/core/check/check.ts";
import type { BrokenObservation, HeldObservation } from "../../src/core/check/verdict.ts";

type Broken = Extract<Judged, { readonly broken: unknown }>;

/** Makes what fails hold, whether it is what an invariant says of an exchange or an observation. */
export function switchedOff(judged: BrokenObservation | Broken): HeldObservation | Judged {
  if ("broken" in judged) return { case: judged.case, held: true };
  const { finding, ...rest } = judged;
  return { ...rest, kind: "held", subjects: [finding.exchange] };
}
