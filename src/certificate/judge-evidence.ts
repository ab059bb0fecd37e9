import type { PreparedSuite } from "#core/check/suite.ts";
import { judgeAgain } from "#core/recording/judge-again.ts";
import { type JudgedBy, judgedBy, type Recording, recordedVerdict } from "#core/recording/recording.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { deviationSentence, obstacles, obstaclesOfRun } from "./obstacles.ts";
import { type Deviation, deviationsFromPlan } from "./replay/replay-plan.ts";
import {
  type EvidenceOfEither,
  type JudgedEvidence,
  mustsTestedOf,
  type Predicate,
  serverLevel,
} from "./statement/statement.ts";

export interface JudgedRecording extends JudgedEvidence {
  /** What the suite of this version is: another than the recording's where it was made by another. */
  readonly judgedNow: JudgedBy;
  /** Why it cannot be certified, a sentence each. */
  readonly obstacles: readonly string[];
  /** What of a run the suite would not have sent, as one sentence; undefined where there is nothing, or it was not replayed. */
  readonly notPlanned: string | undefined;
}

/** What the recording of an exam shows: of a client, which is free in what it sends, so that nothing can be replayed. */
interface JudgedExam extends EvidenceOfEither {
  readonly judgedNow: JudgedBy;
  readonly counts: Run["counts"];
  readonly outcome: Run["outcome"];
  readonly strict: boolean;
  /** Reasons against a certificate beside the verdicts: whether each holds, and its sentence. */
  readonly otherObstacles: readonly (readonly [boolean, string])[];
}

export function certifiableExam({
  counts,
  outcome,
  strict,
  otherObstacles,
  ...judged
}: JudgedExam): JudgedRecording {
  const { verdicts } = judged;
  const { tested, of } = mustsTestedOf(verdicts);
  return {
    ...judged,
    ...{ level: tested < of ? "client partial" : "client", origin: undefined, rateLimits: undefined },
    notPlanned: undefined,
    obstacles: obstacles({ verdicts, counts, outcome }, strict, otherObstacles),
  };
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
  const isJudgedAsThen = isSame(then, judgedNow);
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

/** An experiment is not judged: in a run that does not fail, it would hide an answer. */
function experimentsWithoutFailure({ outcome, exchanges }: Run): readonly Deviation[] {
  if (outcome === "non-conforming") return [];
  const experiments = exchanges.filter(({ recheck }) => recheck === "experiment");
  return experiments.map(({ label }) => ({ label, what: "only a run that fails makes experiments" }));
}

function rateLimitsOf(
  { verdicts }: Run,
  { rateLimit }: RunOptions,
  probeAbout: readonly string[],
): Predicate["rateLimits"] {
  if (rateLimit === "off") return "declared off";
  const musts = verdicts.filter(({ id, level }) => level === "must" && probeAbout.includes(id));
  const areTested = musts.length > 0 && musts.every(({ verdict }) => verdict === "pass");
  return areTested ? "covered" : "not covered";
}

/** Whether these are the verdicts that it named at its end: with others, the recording was changed afterwards. */
export function isSameVerdicts(then: Recording["verdicts"], now: Run["verdicts"]): boolean {
  return JSON.stringify(then) === JSON.stringify(now.map(recordedVerdict));
}

/** The path of a document does not matter. */
function isSame(then: JudgedBy, now: JudgedBy): boolean {
  const { version, catalogue, document } = now;
  return then.version === version && then.catalogue === catalogue && then.document.digest === document.digest;
}
