/** Status line and header fields together; no real service sends a larger head. */
export const maxHeadBytes = 64 * 1024;

/** A line of four bytes takes a hundred in memory and in a report: 64 KiB of them are 16,000. Servers send some 20. */
export const maxHeaderLines = 256;

/**
 * In a list of 100 things this is 20 kB for each of them. Six such bodies in
 * flight, their text and their values fit into the 200 MB that a run may take.
 */
export const defaultMaxBodyBytes = 2 * 1024 * 1024;

/** What `--max-body` may be, in bytes. */
export const maxBodyRange = { least: 64_000, most: 64_000_000 } as const;

/** Chunk sizes, chunk extensions and trailers may take as much room again as the body itself. */
const framingFactor = 2;

export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
  readonly part: "head" | "framing";
  /** How much of it is read. */
  readonly maxBytes: number;
  constructor(part: "head" | "framing", maxBytes: number) {
    super(`the ${part} of an answer is too large`);
    this.part = part;
    this.maxBytes = maxBytes;
  }
}

/**
 * Bounds the bytes of one answer as they come in, framing included: the HTTP parser bounds neither a status line
 * nor chunk extensions and trailers, and a body of chunks of one byte is six times as large on the wire.
 */
export function answerSize(maxBodyBytes: number) {
  const most = maxHeadBytes + framingFactor * maxBodyBytes;
  let inHead = true;
  let bytes = 0;
  let last = "";

  return {
    /** A request goes out: what comes next is the head of a response. */
    expectResponse(): void {
      inHead = true;
      bytes = 0;
      last = "";
    },
    /** @throws AnswerTooLarge when the answer has become larger than any that is read. */
    count(chunk: Buffer): void {
      bytes += chunk.length;
      if (inHead) {
        // The end of the head may be cut anywhere.
        inHead = !chunk.includes("\r\n\r\n") && !(last + chunk.toString("latin1", 0, 3)).includes("\r\n\r\n");
        last = (last + chunk.toString("latin1", Math.max(0, chunk.length - 3))).slice(-3);
        if (inHead && bytes > maxHeadBytes) throw new AnswerTooLarge("head", maxHeadBytes);
      }
      if (bytes > most) throw new AnswerTooLarge("framing", most);
    },
  };
}
