import { maxHeadBytes } from "../decoding/answer-size.ts";

/** No real service sends more 1xx responses than this before one answer, or larger ones. */
export const maxInterimResponses = 20;

/** The length of `HTTP/1.1 100`: enough to recognise an interim response. */
const statusLineBytes = 12;

export class TooManyInterimResponses extends Error {
  override readonly name = "TooManyInterimResponses";
}

/**
 * Takes 1xx responses out of what a connection delivers. A client has to ignore those that it did not
 * ask for (RFC 9110, section 15.2), and undici ends the connection at a 100. A 101 stays: nobody asked
 * for another protocol, and undici says so.
 */
export function interimFilter() {
  let state: "status-line" | "interim-head" | "through" = "through";
  let held: Buffer = Buffer.alloc(0);
  let seen = 0;

  return {
    /** A request goes out: what comes next is the head of a response. */
    expectResponse(): void {
      state = "status-line";
      held = Buffer.alloc(0);
      seen = 0;
    },
    /**
     * The bytes to read on with; empty when all of them belong to an interim response, or are too few to decide.
     * @throws TooManyInterimResponses
     */
    pass(chunk: Buffer): Buffer {
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = Buffer.alloc(0);
      while (state !== "through") {
        if (state === "status-line") {
          const line = bytes.toString("latin1", 0, statusLineBytes);
          if (line.length < statusLineBytes && mayBecomeInterim(line)) return hold(bytes);
          state = /^HTTP\/1\.[01] 1(?!01)/.test(line) ? "interim-head" : "through";
          continue;
        }
        const end = bytes.indexOf("\r\n\r\n");
        if (end === -1 ? bytes.length > maxHeadBytes : ++seen > maxInterimResponses) {
          throw new TooManyInterimResponses();
        }
        if (end === -1) return hold(bytes);
        bytes = bytes.subarray(end + 4);
        state = "status-line";
      }
      return bytes;
    },
  };

  function hold(bytes: Buffer): Buffer {
    held = bytes;
    return Buffer.alloc(0);
  }
}

function mayBecomeInterim(line: string): boolean {
  return ["HTTP/1.1 1", "HTTP/1.0 1"].some((start) => line.startsWith(start.slice(0, line.length)));
}

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20] as const;

/** Whether a whole head stands here of which nothing would be removed: nearly all are, and bytes one by one take time. */
function isPlainHead(chunk: Buffer): boolean {
  const end = chunk.indexOf("\r\n\r\n");
  return end >= 0 && !/[ \t][\r\n]/.test(chunk.toString("latin1", 0, end + 2));
}

/**
 * Removes spaces and tabs from the ends of header lines: they are not part of a value (RFC 9110, 5.5), and undici rejects a
 * Content-Length that is followed by one. The status line stays as it is, and so does a line of whitespace alone, which
 * would otherwise end the head.
 */
export function headerWhitespaceFilter() {
  let state: "status-line" | "fields" | "through" = "through";
  let isLineEmpty = true;
  /** Whitespace whose line may still go on. */
  let waiting: number[] = [];

  return {
    /** A request goes out: what comes next is the head of a response. */
    expectResponse(): void {
      state = "status-line";
      isLineEmpty = true;
      waiting = [];
    },
    /** The bytes to read on with; whitespace at their end waits for what follows it. */
    pass(chunk: Buffer): Buffer {
      if (state === "through") return chunk;
      if (state === "status-line" && isLineEmpty && isPlainHead(chunk)) {
        state = "through";
        return chunk;
      }
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
