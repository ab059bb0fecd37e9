import type { Run } from "../run/result.ts";
import type { JudgedRecording } from "./judge-evidence.ts";
import type { JudgedEvidence } from "./statement.ts";

/**
 * Why evidence cannot be certified, a sentence each; none where it can. A should that failed, that nothing showed, or that
 * only a deeper profile tests is named in the certificate and does not keep it back: without `--strict` the run conforms.
 */
export function obstaclesOf({ run, options }: Pick<JudgedEvidence, "run" | "options">): readonly string[] {
  const { verdicts, profile, partial, suiteErrors } = run;
  const ids = (some: Run["verdicts"]) => some.map(({ id }) => id).join(", ");
  const named = (level: string, verdict: string) =>
    verdicts.filter((one) => one.level === level && one.verdict === verdict);
  const failed = [...named("must", "fail"), ...(options.strict ? named("should", "fail") : [])];
  const inconclusive = named("must", "inconclusive");
  const skipped = named("must", "skipped");
  const isSelected = options.only.length > 0 || options.skip.length > 0 || options.replay !== undefined;
  const found: readonly (readonly [boolean, string])[] = [
    [failed.length > 0, `It fails ${ids(failed)}.`],
    [inconclusive.length > 0, `It is inconclusive about ${ids(inconclusive)}.`],
    [
      isSelected || skipped.length > 0,
      "Some requirements were left out by choice; run without --only, --skip and --replay.",
    ],
    // In later rounds, requests go out beside the answers that they rest on: they cannot be replayed.
    [run.rounds !== undefined, "It has several rounds; run without --rounds and --for."],
    [partial, "The run was cut short, or the end of its recording is missing."],
    [suiteErrors.length > 0, "The suite itself failed in this run."],
    [profile === "quick", "The profile quick shows too little; run with --profile thorough."],
    [named("must", "pass").length === 0, "No must was tested."],
  ];
  const sentences = found.flatMap(([is, sentence]) => (is ? [sentence] : []));
  // What `--require` names may be untested.
  return sentences.length === 0 && run.outcome !== "conforming" ? [`It is ${run.outcome}.`] : sentences;
}

const mostNamed = 3;

/** What in a recording the suite would not have sent, as one sentence; undefined where there is nothing. */
export function deviationSentence({
  deviations = [],
}: Pick<JudgedRecording, "deviations">): string | undefined {
  if (deviations.length === 0) return undefined;
  const named = deviations.slice(0, mostNamed).map(({ label, what }) => `"${label}": ${what}`);
  const more = deviations.length > mostNamed ? `; and ${deviations.length - mostNamed} more` : "";
  return `${named.join("; ")}${more}.`;
}
