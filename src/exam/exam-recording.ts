import type { Session } from "../core/check/session.ts";
import {
  bytesFromJson,
  type JudgedBy,
  judgedBy,
  type RecordedVerdict,
  RecordingError,
  recordedVerdict,
  written,
} from "../core/recording/recording.ts";
import type { Secrets } from "../core/secrets/secrets.ts";
import { type ExamReport, type ExamSource, type PreparedExam, reportOf } from "./exam-report.ts";
import { matcherOf } from "./key-matcher.ts";

const form = "petstore-conformance exam";
/** Rises when a reader of the form before would read a recording wrongly. */
const version = 1;

/** How an exam was made. */
export interface RecordedExam {
  /** A command was started once for each situation, or one client came to a port. */
  readonly source: "command" | "port";
  /** The command as it was given, with its placeholders, or the address that was called. */
  readonly client?: string;
  /** The exam made it, and it opens nothing else: with it, what the client sent can be judged exactly. */
  readonly key: string;
  /** The situations that were chosen. */
  readonly situations: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly strict: boolean;
  readonly interrupted: boolean;
}

export interface ExamRecording {
  readonly judgedBy: JudgedBy;
  readonly exam: RecordedExam;
  readonly sessions: readonly Session[];
  /** The exam's own; undefined where the recording ends before them. */
  readonly verdicts: readonly RecordedVerdict[] | undefined;
}

/**
 * The lines of an exam's recording: how it was made, each session, the verdicts.
 * @param secrets those of the user; the exam's own key is none
 */
export function examLines(
  report: ExamReport,
  exam: RecordedExam,
  { contract, requirements }: PreparedExam,
  secrets: Secrets,
): readonly string[] {
  const by = judgedBy(contract, requirements);
  const verdicts = report.verdicts.map(recordedVerdict);
  return [
    { kind: "exam", form, version, judgedBy: by, exam },
    ...report.sessions.map((session) => ({ kind: "session", session })),
    { kind: "verdicts", verdicts },
  ].map((line) => written(secrets.redact(line)));
}

export function isExamRecording([first = ""]: readonly string[]): boolean {
  return first.startsWith(`{"kind":"exam","form":${JSON.stringify(form)}`);
}

type Line =
  | ({ readonly kind: "exam"; readonly version: number } & Pick<ExamRecording, "judgedBy" | "exam">)
  | { readonly kind: "session"; readonly session: Session }
  | { readonly kind: "verdicts"; readonly verdicts: readonly RecordedVerdict[] };

/** @throws RecordingError */
export function readExamRecording(lines: readonly string[]): ExamRecording {
  const [first, ...rest] = lines.map((line) => JSON.parse(line, bytesFromJson) as Line);
  if (first?.kind !== "exam") throw new RecordingError("it does not begin as the recording of an exam does");
  if (first.version !== version)
    throw new RecordingError(`it has form ${first.version}, and this version reads form ${version}`);
  const other = rest.find(({ kind }) => kind !== "session" && kind !== "verdicts");
  if (other !== undefined)
    throw new RecordingError(`it has a line of another kind, ${JSON.stringify(other.kind)}`);
  return {
    judgedBy: first.judgedBy,
    exam: first.exam,
    sessions: rest.flatMap((line) => (line.kind === "session" ? [line.session] : [])),
    verdicts: rest.find((line) => line.kind === "verdicts")?.verdicts,
  };
}

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

function sourceOf({ source, client = "" }: RecordedExam): ExamSource {
  return source === "command" ? { kind: source, command: client } : { kind: source, url: client };
}
