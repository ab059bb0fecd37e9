import type { HeaderLine } from "../exchange.ts";

/** How much of one answer may be read. */
export interface AnswerBounds {
  /** Bytes of a body, its content codings undone. */
  readonly maxBytes: number;
  /** JSON values in it. */
  readonly maxValues: number;
  /** True where `maxBytes` is what is left of the run's room, and not the bound of one body. */
  readonly isWhatIsLeft?: boolean;
}

/** Room for an Error, one object or a short list. */
const small: AnswerBounds = { maxBytes: 16 * 1024, maxValues: 250 };
/**
 * Room for an Error or one object. It applies at the end of a run whose many small answers have filled the other
 * room, too.
 */
const least: AnswerBounds = { maxBytes: 2 * 1024, maxValues: 40 };

/**
 * Room for a whole run. A thorough run of a service whose objects have twenty fields needs a third of it. A value with its
 * place in the text, and what checks derive from it, takes some 300 bytes.
 */
const standard: AnswerBounds = { maxBytes: 8 * 1024 * 1024, maxValues: 120_000 };

/** A service with more operations gets more requests, and its answers need more room: up to four times as much. */
const ordinaryOperations = 75;

export function roomFor(operations: number): AnswerBounds {
  const times = Math.min(4, Math.max(1, operations / ordinaryOperations));
  return { maxBytes: standard.maxBytes * times, maxValues: standard.maxValues * times };
}

/** A larger body is never kept, however much may be read. */
export const mostKeptBytes = standard.maxBytes;

const largestShare = 4;

/** Bytes of headers in a whole run: 4 KiB for each of up to 3,000 answers. */
const maxHeaderBytes = 12 * 1024 * 1024;
/** Bytes that a header line takes in addition to its text. */
const lineBytes = 64;

/** What a run keeps of its answers: all of ordinary ones, and less and less of a target's that sends more. */
export class EvidenceRoom {
  readonly #mostBytes: number;
  readonly #whole: AnswerBounds;
  readonly #left: { maxBytes: number; maxValues: number };
  #headerBytes = 0;

  /** @param mostBytes of one body, whatever is left */
  constructor(mostBytes: number, whole: AnswerBounds = standard) {
    this.#mostBytes = mostBytes;
    this.#whole = whole;
    this.#left = { ...whole };
  }

  /**
   * The bounds of the next answer: at most a quarter of what is left, but never less than the smallest answers take.
   * If the user raised the bound of one body above that, an answer may take all that is left.
   */
  next(): AnswerBounds {
    const mostBytes = this.#mostBytes;
    const bytes = this.#share("maxBytes", mostBytes > this.#whole.maxBytes / largestShare ? 1 : largestShare);
    const maxValues = this.#share("maxValues", largestShare);
    return { maxBytes: Math.min(mostBytes, bytes), maxValues, isWhatIsLeft: bytes < mostBytes };
  }

  took(bytes: number, values: number): void {
    this.#left.maxBytes -= bytes;
    this.#left.maxValues -= values;
  }

  tookHeaders(lines: readonly HeaderLine[]): void {
    for (const [name, value] of lines) this.#headerBytes += name.length + value.length + lineBytes;
  }

  /** Why there is no room for another answer, one sentence: checks need its headers, so they cannot be left out. */
  full(): string | undefined {
    const most = maxHeaderBytes * Math.max(1, this.#whole.maxBytes / standard.maxBytes);
    return this.#headerBytes > most
      ? `the headers of the answers fill the ${most} bytes that a run keeps of them`
      : undefined;
  }

  #share(which: "maxBytes" | "maxValues", of: number): number {
    const left = this.#left[which];
    // Below zero: more was taken than was left.
    const leastOf = left > -this.#whole[which] / 2 ? small : least;
    return Math.max(leastOf[which], Math.floor(left / of));
  }
}

/** How much memory all bodies on their way may still take. */
export interface Room {
  leftBytes: number;
}

const leastKept = 4096;

/**
 * Puts what arrives into one buffer. A target may send a body in chunks of one byte, and a million small buffers would
 * take a hundred times the room. A body of more than `mostKept` bytes, or one for which `room` has no place, is read
 * to its end and not kept.
 */
export class BodyBytes {
  readonly #maxBytes: number;
  readonly #mostKept: number;
  readonly #room: Room;
  #kept = Buffer.alloc(0);
  #length = 0;
  /** False once there were more bytes than could be kept: then none is. */
  isKept = true;

  constructor(maxBytes: number, mostKept: number, room: Room) {
    this.#maxBytes = maxBytes;
    this.#mostKept = mostKept;
    this.#room = room;
  }

  /** False when the body becomes larger than it may be. */
  add(chunk: Uint8Array): boolean {
    const at = this.#length;
    this.#length += chunk.length;
    const isTooLarge = this.#length > this.#maxBytes;
    this.isKept &&= !isTooLarge && this.#makeRoom();
    if (this.isKept) this.#kept.set(chunk, at);
    else this.#drop();
    return !isTooLarge;
  }

  /** All bytes, in a new buffer; undefined where they are not kept. Gives back the room that they took. */
  end(): Uint8Array | undefined {
    const all = this.isKept ? Buffer.from(this.#kept.subarray(0, this.#length)) : undefined;
    this.#drop();
    return all;
  }

  #makeRoom(): boolean {
    const before = this.#kept;
    if (this.#length <= before.length) return true;
    const size = Math.min(this.#mostKept, Math.max(leastKept, this.#length, 2 * before.length));
    const more = size - before.length;
    if (this.#length > size || more > this.#room.leftBytes) return false;
    this.#room.leftBytes -= more;
    this.#kept = Buffer.allocUnsafeSlow(size);
    this.#kept.set(before);
    return true;
  }

  #drop(): void {
    this.#room.leftBytes += this.#kept.length;
    this.#kept = Buffer.alloc(0);
  }
}
