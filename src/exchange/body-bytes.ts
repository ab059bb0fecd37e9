/** The bytes of a body as they arrive. */
export interface BodyBytes {
  /** False, and nothing is kept, when the body becomes larger than it may be. */
  add(chunk: Uint8Array): boolean;
  /** All of them, in a buffer of their own. */
  all(): Uint8Array;
}

/**
 * Copies what arrives into one buffer: a target may send a body in chunks of one byte, and a million small
 * buffers take a hundred times the room of what is in them.
 */
export function bodyBytes(maxBytes: number): BodyBytes {
  let room = Buffer.alloc(0);
  let used = 0;
  return {
    add(chunk) {
      const needed = used + chunk.length;
      if (needed > maxBytes) return false;
      if (needed > room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, 2 * room.length, 4096)));
        room.copy(larger, 0, 0, used);
        room = larger;
      }
      room.set(chunk, used);
      used = needed;
      return true;
    },
    all: () => Buffer.copyBytesFrom(room, 0, used),
  };
}
