import type { Verdict, VerdictKind } from "../../src/check/verdict.ts";

/** A requirement over all plays of one set-up. */
export interface PlayedVerdict extends Verdict {
  /** In how many of the plays it failed. */
  readonly failedIn: number;
}

/** From what shows most to what shows least: a machine that is busy hides failures, and makes none. */
const order: readonly VerdictKind[] = ["fail", "pass"];

/** One verdict on each requirement: failed where it failed in one play, else kept where it was tested in one. */
export function foldPlays(plays: readonly (readonly Verdict[])[]): readonly PlayedVerdict[] {
  const [first = []] = plays;
  return first.map((verdict) => {
    const all = plays.flatMap((verdicts) => verdicts.filter(({ id }) => id === verdict.id));
    const shown = order.flatMap((kind) => all.find((one) => one.verdict === kind) ?? [])[0] ?? verdict;
    return { ...shown, failedIn: all.filter((one) => one.verdict === "fail").length };
  });
}
