import { resolve } from "node:path";
import { Readable } from "node:stream";
import { reading, UsageError } from "#core/options/usage-error.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";
import { firstBytes, unpackedBytes } from "#files/read-lines.ts";
import type { Io } from "./io.ts";

type FileKind = "recording" | "exam" | "certificate" | "report" | "traffic" | "other";

/** By how a file begins. What begins otherwise may be traffic without a first line of its own. */
const beginnings: readonly (readonly [FileKind, RegExp])[] = [
  ["recording", /^\s*\{"kind":"start".{0,200}?"form":"petstore-conformance recording"/],
  ["exam", /^\s*\{"kind":"exam","form":"petstore-conformance exam"/],
  ["certificate", /^\s*\{\s*"payloadType":/],
  ["report", /^\s*\{\s*"schemaVersion":/],
  ["traffic", /^\s*\{"form":"petstore-conformance traffic"|^\s*\{\s*"log":/],
];

const words: Readonly<Record<Exclude<FileKind, "other">, string>> = {
  recording: "the recording of a run",
  exam: "the recording of an exam",
  certificate: "a certificate",
  report: "a JSON report",
  traffic: "traffic",
};

export async function kindOfFile(file: string, folder: string): Promise<FileKind> {
  return kindOfBeginning(await reading({ where: file }, () => firstBytes(resolve(folder, file))));
}

async function kindOfBytes(bytes: Buffer): Promise<FileKind> {
  const unpacked = unpackedBytes(Readable.from([bytes]), { isCut: false, tooLong: 0 });
  const { value: first, done } = await unpacked.next();
  return done === true ? "other" : kindOfBeginning(first);
}

function kindOfBeginning(bytes: Buffer): FileKind {
  const text = bytes.toString("utf8", 0, 1000);
  return beginnings.find(([, beginning]) => beginning.test(text))?.[0] ?? "other";
}

/** A file of one kind, where another is asked for: `wanted` completes "and … is asked for". */
export function otherKind(file: string, kind: Exclude<FileKind, "other">, wanted: string): UsageError {
  return new UsageError({
    what: `the file is ${words[kind]}, and ${wanted} is asked for`,
    where: file,
    remedy:
      "`judge` takes recordings and traffic, `exam --evidence` the traffic of clients, `verify` certificates, `compare` the reports and the recordings of runs.",
  });
}

/** A file that the user names. @param what names it in messages. @throws UsageError */
export async function readNamedFile(
  path: string,
  folder: string,
  { most = mostBytes.signed, ...words }: { most?: number; what?: string; remedy?: string } = {},
): Promise<Buffer> {
  return reading({ where: path, ...words }, () => readBounded(resolve(folder, path), most));
}

const endingsBySize = [".ndjson.gz", ".ndjson.zst", ".ndjson"];

/** The recording of a certificate `NAME.json`, of the files beside it. */
export function recordingBeside(certificate: string, names: readonly string[]): string | undefined {
  return endingsBySize
    .map((ending) => certificate.replace(/\.json$/, ending))
    .find((one) => one !== certificate && names.includes(one));
}

/** Its SHA-256, and what judges it by this version of the suite. @throws UsageError, and `judge` CertificateError */
export async function readEvidenceFile(path: string, spec: string | undefined, io: Io) {
  const { evidenceIn } = await import("#assembly/evidence.ts");
  const bytes = await readNamedFile(path, io.folder, { most: mostBytes.recording });
  const kind = await kindOfBytes(bytes);
  if (kind === "certificate" || kind === "report" || kind === "traffic")
    throw otherKind(path, kind, "the recording of a run or of an exam");
  return evidenceIn({ bytes, name: path }, spec, io.secrets);
}
