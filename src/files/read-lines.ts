import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { NotZstd, ZstdFrames } from "./zstd-frames.ts";

/** What came of reading a file; whole once it is read. */
export interface ReadState {
  /** True where the file ends within a line, or its compressed data break off. */
  isCut: boolean;
  /** Lines that were passed over, for they are longer than a line may be. */
  tooLong: number;
}

const highWaterMark = 1 << 18;

/**
 * The bytes of a file, unpacked where it begins as gzip or zstd data do, in memory that does not grow with it. Data that break
 * off, or are damaged, end there, and `state` says so.
 * @throws what opening and reading the file throws
 */
export async function* readBytes(path: string, state: ReadState): AsyncGenerator<Buffer> {
  const magic = await firstBytes(path);
  const source: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark });
  if (magic.startsWith("1f8b")) yield* unpacked(source, createGunzip(), state);
  else if (magic === "28b52ffd") yield* unpacked(frameByFrame(source, state), createZstdDecompress(), state);
  else yield* source;
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("hex", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* unpacked(
  source: AsyncIterable<Buffer>,
  through: Transform,
  state: ReadState,
): AsyncGenerator<Buffer> {
  const from = Readable.from(source);
  // What reading the file throws comes out of the unpacked bytes.
  from.on("error", (error) => through.destroy(error));
  try {
    yield* from.pipe(through) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && /^Z(?:STD)?_/.test(String(error.code)))) throw error;
    state.isCut = true;
  } finally {
    from.destroy();
  }
}

async function* frameByFrame(source: AsyncIterable<Buffer>, state: ReadState): AsyncGenerator<Buffer> {
  const frames = new ZstdFrames();
  for await (const bytes of source) {
    let from = 0;
    try {
      for (let end = frames.end(bytes, from); end !== undefined; end = frames.end(bytes, from)) {
        yield bytes.subarray(from, end);
        from = end;
      }
    } catch (error) {
      if (!(error instanceof NotZstd)) throw error;
      state.isCut = true;
      return;
    }
    if (from < bytes.length) yield bytes.subarray(from);
  }
  if (!frames.isWhole) state.isCut = true;
}

/** A longer line is passed over: it could fill the memory. */
const maxLineBytes = 32 << 20;

const newline = 10;

/** The whole lines of what is read, without their ends; those that are empty are left out. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  state: ReadState,
  maxBytes = maxLineBytes,
): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  let isTooLong = false;
  const take = (part: Buffer): void => {
    length += part.length;
    isTooLong ||= length > maxBytes;
    if (isTooLong) begun = [];
    else begun.push(part);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, to));
      from = to + 1;
      if (isTooLong) state.tooLong += 1;
      const [only] = begun;
      const line = begun.length === 1 && only !== undefined ? only : Buffer.concat(begun);
      if (line.length > 0) yield line;
      begun = [];
      length = 0;
      isTooLong = false;
    }
    take(chunk.subarray(from));
  }
  if (length > 0) state.isCut = true;
}
