import { jsonText } from "#core/json/escape.ts";
import type { Declared } from "#core/options/option.ts";
import { judgeAgain } from "#core/recording/judge-again.ts";
import {
  type JudgedBy,
  judgedBy,
  type Recording,
  readRecording,
  recordedVerdict,
} from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import type { PlayInput } from "#core/run/journal/play-journal.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { isUnreadable, Unreadable, whyUnreadable } from "#files/read-bounded.ts";
import { deviationSentence, obstacles, obstaclesOfRun } from "./obstacles.ts";
import { deviationsFromPlan } from "./replay/replay-plan.ts";
import { CertificateError } from "./statement/dsse.ts";
import {
  type JudgedEvidence,
  mustsTestedOf,
  type Predicate,
  serverLevel,
  sha256,
} from "./statement/statement.ts";

type PreparedRun = Omit<PlayInput, "options">;

interface Judging {
  /** Loads what runs are judged by, with what the owner of the service declared. */
  readonly run: (declared: Declared) => Promise<PreparedRun>;
  readonly exam: ExamEvidence;
}

/** The recording of an exam, in place of that of a run. */
export interface ExamEvidence {
  readonly recognises: (lines: readonly string[]) => boolean;
  /** Loads what it is judged by. What judges throws Unreadable for lines that are none. */
  readonly load: () => Promise<(evidence: ReadEvidence, secrets: Secrets) => JudgedExam>;
}

/** What the recording of an exam shows: of a client, which is free in what it sends, so that nothing can be replayed. */
export interface JudgedExam
  extends Pick<
    JudgedRecording,
    "document" | "words" | "startedAtMs" | "endedAtMs" | "clock" | "options" | "judgedBy" | "judgedNow"
  > {
  readonly verdicts: JudgedEvidence["verdicts"];
  readonly counts: Run["counts"];
  readonly outcome: Run["outcome"];
  readonly strict: boolean;
  /** Reasons against a certificate beside the verdicts: whether each holds, and its sentence. */
  readonly otherObstacles: readonly (readonly [boolean, string])[];
}

export interface ReadEvidence {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

export interface JudgedRecording extends JudgedEvidence {
  /** What the suite of this version is: another than the recording's where it was made by another. */
  readonly judgedNow: JudgedBy;
  /** Why it cannot be certified, a sentence each. */
  readonly obstacles: readonly string[];
  /** What of a run the suite would not have sent, as one sentence; undefined where there is nothing, or it was not replayed. */
  readonly notPlanned: string | undefined;
}

interface EvidenceFile {
  readonly bytes: Buffer;
  /** Its ending says how it is compressed. */
  readonly name: string;
}

/** A recording as evidence: its digest, and what judges it by what this version has. `judge` throws CertificateError. */
export function evidenceIn(file: EvidenceFile, judging: Judging, secrets: Secrets) {
  return { digest: sha256(file.bytes), judge: () => judgeEvidence(file, judging, secrets) };
}

/** @throws CertificateError */
export async function judgeEvidence(
  { bytes, name }: EvidenceFile,
  judging: Judging,
  secrets: Secrets,
): Promise<JudgedRecording> {
  const { lines, isCut } = await readable(name, async () => {
    const read = await readLines(bytes);
    for (const line of read.lines)
      if (jsonText(JSON.parse(line)) !== line) throw new Unreadable("a line is not JSON in its one form");
    return read;
  });
  const digest = sha256(bytes);
  if (judging.exam.recognises(lines)) {
    const judge = await judging.exam.load();
    return readable(name, () => certifiableExam(judge({ lines, isCut }, secrets), digest));
  }
  const recording = await readable(name, () => readRecording(lines));
  const prepared = await judging.run(recording.start.options.declared);
  return judgeRunRecording({ recording, isCut, digest }, prepared, secrets);
}

function certifiableExam(
  { counts, outcome, strict, otherObstacles, ...judged }: JudgedExam,
  digest: string,
): JudgedRecording {
  const { verdicts } = judged;
  const { tested, of } = mustsTestedOf(verdicts);
  return {
    ...judged,
    ...{ level: tested < of ? "client partial" : "client", origin: undefined, rateLimits: undefined },
    ...{ digest, notPlanned: undefined },
    obstacles: obstacles({ verdicts, counts, outcome }, strict, otherObstacles),
  };
}

/** A run is cut whose recording lacks its end. */
async function judgeRunRecording(
  { recording, isCut, digest }: { recording: Recording; isCut: boolean; digest: string },
  prepared: PreparedRun,
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
      ? deviationSentence(await deviationsFromPlan(recording, { ...prepared, options }))
      : undefined,
  };
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

/** What it does not hold is the file's fault; any other error is a fault of the suite. */
async function readable<Result>(name: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new CertificateError(
      `${name} is not a recording that can be judged (${whyUnreadable(error)}). Give a file that \`run --record\` or \`exam --record\` wrote.`,
    );
  }
}
