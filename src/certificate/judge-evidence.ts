import type { PreparedSuite } from "#core/check/suite.ts";
import { judgeAgain } from "#core/recording/judge-again.ts";
import { type JudgedBy, judgedBy, type Recording, recordedVerdict } from "#core/recording/recording.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import type { Judgement, Run } from "#core/run/result.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { holding } from "#report/words/sentences.ts";
import { type Deviation, deviationsFromPlan } from "./replay/replay-plan.ts";
import { type JudgedRecording, mustsTestedOf, serverLevel } from "./statement/statement.ts";

/**
 * Adds what the recording of an exam says of a certificate. A client is free in what it sends, so that nothing can be replayed.
 * @param others reasons against a certificate beside the verdicts: whether each holds, and its sentence
 */
export function certifiableExam(
  judged: Omit<JudgedRecording, "level" | "obstacles">,
  exam: Judgement,
  strict: boolean,
  others: readonly (readonly [boolean, string])[],
): JudgedRecording {
  const { tested, of } = mustsTestedOf(exam.verdicts);
  const level = tested < of ? "client partial" : "client";
  return { ...judged, level, obstacles: obstacles(exam, strict, others) };
}

interface RecordedRun {
  readonly recording: Recording;
  /** Its end is missing. */
  readonly isCut: boolean;
  readonly digest: string;
}

export async function certifiableRun(
  { recording, isCut, digest }: RecordedRun,
  prepared: PreparedSuite,
  secrets: Secrets,
): Promise<JudgedRecording> {
  const { judgedBy: then, start, verdicts } = recording;
  const { options } = start;
  const { run } = await judgeAgain(recording, { ...prepared, options, isCut });
  const judgedNow = judgedBy(prepared.contract, prepared.requirements);
  const isWhole = !isCut && verdicts !== undefined;
  const isJudgedAsThen = basisOf(then) === basisOf(judgedNow);
  const isChanged = isWhole && isJudgedAsThen && !isSameVerdicts(verdicts, run.verdicts);
  return {
    level: serverLevel(options),
    origin: start.baseUrl.origin,
    document: run.spec,
    verdicts: secrets.redact(run.verdicts),
    words: run.words,
    cases: run.cases,
    startedAtMs: run.startedAtMs,
    endedAtMs: run.endedAtMs,
    clock: run.clock,
    // Without members that are undefined.
    options: JSON.parse(JSON.stringify(options)),
    rateLimits: rateLimitsOf(run, options, prepared.suite.probe.about),
    judgedBy: then,
    judgedNow,
    digest,
    obstacles: [
      ...obstaclesOfRun(isWhole ? run : { ...run, partial: true }, options),
      ...(isChanged ? ["Its recording gives other verdicts than the run did."] : []),
    ],
    notPlanned: isJudgedAsThen
      ? deviationSentence([
          ...(await deviationsFromPlan(recording, { ...prepared, options })),
          ...experimentsWithoutFailure(run),
        ])
      : undefined,
  };
}

/** The path of a document does not matter. */
const basisOf = ({ version, catalogue, document }: JudgedBy) => [version, catalogue, document.digest].join();

/** An experiment is not judged: in a run that does not fail, it would hide an answer. */
function experimentsWithoutFailure({ outcome, exchanges }: Run): readonly Deviation[] {
  if (outcome === "non-conforming") return [];
  const experiments = exchanges.filter(({ recheck }) => recheck === "experiment");
  return experiments.map(({ label }) => ({ label, what: "only a run that fails makes experiments" }));
}

function rateLimitsOf({ verdicts }: Run, { rateLimit }: RunOptions, probeAbout: readonly string[]) {
  if (rateLimit === "off") return "declared off";
  const musts = verdicts.filter(({ id, level }) => level === "must" && probeAbout.includes(id));
  const areTested = musts.length > 0 && musts.every(({ verdict }) => verdict === "pass");
  return areTested ? "covered" : "not covered";
}

/** Whether these are the verdicts that it named at its end: with others, the recording was changed afterwards. */
export function isSameVerdicts(then: Recording["verdicts"], now: Run["verdicts"]): boolean {
  return JSON.stringify(then) === JSON.stringify(now.map(recordedVerdict));
}

/**
 * Why a run cannot be certified, a sentence each; none where it can. A should that failed, that nothing showed, or that
 * only a deeper profile tests is named in the certificate and does not keep it back: without `--strict` the run conforms.
 */
function obstaclesOfRun(run: Run, options: RunOptions): readonly string[] {
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
function obstacles(
  { verdicts, counts, outcome }: Judgement,
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

const mostNamed = 3;

/** What in a recording the suite would not have sent, as one sentence; undefined where there is nothing. */
function deviationSentence(deviations: readonly Deviation[]): string | undefined {
  if (deviations.length === 0) return undefined;
  const named = deviations.slice(0, mostNamed).map(({ label, what }) => `"${label}": ${what}`);
  const more = deviations.length > mostNamed ? `; and ${deviations.length - mostNamed} more` : "";
  return `${named.join("; ")}${more}.`;
}
