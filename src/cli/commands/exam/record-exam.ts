import { resolve } from "node:path";
import { writeWhole } from "../../../core/files/write-whole.ts";
import { compressedLine, compressionOf } from "../../../core/recording/recording-file.ts";
import { createSecrets } from "../../../core/secrets/secrets.ts";
import { examLines, type RecordedExam } from "../../../exam/exam-recording.ts";
import type { ExamReport, PreparedExam } from "../../../exam/exam-report.ts";
import type { Situation } from "../../../exam/situation.ts";
import type { Io } from "../../io.ts";

/** What a report does not say of the exam. */
interface HowExamined {
  readonly chosen: readonly Situation[];
  readonly prepared: PreparedExam;
  readonly key: string;
  readonly strict: boolean;
  readonly interrupted: boolean;
}

/** Keeps an exam, so that it can be judged again and certified. */
export async function recordExam(
  path: string,
  report: ExamReport,
  { chosen, prepared, key, strict, interrupted }: HowExamined,
  { folder, env }: Pick<Io, "folder" | "env">,
): Promise<void> {
  const { startedAtMs, endedAtMs } = report;
  const situations = chosen.map(({ name }) => name);
  const { source } = report;
  const client = source.kind === "command" ? source.command : source.kind === "port" ? source.url : "";
  const exam: RecordedExam = {
    ...{ source: source.kind === "command" ? "command" : "port", client, situations },
    ...{ key, startedAtMs, endedAtMs, strict, interrupted },
  };
  // All that the user keeps secret, and not the key that the exam made.
  const secrets = createSecrets(env.PETSTORE_API_KEY ?? "");
  const compression = compressionOf(path);
  const lines = examLines(report, exam, prepared, secrets);
  await writeWhole(
    resolve(folder, path),
    [...lines].map((line) => compressedLine(line, compression)),
  );
}
