/** How many bytes may be held. Callers give estimates of memory, not lengths of text. */
export class Room {
  readonly #most: number;
  #used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** False where there is no room; nothing is taken then. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#most) return false;
    this.#used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#used -= bytes;
  }
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
  #isUnkept = false;

  constructor(maxBytes: number, mostKept: number, room: Room) {
    this.#maxBytes = maxBytes;
    this.#mostKept = mostKept;
    this.#room = room;
  }

  /** True once there were more bytes than could be kept: then none is. */
  get isUnkept(): boolean {
    return this.#isUnkept;
  }

  /** False, and nothing is kept, when the body becomes larger than it may be. */
  add(chunk: Uint8Array): boolean {
    const at = this.#length;
    this.#length += chunk.length;
    const isTooLarge = this.#length > this.#maxBytes;
    this.#isUnkept ||= !isTooLarge && !this.#makeRoom();
    if (isTooLarge || this.#isUnkept) this.#drop();
    else this.#kept.set(chunk, at);
    return !isTooLarge;
  }

  /** All bytes, in a new buffer; empty where they are not kept. Gives back the room that they took. */
  end(): Uint8Array {
    const all = Buffer.from(this.#kept.subarray(0, this.#length));
    this.#drop();
    return all;
  }

  #makeRoom(): boolean {
    const before = this.#kept;
    if (this.#length <= before.length) return true;
    const size = Math.min(this.#mostKept, Math.max(leastKept, this.#length, 2 * before.length));
    if (this.#length > size || !this.#room.take(size - before.length)) return false;
    this.#kept = Buffer.allocUnsafeSlow(size);
    this.#kept.set(before);
    return true;
  }

  #drop(): void {
    this.#room.give(this.#kept.length);
    this.#kept = Buffer.alloc(0);
  }
}
