import type { Suites } from "../check/check.ts";
import type { Requirement } from "../check/requirement.ts";
import type { Contract } from "../contract/contract.ts";
import { judgeAgain } from "../evidence/judge-again.ts";
import type { Deviation } from "../evidence/record-deviations.ts";
import { type JudgedBy, judgedBy, type Recording, readRecording } from "../evidence/recording.ts";
import { compressionOf, readLines } from "../evidence/recording-file.ts";
import { deviationsFromPlan } from "../evidence/replay-plan.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { type JudgedEvidence, sha256 } from "./statement.ts";

/** What a suite is made of, for a document. */
export interface JudgedWith {
  readonly contract: Contract;
  readonly suites: Suites;
  readonly requirements: readonly Requirement[];
}

/** A recording that was judged again. */
export interface JudgedRecording extends JudgedEvidence {
  readonly recording: Recording;
  readonly with: JudgedWith;
  /** What the suite of this version is: another than the recording's where it was made by another. */
  readonly judgedNow: JudgedBy;
  /** Where it is not what the suite would have sent; undefined where it was made by another suite or document. */
  readonly deviations: readonly Deviation[] | undefined;
}

interface EvidenceFile {
  readonly bytes: Buffer;
  /** Its ending says how it is compressed. */
  readonly name: string;
}

/** A recording that cannot be judged; a sentence, with what to do. */
export class EvidenceError extends Error {
  override readonly name = "EvidenceError";
}

/**
 * Judges a recording by what this version has. A run is cut whose recording lacks its end.
 * @param prepare what is judged by, on this day of the removal (`--removal-date`)
 * @throws EvidenceError
 */
export async function judgeEvidence(
  { bytes, name }: EvidenceFile,
  prepare: (removalDate: string | undefined) => Promise<JudgedWith>,
  secrets: Secrets,
): Promise<JudgedRecording> {
  const { recording, isCut } = await readable(name, () => {
    const { lines, isCut } = readLines(bytes, compressionOf(name));
    for (const line of lines)
      if (JSON.stringify(JSON.parse(line)) !== line) throw new Error("a line is not JSON in its one form");
    return { recording: readRecording(lines), isCut };
  });
  const removalDate = recording.judgedBy.removalDate ?? undefined;
  const prepared = await prepare(removalDate);
  return readable(name, async () => {
    const { options } = recording.start;
    const judgedNow = judgedBy(prepared.contract, prepared.requirements, removalDate);
    const { run } = judgeAgain(recording, { ...prepared, options, removalDate, isCut });
    const isWhole = !isCut && recording.verdicts !== undefined;
    return {
      run: secrets.redact(isWhole ? run : { ...run, partial: true }),
      options,
      judgedBy: recording.judgedBy,
      baseUrl: recording.start.baseUrl,
      digest: sha256(bytes),
      probeAbout: prepared.suites.probe.about,
      recording,
      with: prepared,
      judgedNow,
      deviations: isSame(recording.judgedBy, judgedNow)
        ? await deviationsFromPlan(recording, { ...prepared, options })
        : undefined,
    };
  });
}

/** Where a document lies says nothing. */
function isSame(then: JudgedBy, now: JudgedBy): boolean {
  const { version, catalogue, document, removalDate } = now;
  return (
    then.version === version &&
    then.catalogue === catalogue &&
    then.document.digest === document.digest &&
    then.removalDate === removalDate
  );
}

/** What others wrote may have any shape: whatever it brings about is said of the file. */
async function readable<Result>(name: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new EvidenceError(
      `${name} is no recording that can be judged (${why}). Give a file that \`run --record\` wrote.`,
    );
  }
}
