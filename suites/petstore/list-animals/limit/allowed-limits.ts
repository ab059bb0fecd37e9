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
  const { minimum = 1, maximum, default: standard } = limit;
  const most = maximum ?? Number.POSITIVE_INFINITY;
  const limits: LimitCase[] = [
    { limit: minimum, profile: "quick", priority: "essential" },
    { limit: minimum + 1, profile: "thorough", priority: "frequent" },
    { limit: minimum + 6, profile: "thorough", priority: "unusual" },
    ...(standard === undefined
      ? []
      : [
          { limit: standard, profile: "thorough" as const, priority: "typical" as const },
          {
            limit: Math.ceil((minimum + standard) / 2) + 1,
            profile: "standard" as const,
            priority: "typical" as const,
          },
          ...(maximum === undefined
            ? []
            : [
                {
                  limit: Math.floor((standard + maximum) / 2),
                  profile: "thorough" as const,
                  priority: "common" as const,
                },
              ]),
        ]),
    ...(maximum === undefined
      ? []
      : [
          { limit: maximum, profile: "quick" as const, priority: "essential" as const },
          { limit: maximum - 1, profile: "thorough" as const, priority: "occasional" as const },
        ]),
  ];
  const seen = new Set<number>();
  return limits.filter((r) => {
    const tried = seen.has(r.limit) || r.limit < minimum || r.limit > most;
    seen.add(r.limit);
    return !tried;
  });
}
