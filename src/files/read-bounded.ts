import { constants, createReadStream, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { devNull } from "node:os";
import type { Readable } from "node:stream";

const kilobyte = 1000;
const megabyte = 1000 * kilobyte;

/** How much of a file is read at most, by its kind; for a compressed one, also how much comes out of it. */
export const mostBytes = {
  secret: 64 * kilobyte,
  pem: 2 * megabyte,
  /** An OpenAPI document, each of its files. */
  document: 8 * megabyte,
  /** What people write: configuration, targets, and known failures. */
  written: 16 * megabyte,
  /** A certificate, a trust list, a list of revocations. */
  signed: 16 * megabyte,
  report: 64 * megabyte,
  /** A recording of a run or an exam: what is kept of a run is bounded when it is made, too. */
  recording: 128 * megabyte,
} as const;

/** What is read is not what it should be; says why, of "it". */
export class Unreadable extends Error {
  override readonly name: string = "Unreadable";
}

export class FileTooLarge extends Unreadable {
  override readonly name = "FileTooLarge";
  readonly code = "EFBIG";

  constructor(most: number) {
    super(
      `it is larger than ${most < megabyte ? `${most / kilobyte} kB` : `${most / megabyte} MB`}, and was not read on`,
    );
  }
}

/**
 * What a path leads to, as far as it is read: whatever else it is has no end, or would wait for what never comes.
 * @throws Unreadable for a folder, a device or a socket, and what looking at it throws
 */
export async function fileKind(path: string): Promise<"file" | "pipe" | "nothing"> {
  const found = await stat(path);
  if (found.isFile()) return "file";
  if (found.isFIFO()) return "pipe";
  if (found.isDirectory()) throw new Unreadable("it is a folder");
  if (found.isSocket()) throw new Unreadable("it is a socket");
  if (found.rdev === (await stat(devNull)).rdev) return "nothing";
  throw new Unreadable("it is a device, and has no end");
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/**
 * The bytes of a file or a pipe, of which no more than `most` are read. The bytes that come are counted, since a pipe reports no
 * size, and a file may grow.
 * @throws FileTooLarge, and what `fileKind`, `readPipe`, opening and reading throw
 */
export async function readBounded(path: string, most: number): Promise<Buffer> {
  const kind = await fileKind(path);
  if (kind === "nothing") return Buffer.alloc(0);
  // One byte more shows that there is more.
  return bytesWithin(kind === "pipe" ? await readPipe(path) : createReadStream(path, { end: most }), most);
}

/** All bytes of a stream. @throws FileTooLarge for more than `most`, and what reading throws */
export async function bytesWithin(source: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > most) throw new FileTooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** As `readBounded`; undefined where there is no such file. */
export async function readIfThere(path: string, most: number): Promise<Buffer | undefined> {
  return readBounded(path, most).catch((error: unknown) => {
    if (isFileError(error) && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
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
  if (error instanceof SyntaxError) return "it is not JSON, or is truncated";
  const known = "code" in error && typeof error.code === "string" ? reasons[error.code] : undefined;
  return known ?? error.message;
}

/** What reading a file and unpacking it throw: all of it has a code. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && "code" in error;
}

/** What reading what others wrote may throw for what they wrote; any other error is a mistake of ours. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Unreadable || error instanceof SyntaxError || isFileError(error);
}

/** How much one JSON text may hold, before it is parsed: a parser would fill the memory, or the stack, with more. */
interface JsonExtent {
  /** Objects, arrays, and what stands in them. */
  readonly values: number;
  /** How many objects and arrays stand inside one another. */
  readonly levels: number;
}

/** Of what is signed or recorded: far more than any of it has. */
export const usualExtent: JsonExtent = { values: 1_500_000, levels: 64 };

export function exceeds(text: Uint8Array, extent: JsonExtent): boolean {
  return valuesIn(text, extent) === undefined;
}

/** About how many values a text holds, at a glance; undefined where it exceeds the extent. What is no JSON may count as anything. */
export function valuesIn(
  text: Uint8Array,
  { values: most, levels: mostLevels }: JsonExtent,
): number | undefined {
  let [levels, values, isText] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isText = false;
    } else if (byte === 0x22) isText = true;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      values += 1;
      levels += 1;
      if (levels > mostLevels) return undefined;
    } else if (byte === 0x7d || byte === 0x5d) levels -= 1;
  }
  return values > most ? undefined : values;
}

/**
 * What comes out of a pipe with a name. Node reads files in threads, and a process with a thread that waits for a writer does
 * not end, whatever signal it gets; so the pipe is watched as a connection is.
 * @throws what opening it throws
 */
export async function readPipe(path: string): Promise<Readable> {
  const { Socket } = await import("node:net");
  // Opens at once, whether it has a writer or not.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
