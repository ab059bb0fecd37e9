import type { Priority } from "../../../../src/core/check/step.ts";
import type { Profile } from "../../../../src/core/check/verdict.ts";
import type { Contract } from "../../../../src/core/contract/contract.ts";
import { petstore } from "../../roles.ts";

interface LimitCase {
  readonly limit: number;
  readonly profile: Profile;
  readonly priority: Priority;
}

/** The allowed limits that are tried: both bounds, the default, their neighbours, and what lies between them. */
export function allowedLimits(contract: Contract): readonly LimitCase[] {
  const { limit } = petstore(contract);
  if (!limit.declared) return [];
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY, default: standard = Number.NaN } = limit;
  const tried: readonly (readonly [limit: number, profile: Profile, priority: Priority])[] = [
    [minimum, "quick", "essential"],
    [minimum + 1, "thorough", "frequent"],
    [minimum + 6, "thorough", "unusual"],
    [standard, "thorough", "typical"],
    [Math.ceil((minimum + standard) / 2) + 1, "standard", "typical"],
    [Math.floor((standard + maximum) / 2), "thorough", "common"],
    [maximum, "quick", "essential"],
    [maximum - 1, "thorough", "occasional"],
  ];
  // What is derived from a bound that is not there is no number.
  return tried
    .filter(([one], nth) => Number.isFinite(one) && tried.findIndex(([other]) => other === one) === nth)
    .filter(([one]) => one >= minimum && one <= maximum)
    .map(([one, profile, priority]) => ({ limit: one, profile, priority }));
}
