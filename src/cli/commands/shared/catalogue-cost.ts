import type { Prepared } from "../../../assembly/assemble.ts";
import type { Profile } from "../../../check/verdict.ts";
import { defaultOptions, runOptions } from "../../../run/options.ts";
import { casesOf, covers, makePlan } from "../../../run/plan.ts";
import { createsOf, requestsOf } from "../../../run/plan-budget.ts";
import { maxCreates } from "../../../run/setting.ts";

export const profiles: readonly Profile[] = runOptions.profile.value.of;

/** One case of a requirement, and the smallest profile that promises it. */
export interface ListedCase {
  readonly case: string;
  readonly profile: Profile;
}

/** The cases of every requirement, by its id. */
export function listedCases({
  suites,
  contract,
  requirements,
}: Prepared): ReadonlyMap<string, readonly ListedCase[]> {
  const cases = casesOf(suites, contract, requirements, "thorough");
  const grouped = Map.groupBy(cases, ({ requirement }) => requirement);
  return new Map(
    [...grouped].map(([id, rows]) => [id, rows.map((row) => ({ case: row.case, profile: row.profile }))]),
  );
}

/** How many of the cases a profile promises. */
export function promisedBy(profile: Profile, cases: readonly ListedCase[]): number {
  return cases.filter((row) => covers(profile, row.profile)).length;
}

/** What a full run of a profile promises and costs at most, without the over-limit probe and extra cases. */
export interface ProfileCost {
  readonly profile: Profile;
  readonly cases: number;
  readonly requests: number;
  readonly creates: number;
}

export function profileCosts({ suites, contract, requirements }: Prepared): readonly ProfileCost[] {
  const judged = requirements.filter(({ level }) => level !== "open");
  return profiles.map((profile) => {
    const options = { ...defaultOptions, profile, seed: 0, runId: "" };
    const { steps, cases } = makePlan(suites, contract, judged, {
      profile,
      extendTo: undefined,
      maxRequests: options.maxRequests,
      maxCreates: maxCreates(options),
      facts: undefined,
    });
    const creates = createsOf(steps);
    return {
      profile,
      cases: cases.filter(({ promised }) => promised).length,
      requests: requestsOf(steps),
      creates,
    };
  });
}
