import {
  type ExamEvidence,
  isSameVerdicts,
  type JudgedExam,
  type ReadEvidence,
} from "#certificate/judge-evidence.ts";
import type { Session } from "#core/check/clients/session.ts";
import { judgedBy } from "#core/recording/recording.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import {
  isExamRecording,
  type RecordedExam,
  readExamRecording,
  recordedExamReport,
} from "#exam/exam-recording.ts";
import type { PreparedExam } from "#exam/exam-report.ts";
import { prepareExam } from "./exam.ts";

/** The recordings of exams, as evidence of a certificate. */
export function examEvidence(spec: string | undefined): ExamEvidence {
  return {
    recognises: isExamRecording,
    load: async () => {
      const prepared = await prepareExam(spec);
      return (evidence, secrets) => judgeExamRecording(evidence, prepared, secrets);
    },
  };
}

/** Judges an exam from its recording alone. @throws Unreadable */
function judgeExamRecording(
  { lines, isCut }: ReadEvidence,
  prepared: PreparedExam,
  secrets: Secrets,
): JudgedExam {
  const recording = readExamRecording(lines);
  const { judgedBy: then, exam, sessions, verdicts } = recording;
  const judgedNow = judgedBy(prepared.contract, prepared.requirements);
  const { startedAtMs, endedAtMs, strict, interrupted } = exam;
  const report = recordedExamReport(recording, prepared);
  const isCutShort = isCut || verdicts === undefined || interrupted;
  const isSame = isSameVerdicts(verdicts, report.verdicts);
  const isOtherSuite = then.version !== judgedNow.version || then.catalogue !== judgedNow.catalogue;
  const { situations, source } = exam;
  const { words, counts, outcome } = report;
  return {
    document: { ...report.spec, looser: prepared.contract.looser, untestedOperations: [] },
    ...{ verdicts: secrets.redact(report.verdicts), words, counts, outcome, strict },
    ...{ startedAtMs, endedAtMs, clock: "wall", options: { source, situations, strict } },
    ...{ judgedBy: then, judgedNow },
    otherObstacles: [
      [
        !isOtherSuite && prepared.suite.situations.some(({ name }) => !situations.includes(name)),
        "Some situations were left out by choice; run without --situation.",
      ],
      [isCutShort, "The exam was cut short, or the end of its recording is missing."],
      [!isCutShort && !isWhole(exam, sessions), "Its sessions are not one for each situation of the exam."],
      [!isCutShort && !isSame && !isOtherSuite, "Its recording gives other verdicts than the exam did."],
    ],
  };
}

/** A client that came to a port went through all situations in one session. */
function isWhole({ source, situations }: RecordedExam, sessions: readonly Session[]): boolean {
  const played = sessions.map(({ situation }) => situation);
  return source === "port" ? played.length === 1 : played.join() === situations.join();
}
