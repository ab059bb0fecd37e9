import { isUtf8 } from "node:buffer";

/** A proxy may compress what was compressed before. */
const mostTimesPacked = 2;

/** The head of a gzip file without a name (RFC 1952, section 2.3). */
const gzipHead = 10;

/**
 * What bytes that are no text may hold, as Latin-1, if they are compressed: by gzip, zlib, brotli, zstd, or as bare deflate data.
 * Where they break off, or their checksum is wrong, what comes before that. Undefined for more than `mostBytes`.
 */
export function unpackings(
  bytes: Uint8Array,
  mostBytes: number,
  times = mostTimesPacked,
): readonly (string | undefined)[] {
  if (times === 0 || isUtf8(bytes)) return [];
  return unpack(bytes, mostBytes).flatMap((unpacked) =>
    unpacked === undefined
      ? [undefined]
      : [unpacked.toString("latin1"), ...unpackings(unpacked, mostBytes, times - 1)],
  );
}

function unpack(bytes: Uint8Array, maxOutputLength: number): readonly (Buffer | undefined)[] {
  // Loaded with the first body that is no text, which most runs never see.
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
  const deflated = { maxOutputLength, finishFlush: Z_SYNC_FLUSH };
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const ways: readonly (() => Buffer)[] = [
    ...(isGzip ? [() => zlib.inflateRawSync(bytes.subarray(gzipHead), deflated)] : []),
    () => zlib.unzipSync(bytes, deflated),
    () => zlib.inflateRawSync(bytes, deflated),
    () => zlib.brotliDecompressSync(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH }),
    () => zlib.zstdDecompressSync(bytes, { maxOutputLength, finishFlush: ZSTD_e_flush }),
  ];
  return ways.flatMap((way) => {
    try {
      const unpacked = way();
      return unpacked.length === 0 ? [] : [unpacked];
    } catch (error) {
      return error instanceof RangeError ? [undefined] : [];
    }
  });
}
