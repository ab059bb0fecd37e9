import { resolve } from "node:path";
import { preparedFor } from "#assembly/assemble.ts";
import { prepareExam } from "#assembly/exam.ts";
import type { Io } from "#cli/io.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import { reading } from "#core/options/usage-error.ts";
import { type ChangesSince, type JudgedAgain, judgeAgain } from "#core/recording/judge-again.ts";
import { readRecording } from "#core/recording/recording.ts";
import { readLines } from "#core/recording/recording-file.ts";
import type { RunOptions } from "#core/run/options.ts";
import { readExamRecording, recordedExamReport } from "#exam/exam-recording.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";

/** Judges by another document where `spec` is given, and with other options of the run. @throws UsageError, SpecError */
export async function judgeFile(
  file: string,
  folder: string,
  spec?: string,
  optionsOf = (then: RunOptions) => then,
): Promise<JudgedAgain> {
  const remedy = "Give a file that `run --record` wrote.";
  const { isCut, recording } = await reading({ what: "the recording", where: file, remedy }, async () => {
    const { lines, isCut } = await readLines(resolve(folder, file));
    return { isCut, recording: readRecording(lines) };
  });
  const options = optionsOf(recording.start.options);
  return judgeAgain(recording, {
    ...(await preparedFor({ spec, declared: options.declared })),
    options,
    isCut: isCut || recording.verdicts === undefined,
  });
}

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

export function changesInWords(
  { changes, differences }: ChangesSince,
  whose: "run" | "exam",
  words: SuiteWords,
): readonly string[] {
  const why = differences.length === 0 ? "" : ` (changed since: ${differences.join(", ")})`;
  if (changes.length === 0) return differences.length === 0 ? [] : [`note: no verdict changes${why}`];
  return [
    `note: ${changes.length === 1 ? "one verdict differs" : `${changes.length} verdicts differ`} from the ${whose}'s${why}:`,
    ...changes.map(({ id, before, now: to, reason, seen }) => {
      const because = reasonInWords({ reason }, words) ?? (seen && `got ${seen}`);
      return `  ${id}: ${before} then, ${to} now${because === undefined ? "" : ` (${because})`}`;
    }),
  ];
}
