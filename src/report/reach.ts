import type { Run } from "../run/run.ts";

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
  if (run.counts.must.fail > 0) parts.push(`${run.counts.must.fail} failed`);
  if (reach.notShown > 0) parts.push(`${reach.notShown} not shown`);
  if (reach.inconclusive > 0) parts.push(`${reach.inconclusive} inconclusive`);
  const looser =
    run.spec.looser.length > 0
      ? ` to a contract that is looser than the built-in one (${run.spec.looser.join("; ")})`
      : "";
  const partial = run.partial ? ", partial run" : "";
  return `${run.outcome}${looser}${partial}: ${parts.join(", ")}`;
}
