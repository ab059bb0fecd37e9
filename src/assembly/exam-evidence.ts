import type { EvidenceKind, JudgedRecording, ReadEvidence } from "../certificate/judge-evidence.ts";
import { mustsTestedOf } from "../certificate/levels.ts";
import { obstacles } from "../certificate/obstacles.ts";
import type { Session } from "../core/check/session.ts";
import { judgedBy, recordedVerdict } from "../core/recording/recording.ts";
import type { Secrets } from "../core/secrets/secrets.ts";
import {
  isExamRecording,
  type RecordedExam,
  readExamRecording,
  recordedExamReport,
} from "../exam/exam-recording.ts";
import type { PreparedExam } from "../exam/exam-report.ts";
import { prepareExam } from "./exam.ts";

/** The recordings of exams, as evidence of a certificate. */
export function examEvidence(spec: string | undefined): EvidenceKind {
  return {
    recognises: isExamRecording,
    load: async () => {
      const prepared = await prepareExam(spec);
      return (evidence, secrets) => judgeExamRecording(evidence, prepared, secrets);
    },
  };
}

/** Judges an exam from its recording alone. @throws RecordingError */
function judgeExamRecording(
  { lines, isCut, digest }: ReadEvidence,
  prepared: PreparedExam,
  secrets: Secrets,
): JudgedRecording {
  const recording = readExamRecording(lines);
  const { judgedBy: then, exam, sessions, verdicts } = recording;
  const judgedNow = judgedBy(prepared.contract, prepared.requirements);
  const { startedAtMs, endedAtMs, strict, interrupted } = exam;
  const report = recordedExamReport(recording, prepared);
  const isCutShort = isCut || verdicts === undefined || interrupted;
  const isSame = JSON.stringify(verdicts) === JSON.stringify(report.verdicts.map(recordedVerdict));
  const isOtherSuite = then.version !== judgedNow.version || then.catalogue !== judgedNow.catalogue;
  const { situations, source } = exam;
  const mustsTested = mustsTestedOf(report.verdicts);
  return {
    level: mustsTested.tested < mustsTested.of ? "client partial" : "client",
    origin: undefined,
    document: { ...report.spec, looser: prepared.contract.looser, untestedOperations: [] },
    verdicts: secrets.redact(report.verdicts),
    words: report.words,
    ...{ startedAtMs, endedAtMs, clock: "wall" },
    options: { source, situations, strict },
    rateLimits: undefined,
    ...{ judgedBy: then, judgedNow, digest },
    obstacles: obstacles(report, strict, [
      [
        !isOtherSuite && prepared.suite.situations.some(({ name }) => !situations.includes(name)),
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
