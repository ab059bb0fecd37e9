import type { Prepared } from "#assembly/assemble.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import { defaultOptions, runOptions } from "#core/run/options.ts";
import { casesOf } from "#core/run/plan/plan.ts";
import { planRange, previewRun } from "#core/run/plan/preview.ts";

export const profiles: readonly Profile[] = runOptions.profile.value.of;

/** One case of a requirement, and the smallest profile that sends it. */
export interface ListedCase {
  readonly case: string;
  readonly profile: Depth;
}

/** By the id of the requirement. */
export function listedCases({ suite, contract, requirements }: Prepared) {
  const cases = casesOf(suite, contract, requirements, "thorough");
  const grouped = [...Map.groupBy(cases, ({ requirement }) => requirement)];
  const listed = (row: (typeof cases)[number]): ListedCase => ({
    case: row.case.label,
    profile: row.profile,
  });
  return new Map(grouped.map(([id, rows]) => [id, rows.map(listed)]));
}

/** Nothing of what is planned depends on it. */
const anyTarget = new URL("http://reference.localhost/v1");

/** What a full run of each profile promises and costs at most, without the over-limit probe. */
export function profileCosts({ suite, contract, requirements }: Prepared) {
  const judged = requirements.filter(({ level }) => level !== "open");
  return profiles.map((profile) => {
    const options = { ...defaultOptions, profile, seed: 0, runId: "" };
    const { base } = planRange(suite, contract, judged, options);
    // As of today: what the removal of getPet leaves out is not sent.
    const { requests, creates } = previewRun(suite, contract, requirements, options, anyTarget, Date.now());
    return { profile, cases: base.cases.filter(({ promised }) => promised).length, requests, creates };
  });
}
