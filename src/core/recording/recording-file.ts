import { resolve } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { mostBytes, Unreadable, usualExtent, valuesIn } from "#files/read-bounded.ts";
import { linesOf, maxLineBytes, type ReadState, readBytes, unpackedBytes } from "#files/read-lines.ts";
import { FileUntilLost, type OpenFile, openEmpty } from "#files/write-whole.ts";
import type { KeptEntry } from "../run/journal/journal.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { type JudgedBy, lineOf, verdictLine } from "./recording.ts";

/**
 * How a recording of this name has its lines. Each is compressed by itself, as a gzip member or a zstd frame of its own: both
 * formats are made to be concatenated, and a process that is killed leaves every line that it wrote.
 */
export function packingFor(path: string): (line: string) => Uint8Array {
  const ended = (line: string) => Buffer.from(`${line}\n`);
  if (path.endsWith(".gz")) return (line) => gzipSync(ended(line));
  if (path.endsWith(".zst")) return (line) => zstdCompressSync(ended(line));
  return ended;
}

/** A recording, to which whole lines are written, without their ends. @throws where the file cannot be opened */
export function openLines(path: string): OpenFile<string> {
  const [file, packed] = [openEmpty(path), packingFor(path)];
  return { ...file, write: (line) => file.write(packed(line)) };
}

/**
 * The whole lines of a recording, and whether there was something after the last of them. Of packed data that break off or
 * are damaged: all lines before that.
 * @param source a path, or the bytes of a file
 * @throws Unreadable for more than a recording holds, and what reading the file throws
 */
export async function readLines(
  source: string | Buffer,
): Promise<{ readonly lines: readonly string[]; readonly isCut: boolean }> {
  const state: ReadState = { isCut: false, tooLong: 0 };
  const chunks =
    typeof source === "string" ? readBytes(source, state) : unpackedBytes(inPieces(source), state);
  const lines: string[] = [];
  let left = usualExtent.values;
  for await (const line of linesOf(bounded(chunks), state)) {
    const values = valuesIn(line, { ...usualExtent, values: left });
    if (values === undefined) throw tooLarge();
    left -= values;
    lines.push(line.toString("utf8"));
  }
  if (state.tooLong > 0) throw tooLarge();
  return { lines, isCut: state.isCut };
}

const pieceBytes = 1 << 18;

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > mostBytes.recording) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): Unreadable {
  return new Unreadable(
    `it holds more than a recording does (${mostBytes.recording / 1e6} MB, ${maxLineBytes / 2 ** 20} MiB and ${usualExtent.levels} levels a line, ${usualExtent.values / 1e6} million values); give a file that was recorded`,
  );
}

export interface RecordPlace {
  /** Ends in .ndjson, .ndjson.gz or .ndjson.zst. */
  readonly path: string;
  readonly folder: string;
  /** How the user calls the option. */
  readonly option: string;
  /** Called once, and says why, where the disk takes no more: that ends the recording alone. */
  readonly onLost: (sentence: string) => void;
}

export class Recorder extends FileUntilLost {
  readonly #judgedBy: JudgedBy;

  /** @throws where the file cannot be opened */
  constructor({ path, folder, onLost }: RecordPlace, judgedBy: JudgedBy) {
    super(openLines(resolve(folder, path)), onLost);
    this.#judgedBy = judgedBy;
  }

  journal(entry: KeptEntry): void {
    this.write(() => lineOf(entry, this.#judgedBy));
  }

  /** Writes the last line: the verdicts of the run. */
  finish(run: Redacted<Run>): void {
    this.write(() => verdictLine(run));
  }
}
