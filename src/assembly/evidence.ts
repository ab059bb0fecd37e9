import { certifiableExam, certifiableRun, isSameVerdicts } from "#certificate/judge-evidence.ts";
import { CertificateError } from "#certificate/statement/dsse.ts";
import { type JudgedRecording, sha256 } from "#certificate/statement/statement.ts";
import type { Session } from "#core/check/clients/session.ts";
import { jsonText } from "#core/json/escape.ts";
import { judgedBy, readRecording } from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import {
  isExamRecording,
  type RecordedExam,
  readExamRecording,
  recordedExamReport,
} from "#exam/exam-recording.ts";
import type { PreparedExam } from "#exam/exam-report.ts";
import { isUnreadable, Unreadable, whyUnreadable } from "#files/read-bounded.ts";
import { preparedFor } from "./assemble.ts";
import { prepareExam } from "./exam.ts";

interface EvidenceFile {
  readonly bytes: Buffer;
  /** Its ending says how it is compressed. */
  readonly name: string;
}

/** A recording as evidence of a certificate: its digest, and what judges it by this version of the suite, which throws CertificateError. */
export function evidenceIn(file: EvidenceFile, spec: string | undefined, secrets: Secrets) {
  const digest = sha256(file.bytes);
  return { digest, judge: () => judgeEvidence(file, digest, spec, secrets) };
}

async function judgeEvidence(
  { bytes, name }: EvidenceFile,
  digest: string,
  spec: string | undefined,
  secrets: Secrets,
): Promise<JudgedRecording> {
  const { lines, isCut } = await readable(name, async () => {
    const read = await readLines(bytes);
    for (const line of read.lines)
      if (jsonText(JSON.parse(line)) !== line) throw new Unreadable("a line is not JSON in its one form");
    return read;
  });
  if (isExamRecording(lines)) {
    const prepared = await prepareExam(spec);
    return readable(name, () => judgeExamRecording({ lines, isCut, digest }, prepared, secrets));
  }
  const recording = await readable(name, () => readRecording(lines));
  const prepared = await preparedFor({ spec, declared: recording.start.options.declared });
  return certifiableRun({ recording, isCut, digest }, prepared, secrets);
}

function judgeExamRecording(
  { lines, isCut, digest }: { lines: readonly string[]; isCut: boolean; digest: string },
  prepared: PreparedExam,
  secrets: Secrets,
): JudgedRecording {
  const recording = readExamRecording(lines);
  const { judgedBy: then, exam, sessions, verdicts } = recording;
  const judgedNow = judgedBy(prepared.contract, prepared.requirements);
  const { startedAtMs, endedAtMs, strict, interrupted, situations, source } = exam;
  const report = recordedExamReport(recording, prepared);
  const isCutShort = isCut || verdicts === undefined || interrupted;
  const isSame = isSameVerdicts(verdicts, report.verdicts);
  const isOtherSuite = then.version !== judgedNow.version || then.catalogue !== judgedNow.catalogue;
  const judged = {
    document: { ...report.spec, looser: prepared.contract.looser, untestedOperations: [] },
    ...{ verdicts: secrets.redact(report.verdicts), words: report.words, digest },
    ...({ startedAtMs, endedAtMs, clock: "wall", options: { source, situations, strict } } as const),
    ...{ judgedBy: then, judgedNow },
  };
  return certifiableExam(judged, report, strict, [
    [
      !isOtherSuite && prepared.suite.situations.some(({ name }) => !situations.includes(name)),
      "Some situations were left out by choice; run without --situation.",
    ],
    [isCutShort, "The exam was cut short, or the end of its recording is missing."],
    [!isCutShort && !isWhole(exam, sessions), "Its sessions are not one for each situation of the exam."],
    [!isCutShort && !isSame && !isOtherSuite, "Its recording gives other verdicts than the exam did."],
  ]);
}

/** A client that came to a port went through all situations in one session. */
function isWhole({ source, situations }: RecordedExam, sessions: readonly Session[]): boolean {
  const played = sessions.map(({ situation }) => situation);
  return source === "port" ? played.length === 1 : played.join() === situations.join();
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
