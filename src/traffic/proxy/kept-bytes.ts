import type { Room } from "../../core/exchange/decoding/body-bytes.ts";

const none = Buffer.alloc(0);

/** Bytes that come in parts and are kept as long as there is room for them. */
export class KeptBytes {
  readonly #room: Room;
  readonly #most: number;
  #bytes: Buffer = none;
  #length = 0;
  #cost = 0;
  #isDropped = false;
  #hasRoom = true;

  constructor(room: Room, most: number) {
    this.#room = room;
    this.#most = most;
  }

  add(part: Buffer): void {
    if (this.#isDropped) return;
    const length = this.#length + part.length;
    if (length > this.#most) this.#drop();
    else if (this.#length === 0) this.#begin(part);
    else if (this.#grow(length)) {
      part.copy(this.#bytes, this.#length);
      this.#length = length;
    }
  }

  /** How much of the room it takes. */
  get cost(): number {
    return this.#cost;
  }

  /** False where something was added for which there was no room. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** All that was added, undefined where that was too much. Its room is given back: who goes on keeping it takes it anew. */
  release(): Buffer | undefined {
    const bytes = this.#isDropped ? undefined : this.#bytes.subarray(0, this.#length);
    this.#drop();
    return bytes;
  }

  #drop(): void {
    this.#isDropped = true;
    this.#bytes = none;
    this.#room.give(this.#cost);
    this.#cost = 0;
  }

  #begin(part: Buffer): void {
    const all = part.buffer.byteLength;
    // A part of a socket's buffer keeps all of it: it is copied where the rest is more.
    const isCopied = all > 2 * part.length;
    if (!this.#take(isCopied ? part.length : all)) return;
    this.#bytes = isCopied ? ownBuffer(part.length) : part;
    if (isCopied) part.copy(this.#bytes);
    this.#length = part.length;
  }

  /** Makes place for so many bytes: at least twice as many as before, so that small parts are not copied again and again. */
  #grow(length: number): boolean {
    if (length <= this.#bytes.length) return true;
    const size = Math.max(length, Math.min(2 * this.#length, this.#most));
    if (!this.#take(size)) return false;
    const before = this.#bytes;
    this.#bytes = ownBuffer(size);
    before.copy(this.#bytes, 0, 0, this.#length);
    this.#room.give(this.#cost - size);
    this.#cost = size;
    return true;
  }

  #take(bytes: number): boolean {
    if (this.#room.take(bytes)) {
      this.#cost += bytes;
      return true;
    }
    this.#hasRoom = false;
    this.#drop();
    return false;
  }
}

/** Not from the pool that small buffers share: keeping one would keep the whole pool. */
const ownBuffer = (length: number): Buffer => Buffer.allocUnsafeSlow(length);
