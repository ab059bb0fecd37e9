import type { Verdict } from "#core/check/verdict.ts";

/** A requirement over all plays of one set-up. */
export interface PlayedVerdict extends Verdict {
  /** In how many of the plays it failed. */
  readonly failedIn: number;
  readonly plays: number;
}

/**
 * One verdict on each requirement: failed where it failed in most plays, since one failure may be the machine's; else
 * kept where it was tested in one. The findings are those of the first play that had some.
 */
export function foldPlays(plays: readonly (readonly Verdict[])[]): readonly PlayedVerdict[] {
  const [first = []] = plays;
  return first.map((verdict) => {
    const all = plays.flatMap((verdicts) => verdicts.filter(({ id }) => id === verdict.id));
    const failed = all.filter((one) => one.verdict === "fail");
    const passed = all.find((one) => one.verdict === "pass");
    const isFailed = failed.length * 2 > plays.length;
    const shown = (isFailed ? failed[0] : passed) ?? all.find((one) => one.verdict !== "fail") ?? verdict;
    const findings = failed[0]?.findings ?? [];
    return { ...shown, findings, failedIn: failed.length, plays: plays.length };
  });
}
