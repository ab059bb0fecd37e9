import { resolve } from "node:path";
import type { Declared } from "#core/options/option.ts";
import { reading } from "#core/options/reading.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";
import type { Io } from "../io.ts";
import { kindOfBytes, otherKind } from "./file-kinds.ts";

/** A file that the user names. @param what names it in messages. @throws UsageError */
export async function readNamedFile(
  path: string,
  { folder }: Pick<Io, "folder">,
  { most = mostBytes.signed, ...words }: { most?: number; what?: string; remedy?: string } = {},
): Promise<Buffer> {
  return reading({ where: path, ...words }, () => readBounded(resolve(folder, path), most));
}

const endingsBySize = [".ndjson.gz", ".ndjson.zst", ".ndjson"];

/** Of the files beside a certificate, `NAME.json`, its recording. */
export function recordingBeside(certificate: string, names: readonly string[]): string | undefined {
  return endingsBySize
    .map((ending) => certificate.replace(/\.json$/, ending))
    .find((one) => one !== certificate && names.includes(one));
}

/**
 * Reads a recording: the SHA-256 of its bytes, and what judges it by this version of the suite when that is asked for.
 * @param spec as `--spec` has it
 * @throws UsageError, and `judge` EvidenceError
 */
export async function readEvidenceFile(
  path: string,
  spec: string | undefined,
  io: Pick<Io, "folder" | "secrets">,
) {
  const { evidenceIn } = await import("#certificate/judge-evidence.ts");
  const { examEvidence } = await import("#assembly/exam-evidence.ts");
  const { preparedFor } = await import("#assembly/assemble.ts");
  const bytes = await readNamedFile(path, io, { most: mostBytes.recording });
  const kind = await kindOfBytes(bytes);
  if (kind === "certificate" || kind === "traffic" || kind === "continuation")
    throw otherKind(path, kind, "the recording of a run or of an exam");
  const judging = {
    run: (declared: Declared) => preparedFor({ spec, declared }),
    others: [examEvidence(spec)],
  };
  return evidenceIn({ bytes, name: path }, judging, io.secrets);
}
