/** How much of one answer may be read. */
export interface AnswerBounds {
  /** Bytes of a body, its content codings undone. */
  readonly maxBytes: number;
  /** JSON values in it. */
  readonly maxValues: number;
  /** True where `maxBytes` is what is left of the run's room, and not the bound of one body. */
  readonly isWhatIsLeft?: boolean;
}

/** What a run keeps of its answers: all of ordinary ones, and less and less of a target's that sends more. */
export interface EvidenceRoom {
  /**
   * For the next answer: at most a quarter of what is left, and never less than an ordinary answer takes. Where the
   * bound of one body was raised above that, an answer may take all that is left.
   */
  next(): AnswerBounds;
  took(bytes: number, values: number): void;
}

/** An Error, a pet, or a short list. */
const least: AnswerBounds = { maxBytes: 16 * 1024, maxValues: 250 };

/**
 * For a whole run. A thorough one of a service whose pets have twenty fields needs a third of it. A value with its
 * place in the text, and what checks derive from it, takes some 300 bytes.
 */
const standard: AnswerBounds = { maxBytes: 8 * 1024 * 1024, maxValues: 120_000 };

/** No body that is larger can be kept, however much may be read of one. */
export const mostKeptBytes = standard.maxBytes;

const largestShare = 4;

/** `mostBytes`: of one body, whatever is left. */
export function evidenceRoom(mostBytes: number, whole: AnswerBounds = standard): EvidenceRoom {
  let { maxBytes, maxValues } = whole;
  const bytesShare = mostBytes > whole.maxBytes / largestShare ? 1 : largestShare;
  return {
    next: () => {
      const roomBytes = Math.max(least.maxBytes, Math.floor(maxBytes / bytesShare));
      return {
        maxBytes: Math.min(mostBytes, roomBytes),
        maxValues: Math.max(least.maxValues, Math.floor(maxValues / largestShare)),
        isWhatIsLeft: roomBytes < mostBytes,
      };
    },
    took(bytes, values) {
      maxBytes = Math.max(0, maxBytes - bytes);
      maxValues = Math.max(0, maxValues - values);
    },
  };
}
