import { open } from "node:fs/promises";

const kilobyte = 1000;
const megabyte = 1000 * kilobyte;

const readAtOnce = 64 * kilobyte;

/** How much of a file is read at most, by its kind; for a compressed one, also how much comes out of it. */
export const mostBytes = {
  /** The file of a key or a password. */
  secret: 64 * kilobyte,
  /** Certificates and keys in PEM. */
  pem: 2 * megabyte,
  /** An OpenAPI document, each of its files. */
  document: 8 * megabyte,
  /** What people write: configuration, targets, known failures; and what `init` would replace. */
  written: 16 * megabyte,
  /** A certificate, a trust file, a list of revocations. */
  signed: 16 * megabyte,
  /** A JSON report of a run. */
  report: 64 * megabyte,
  /** The result of one part of much traffic. */
  part: 256 * megabyte,
  /** A recording of a run or an exam: what is kept of a run is bounded when it is made, too. */
  recording: 128 * megabyte,
} as const;

/** A file that is not read on; completes "it". */
export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
  readonly code = "EFBIG";

  constructor(most: number) {
    super(
      `it is larger than ${most < megabyte ? `${most / kilobyte} kB` : `${most / megabyte} MB`}, and was not read on`,
    );
  }
}

/**
 * The bytes of a file or a pipe, of which no more than `most` are read. The bytes that come are counted, since a pipe or a
 * device reports no size.
 * @throws FileTooLarge, and what opening and reading throw
 */
export async function readBounded(path: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const file = await open(path);
  try {
    // One byte more shows that there is more.
    while (size <= most) {
      const buffer = Buffer.allocUnsafe(Math.min(readAtOnce, most + 1 - size));
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return Buffer.concat(chunks);
      chunks.push(buffer.subarray(0, bytesRead));
      size += bytesRead;
    }
  } finally {
    await file.close();
  }
  throw new FileTooLarge(most);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "its permissions forbid it",
  EMFILE: "this machine allows no more open files (ulimit -n)",
  ENFILE: "this machine allows no more open files",
  EIO: "reading it failed",
};

/** Why a file cannot be read, in words, without its path; whatever reading it threw. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = "code" in error && typeof error.code === "string" ? reasons[error.code] : undefined;
  return known ?? error.message;
}

/** What reading a file and unpacking it throw: all of it has a code. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && "code" in error;
}
