import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import { holding } from "#report/words/sentences.ts";
import type { Deviation } from "./replay/replay-plan.ts";

/**
 * Why a run cannot be certified, a sentence each; none where it can. A should that failed, that nothing showed, or that
 * only a deeper profile tests is named in the certificate and does not keep it back: without `--strict` the run conforms.
 */
export function obstaclesOfRun(run: Run, options: RunOptions): readonly string[] {
  const { profile, partial, suiteErrors, words } = run;
  const redacted = run.verdicts
    .filter(({ reason }) => String(reason?.kind) === "redacted")
    .map(({ id }) => id);
  const isSelected = options.only.length > 0 || options.skip.length > 0 || options.replay !== undefined;
  return obstacles(run, options.strict, [
    [
      isSelected || run.counts.must.skipped > 0,
      "Some requirements were left out by choice; run without only, skip and replay.",
    ],
    [
      redacted.length > 0,
      `What it shows of ${redacted.join(", ")} was redacted in the recording: an answer repeats the key, or a header that was sent. Use a key that no answer holds.`,
    ],
    // In later rounds, requests go out beside the answers that they rest on: they cannot be replayed.
    [run.rounds !== undefined, "It has several rounds; run without rounds and for."],
    [partial, "The run was cut short, or the end of its recording is missing."],
    [suiteErrors.length > 0, "The suite itself failed in this run."],
    [profile === "quick", "The profile quick tests too little; run with --profile thorough."],
    // Ruling 6.
    [
      options.consistencyWaitMs > defaultOptions.consistencyWaitMs,
      `Lists were given ${options.consistencyWaitMs / 1000} s to hold a created ${words.thing}, and may lag ${defaultOptions.consistencyWaitMs / 1000} s; run without consistency-wait.`,
    ],
    [
      options.now !== undefined || options.declared.removalDate !== undefined,
      "It was judged as of a day that was given; run without now and removal-date. A document with another day of removal is given with --spec.",
    ],
  ]);
}

/** The same for whatever has verdicts. */
export function obstacles(
  { verdicts, counts, outcome }: Pick<Run, "verdicts" | "counts" | "outcome">,
  strict: boolean,
  others: readonly (readonly [boolean, string])[],
): readonly string[] {
  const ids = (level: string, verdict: string) =>
    verdicts.filter((one) => one.level === level && one.verdict === verdict).map(({ id }) => id);
  const failed = [...ids("must", "fail"), ...(strict ? ids("should", "fail") : [])];
  const inconclusive = ids("must", "inconclusive");
  const sentences = holding([
    [failed.length > 0, `It fails ${failed.join(", ")}.`],
    [inconclusive.length > 0, `It is inconclusive about ${inconclusive.join(", ")}.`],
    ...others,
    [counts.must.pass === 0, "No must was tested."],
  ]);
  // What `--require` names may be untested.
  return sentences.length === 0 && outcome !== "conforming" ? [`It is ${outcome}.`] : sentences;
}

/** Why it does not answer a challenge; undefined where it does, or where there is none. */
export function otherChallenge(seed: unknown, challenge: number | undefined): string | undefined {
  if (challenge === undefined || seed === challenge) return undefined;
  return seed === undefined
    ? "An exam of a client has no seed, so it answers no challenge."
    : `The run used the seed ${String(seed)}, and the challenge is ${challenge}.`;
}

const mostNamed = 3;

/** What in a recording the suite would not have sent, as one sentence; undefined where there is nothing. */
export function deviationSentence(deviations: readonly Deviation[]): string | undefined {
  if (deviations.length === 0) return undefined;
  const named = deviations.slice(0, mostNamed).map(({ label, what }) => `"${label}": ${what}`);
  const more = deviations.length > mostNamed ? `; and ${deviations.length - mostNamed} more` : "";
  return `${named.join("; ")}${more}.`;
}
