import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { fileKind, readPipe } from "./read-bounded.ts";

/** The result of reading a file; complete once the file is read. */
export interface ReadState {
  /** True where the file ends within a line, or its compressed data break off. */
  isCut: boolean;
  tooLong: number;
}

const highWaterMark = 1 << 18;

/** What was already taken from a pipe, which can be read only once, and is still to be read. */
const begun = new Map<string, { readonly chunks: AsyncGenerator<Buffer>; readonly state: ReadState }>();

/**
 * The bytes of a file or a pipe, unpacked where they begin as gzip or zstd data do, in memory that does not grow with it.
 * Data that break off, or are damaged, end there, and `state` says so.
 * @throws Unreadable for a folder or a device, and what opening and reading the file throws
 */
export async function* readBytes(path: string, state: ReadState): AsyncGenerator<Buffer> {
  const looked = begun.get(path);
  if (looked === undefined) {
    const kind = await fileKind(path);
    if (kind === "nothing") return;
    const source = kind === "pipe" ? await readPipe(path) : createReadStream(path, { highWaterMark });
    return yield* unpackedBytes(source, state);
  }
  begun.delete(path);
  yield* looked.chunks;
  state.isCut ||= looked.state.isCut;
}

/** What `readBytes` gives first; it can be read from its beginning afterwards. Empty for an empty file. @throws as `readBytes` */
export async function firstBytes(path: string): Promise<Buffer> {
  const state: ReadState = { isCut: false, tooLong: 0 };
  const chunks = readBytes(path, state);
  const { value: first = Buffer.alloc(0), done } = await chunks.next();
  if ((await stat(path)).isFile()) await chunks.return(undefined);
  else if (done !== true) begun.set(path, { chunks: beginningWith(first, chunks), state });
  return first;
}

/** Closes the others, too, where reading ends with the first. */
export async function* beginningWith(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest = others[Symbol.asyncIterator]();
  try {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

/** As `readBytes`, of bytes that come from elsewhere. */
export async function* unpackedBytes(
  source: AsyncIterable<Buffer>,
  state: ReadState,
): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  for (let isOver = false; first.length < 4 && !isOver; ) {
    const { value, done } = await chunks.next();
    isOver = done === true;
    if (!isOver) first = Buffer.concat([first, value]);
  }
  if (first.length === 0) return;
  const magic = first.toString("hex", 0, 4);
  const all = beginningWith(first, { [Symbol.asyncIterator]: () => chunks });
  if (magic.startsWith("1f8b")) yield* unpacked(all, createGunzip(), state);
  else if (magic === "28b52ffd") yield* unpacked(frameByFrame(all, state), createZstdDecompress(), state);
  else yield* all;
}

async function* unpacked(
  source: AsyncIterable<Buffer>,
  through: Transform,
  state: ReadState,
): AsyncGenerator<Buffer> {
  const from = Readable.from(source);
  // An error of reading the file is thrown where the unpacked bytes are read.
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

/**
 * The same bytes, where a piece ends with each zstd frame: the decompressor of Node reads one frame from what it is given at once,
 * and drops what comes behind it.
 */
async function* frameByFrame(source: AsyncIterable<Buffer>, state: ReadState): AsyncGenerator<Buffer> {
  const parts = partsOfFrames();
  let part = parts.next();
  let [read, value] = [0, 0];
  for await (const bytes of source) {
    let from = 0;
    for (let at = 0; at < bytes.length && part.done !== true; ) {
      const { kind, length } = part.value;
      const taken = bytes.subarray(at, at + length - read);
      if (kind !== "rest") for (const [place, byte] of taken.entries()) value += byte * 256 ** (read + place);
      at += taken.length;
      read += taken.length;
      while (part.done !== true && read === part.value.length) {
        part = parts.next(value);
        [read, value] = [0, 0];
      }
      if (part.done !== true && part.value.kind === "magic" && read === 0) {
        yield bytes.subarray(from, at);
        from = at;
      }
    }
    if (part.done === true) break;
    if (from < bytes.length) yield bytes.subarray(from);
  }
  if (part.done === true || part.value.kind !== "magic" || read > 0) state.isCut = true;
}

/** A longer line is skipped: it could fill the memory. */
export const maxLineBytes = 32 << 20;

const newline = 10;

/** The whole lines of what is read, without their ends; those that are empty are left out. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  state: ReadState,
  maxBytes = maxLineBytes,
): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) begun = [];
    else begun.push(part);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, to));
      from = to + 1;
      if (length > maxBytes) state.tooLong += 1;
      const [only] = begun;
      const line = begun.length === 1 && only !== undefined ? only : Buffer.concat(begun);
      if (line.length > 0) yield line;
      begun = [];
      length = 0;
    }
    take(chunk.subarray(from));
  }
  if (length > 0) state.isCut = true;
}

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const dictionaryIdBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;

/** The bytes that come next. `magic` begins a frame; a `header` has a value, the least byte first; a `rest` is passed over. */
interface Part {
  readonly kind: "magic" | "header" | "rest";
  readonly length: number;
}

/** The parts of zstd data (RFC 8878, section 3.1), each given the value of the one before. Ends where they are none. */
function* partsOfFrames(): Generator<Part, void, number> {
  for (;;) {
    const magic = yield { kind: "magic", length: 4 };
    if (magic >= skippableMagic && magic < skippableMagic + 16)
      yield { kind: "rest", length: yield { kind: "header", length: 4 } };
    else if (magic !== frameMagic || !(yield* partsOfFrame())) return;
  }
}

/** Those behind its magic number. False where they are none of a frame. */
function* partsOfFrame(): Generator<Part, boolean, number> {
  const descriptor = yield { kind: "header", length: 1 };
  const isSingle = (descriptor & 32) !== 0;
  const size = contentSizeBytes[(descriptor >> 6) as 0 | 1 | 2 | 3] || (isSingle ? 1 : 0);
  const dictionaryId = dictionaryIdBytes[(descriptor & 3) as 0 | 1 | 2 | 3];
  yield { kind: "rest", length: (isSingle ? 0 : 1) + dictionaryId + size };
  for (let isLast = false; !isLast; ) {
    const block = yield { kind: "header", length: 3 };
    const type = (block >> 1) & 3;
    if (type === 3) return false;
    isLast = (block & 1) === 1;
    yield { kind: "rest", length: type === 1 ? 1 : block >> 3 };
  }
  if ((descriptor & 4) !== 0) yield { kind: "rest", length: 4 };
  return true;
}
