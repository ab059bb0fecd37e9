import { resolve } from "node:path";
import { prepareExam } from "#assembly/exam.ts";
import type { Io } from "#cli/io.ts";
import { publishReport, requestedReports } from "#cli/published/publish.ts";
import type { RunCommandOptions } from "#cli/published/run-options.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { reading } from "#core/options/reading.ts";
import { changesOf, differencesOf } from "#core/recording/judge-again.ts";
import { judgedBy } from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import { readExamRecording, recordedExamReport } from "#exam/exam-recording.ts";
import { reportOfExam } from "#exam/report/report-of-exam.ts";
import { changesInWords } from "./judge-file.ts";

/**
 * Reaches the verdicts of an exam again from what `exam --record` kept, and writes the same reports.
 * @param givenStrict undefined: as it was then
 * @throws UsageError for a file that cannot be read, SpecError for a document
 */
export async function judgeExam(
  file: string,
  options: RunCommandOptions,
  givenStrict: boolean | undefined,
  io: Io,
): Promise<number> {
  const reports = await requestedReports(options.reports, "exam", io);
  const { recording, isCut, prepared, strict, report } = await readExam(file, options.spec, io, givenStrict);
  const { exam, judgedBy: then, verdicts } = recording;
  const code = await publishReport(reportOfExam(report, prepared.suite), { ...options, reports, strict }, io);
  if (isCut || verdicts === undefined)
    io.err(`note: ${escapeForTerminal(file)} is truncated: it was read up to its last whole line\n`);
  const differences = [
    ...differencesOf(then, judgedBy(prepared.contract, prepared.requirements)),
    ...(strict === exam.strict ? [] : ["--strict"]),
  ];
  const changes = changesOf(verdicts, report.verdicts);
  for (const line of changesInWords({ changes, differences }, "exam", report.words))
    io.err(`${escapeForTerminal(line)}\n`);
  return code;
}

/** The recording of an exam, judged. @throws UsageError for a file that cannot be read, SpecError for a document */
export async function readExam(file: string, spec: string | undefined, io: Io, givenStrict?: boolean) {
  const { recording, isCut } = await readExamFile(file, io);
  const prepared = await prepareExam(spec);
  const strict = givenStrict ?? recording.exam.strict;
  const report = io.secrets.redact(recordedExamReport(recording, prepared, strict));
  return { recording, isCut, prepared, strict, report };
}

/** The recording of an exam, whose key is a secret from then on. @throws UsageError for a file that holds none */
export async function readExamFile(file: string, { folder, secrets }: Io) {
  const remedy = "Give a file that `exam --record` wrote.";
  return reading({ what: "the recording of the exam", where: file, remedy }, async () => {
    const { lines, isCut } = await readLines(resolve(folder, file));
    const recording = readExamRecording(lines);
    secrets.add(recording.exam.key);
    return { recording, isCut };
  });
}
