import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { openExclusive } from "../files/exclusive-file.ts";

/** How a recording is compressed: by the file's ending. */
export type Compression = "none" | "gzip" | "zstd";

export const recordingEndings = /\.ndjson(?:\.gz|\.zst)?$/;

export function compressionOf(path: string): Compression {
  if (path.endsWith(".gz")) return "gzip";
  return path.endsWith(".zst") ? "zstd" : "none";
}

/** Takes whole lines; what it was given is with the operating system when `write` returns. */
export interface LineFile {
  write(line: string): void;
  close(): void;
}

/**
 * Each line is compressed by itself, as a gzip member or a zstd frame of its own, and written at once: both formats
 * are made to be concatenated, and a process that is killed leaves every line that it wrote.
 * @throws FileInUse where another process writes it; where the file cannot be opened or written
 */
export function createLineFile(path: string): LineFile {
  const compression = compressionOf(path);
  const file = openExclusive(path);
  return {
    write: (line) => file.write(compressedLine(line, compression)),
    close: file.close,
  };
}

export function compressedLine(line: string, compression: Compression): Buffer {
  const bytes = Buffer.from(`${line}\n`);
  if (compression === "none") return bytes;
  return compression === "gzip" ? gzipSync(bytes) : zstdCompressSync(bytes);
}

/** No file is unpacked beyond this: a recording of a run is far smaller. */
const maxBytes = 1 << 30;

/** The whole lines of a file, and whether there was something after the last of them. */
export function readLines(
  bytes: Buffer,
  compression: Compression,
): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const { plain, isCut } = decompressed(bytes, compression);
  const lines: string[] = [];
  let from = 0;
  for (let to = plain.indexOf(10, from); to !== -1; to = plain.indexOf(10, from)) {
    lines.push(plain.toString("utf8", from, to));
    from = to + 1;
  }
  return { lines, isCut: isCut || from < plain.length };
}

function decompressed(bytes: Buffer, compression: Compression): Plain {
  switch (compression) {
    case "none":
      return { plain: bytes, isCut: false };
    case "gzip":
      return gunzipped(bytes);
    case "zstd":
      return unpackedFrames(bytes);
  }
}

interface Plain {
  readonly plain: Buffer;
  readonly isCut: boolean;
}

/** All that is there, though the last member be cut. */
function gunzipped(bytes: Buffer): Plain {
  try {
    return { plain: gunzipSync(bytes, { maxOutputLength: maxBytes }), isCut: false };
  } catch {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return { plain: gunzipSync(bytes, { finishFlush, maxOutputLength: maxBytes }), isCut: true };
  }
}

/** Every whole frame: zlib reads one at a time. */
function unpackedFrames(bytes: Buffer): Plain {
  const frames: Buffer[] = [];
  let left = maxBytes;
  for (let at = 0; at < bytes.length; ) {
    const frame = unpackedFrame(bytes.subarray(at), left);
    if (frame === undefined) return { plain: Buffer.concat(frames), isCut: true };
    frames.push(frame.plain);
    left -= frame.plain.length;
    at += frame.length;
  }
  return { plain: Buffer.concat(frames), isCut: false };
}

function unpackedFrame(bytes: Buffer, maxOutputLength: number) {
  try {
    // The types leave out what `info` adds.
    const { buffer, engine } = zstdDecompressSync(bytes, { info: true, maxOutputLength }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return engine.bytesWritten === 0 ? undefined : { plain: buffer, length: engine.bytesWritten };
  } catch {
    return undefined;
  }
}
