/** Of more nobody knows what it holds. */
const maxOutputLength = 1 << 22;

/** A proxy may compress what was compressed before. */
const mostTimesPacked = 2;

/** The head of a gzip file without a name (RFC 1952, section 2.3). */
const gzipHead = 10;

/**
 * What bytes that are no text may hold, as Latin-1, if they are compressed: by gzip, zlib, brotli, zstd, or as bare deflate data.
 * Where they break off, or their checksum is wrong, what comes before that. Undefined for more than can be looked through.
 */
export function unpackings(bytes: Uint8Array, times = mostTimesPacked): readonly (string | undefined)[] {
  return unpack(bytes).flatMap((unpacked) => {
    if (unpacked === undefined) return [undefined];
    const within = times > 1 ? unpackings(unpacked, times - 1) : [];
    return [unpacked.toString("latin1"), ...within];
  });
}

function unpack(bytes: Uint8Array): readonly (Buffer | undefined)[] {
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
