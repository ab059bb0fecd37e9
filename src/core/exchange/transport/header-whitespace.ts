const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20] as const;

export interface HeaderWhitespaceFilter {
  /** A request goes out: what comes next is the head of a response. */
  expectResponse(): void;
  /** The bytes to read on with; whitespace at their end waits for what follows it. */
  pass(chunk: Buffer): Buffer;
}

/**
 * Removes spaces and tabs from the ends of header lines: they are not part of a value (RFC 9110, 5.5), and undici rejects a
 * Content-Length that is followed by one. The status line stays as it is, and so does a line of whitespace alone, which
 * would otherwise end the head.
 */
export function headerWhitespaceFilter(): HeaderWhitespaceFilter {
  let state: "status-line" | "fields" | "through" = "through";
  let isLineEmpty = true;
  /** Whitespace whose line may still go on. */
  let waiting: number[] = [];

  return {
    expectResponse() {
      state = "status-line";
      isLineEmpty = true;
      waiting = [];
    },
    pass(chunk) {
      if (state === "through") return chunk;
      const kept: number[] = [];
      for (const [at, byte] of chunk.entries()) {
        if (byte === lineFeed) {
          if (state === "fields" && isLineEmpty) return through(kept, chunk.subarray(at));
          state = "fields";
          isLineEmpty = true;
        } else if (state === "fields" && (byte === space || byte === tab)) {
          waiting.push(byte);
          continue;
        } else if (byte === carriageReturn) {
          if (!isLineEmpty) waiting = [];
          else if (waiting.length > 0) isLineEmpty = false;
        } else isLineEmpty = false;
        for (const one of waiting) kept.push(one);
        waiting = [];
        kept.push(byte);
      }
      return Buffer.from(kept);
    },
  };

  function through(kept: readonly number[], rest: Buffer): Buffer {
    state = "through";
    return Buffer.concat([Buffer.from(kept), rest]);
  }
}
