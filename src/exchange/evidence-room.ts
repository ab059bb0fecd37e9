/** How much of one answer may be read. */
export interface AnswerBounds {
  /** Bytes of a body, its content codings undone. */
  readonly maxBytes: number;
  /** JSON values in it. */
  readonly maxValues: number;
}

/** What a run keeps of its answers: all of ordinary ones, and less and less of a target's that sends more. */
export interface EvidenceRoom {
  /** For the next answer: at most a quarter of what is left, and never less than an ordinary answer takes. */
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

const largestShare = 4;

/** `mostBytes`: of one body, whatever is left. */
export function evidenceRoom(mostBytes: number, whole: AnswerBounds = standard): EvidenceRoom {
  let { maxBytes, maxValues } = whole;
  return {
    next: () => ({
      maxBytes: Math.min(mostBytes, Math.max(least.maxBytes, Math.floor(maxBytes / largestShare))),
      maxValues: Math.max(least.maxValues, Math.floor(maxValues / largestShare)),
    }),
    took(bytes, values) {
      maxBytes = Math.max(0, maxBytes - bytes);
      maxValues = Math.max(0, maxValues - values);
    },
  };
}
