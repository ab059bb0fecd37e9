import { judgedBy, recordedVerdict } from "../core/recording/recording.ts";
import type { Secrets } from "../core/secrets/secrets.ts";
import { type ExamReport, type ExamSource, reportOf } from "../exam/exam-report.ts";
import type { Session } from "../exam/exchange.ts";
import { matcherOf } from "../exam/key-matcher.ts";
import { situations as allSituations } from "../exam/situations.ts";
import {
  type ExamRecording,
  type PreparedExam,
  type RecordedExam,
  readExamRecording,
} from "./exam-recording.ts";
import type { JudgedRecording } from "./judge-evidence.ts";
import { mustsTestedOf } from "./levels.ts";
import { obstacles } from "./obstacles.ts";

/** What the exam reported, from its recording alone. */
export function recordedExamReport(
  { exam, sessions }: ExamRecording,
  { contract, requirements }: PreparedExam,
  strict: boolean = exam.strict,
): ExamReport {
  const { startedAtMs, endedAtMs, interrupted } = exam;
  return reportOf({
    ...{ source: sourceOf(exam), sessions, contract, requirements, key: matcherOf(exam.key) },
    ...{ startedAtMs, endedAtMs, strict, interrupted },
  });
}

/** Judges an exam from its recording alone. @throws RecordingError */
export function judgeExamRecording(
  {
    lines,
    isCut,
    digest,
  }: { readonly lines: readonly string[]; readonly isCut: boolean; readonly digest: string },
  { contract, requirements }: PreparedExam,
  secrets: Secrets,
): JudgedRecording {
  const recording = readExamRecording(lines);
  const { judgedBy: then, exam, sessions, verdicts } = recording;
  const judgedNow = judgedBy(contract, requirements, undefined);
  const { startedAtMs, endedAtMs, strict, interrupted } = exam;
  const report = recordedExamReport(recording, { contract, requirements });
  const isCutShort = isCut || verdicts === undefined || interrupted;
  const isSame = JSON.stringify(verdicts) === JSON.stringify(report.verdicts.map(recordedVerdict));
  const isOtherSuite = then.version !== judgedNow.version || then.catalogue !== judgedNow.catalogue;
  const { situations, source } = exam;
  const mustsTested = mustsTestedOf(report.verdicts);
  return {
    level: mustsTested.tested < mustsTested.of ? "client partial" : "client",
    origin: undefined,
    document: { ...report.spec, looser: contract.looser, untestedOperations: [] },
    verdicts: secrets.redact(report.verdicts),
    ...{ startedAtMs, endedAtMs, clock: "wall" },
    options: { source, situations, strict },
    rateLimits: undefined,
    ...{ judgedBy: then, judgedNow, digest },
    obstacles: obstacles(report, strict, [
      [
        !isOtherSuite && allSituations.some(({ name }) => !situations.includes(name)),
        "Some situations were left out by choice; run without --situation.",
      ],
      [isCutShort, "The exam was cut short, or the end of its recording is missing."],
      [!isCutShort && !isWhole(exam, sessions), "Its sessions are not one for each situation of the exam."],
      [!isCutShort && !isSame && !isOtherSuite, "Its recording gives other verdicts than the exam did."],
    ]),
    // Clients are free in what they send: nothing can be replayed.
    deviations: undefined,
  };
}

/** A client that came to a port went through all situations in one session. */
function isWhole({ source, situations }: RecordedExam, sessions: readonly Session[]): boolean {
  const played = sessions.map(({ situation }) => situation);
  return source === "port" ? played.length === 1 : played.join() === situations.join();
}

function sourceOf({ source, client = "" }: RecordedExam): ExamSource {
  return source === "command" ? { kind: source, command: client } : { kind: source, url: client };
}
