import type { RunReason } from "../check/cause.ts";
import type { Run } from "../run/result.ts";

/** How far a run's outcome reaches: of the musts that apply, how many were shown to hold or not to hold. */
export interface Reach {
  /** Musts that apply to this target and that the user did not skip. */
  readonly musts: number;
  /** Of these, passed or failed. */
  readonly shown: number;
  readonly notShown: number;
  readonly inconclusive: number;
}

export function reachOf({ counts }: Pick<Run, "counts">): Reach {
  const { pass, fail, "not-shown": notShown, inconclusive } = counts.must;
  return { musts: pass + fail + notShown + inconclusive, shown: pass + fail, notShown, inconclusive };
}

/** `conforming: 41 of 52 musts shown, 11 not shown`. */
export function outcomeSentence(run: Run): string {
  const reach = reachOf(run);
  const parts = [`${reach.shown} of ${reach.musts} musts shown`];
  const known = run.known?.length ?? 0;
  if (run.counts.must.fail > known) parts.push(`${run.counts.must.fail - known} failed`);
  if (known > 0) parts.push(`${known} failed as known`);
  if (reach.notShown > 0) parts.push(`${reach.notShown} not shown`);
  if (reach.inconclusive > 0) parts.push(`${reach.inconclusive} inconclusive`);
  const looser =
    run.spec.looser.length > 0
      ? ` to a contract that is looser than the built-in one (${run.spec.looser.join("; ")})`
      : "";
  const partial = run.partial ? ", partial run" : "";
  const why = run.rootCause === undefined && run.reason !== undefined ? `; ${reasonWords[run.reason]}` : "";
  return `${run.outcome}${looser}${partial}: ${parts.join(", ")}${why}`;
}

/** Where no root cause says it in its own words. */
const reasonWords: Readonly<Record<RunReason, string>> = {
  unreachable: "the target could not be reached",
  "key-refused": "the key was refused",
  "not-the-service": "what answers is not the service",
  redirected: "the target redirects to another address",
  "key-stopped": "the key stopped working during the run",
  "rate-limited": "the rate limit left no room",
  interrupted: "it was interrupted",
  budget: "the budget of requests or time was spent",
  "creates-refused": "no valid create was accepted",
  "required-not-shown": "a requirement that --require or --only named was not shown",
  "evidence-lost": "evidence was lost",
  "nothing-judged": "nothing was judged",
};
