/** How many bytes may be held. What it is asked for is an estimate of the memory, not of the text. */
export interface Room {
  /** False where there is no room: then nothing may be kept. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Room for so many bytes, which also need room within another. */
export function createRoom(most: number, within?: Room): Room {
  let used = 0;
  return {
    take: (bytes) => {
      if (used + bytes > most || within?.take(bytes) === false) return false;
      used += bytes;
      return true;
    },
    give: (bytes) => {
      used -= bytes;
      within?.give(bytes);
    },
  };
}

const leastBlock = 4096;
const largestBlock = 256 * 1024;

/**
 * Copies what arrives into blocks. A target may send a body in chunks of one byte, and a million small buffers would
 * take a hundred times the room. A body of more than `mostKept` bytes, or one for which `room` has no place, is read
 * to its end and not kept.
 */
export function bodyBytes(maxBytes: number, mostKept: number, room: Room) {
  let blocks: Buffer[] = [];
  let free = 0;
  let used = 0;
  let taken = 0;
  let isUnkept = false;

  const drop = (): void => {
    room.give(taken);
    taken = 0;
    free = 0;
    blocks = [];
  };
  /** Fills the last block, and adds one where that does not do. */
  const keep = (chunk: Uint8Array): boolean => {
    let rest = chunk;
    while (rest.length > 0) {
      if (free === 0) {
        free = Math.min(largestBlock, mostKept - taken, Math.max(leastBlock, taken));
        if (!room.take(free)) return false;
        taken += free;
        blocks.push(Buffer.allocUnsafeSlow(free));
      }
      const block = blocks.at(-1) ?? Buffer.alloc(0);
      const piece = rest.subarray(0, free);
      block.set(piece, block.length - free);
      free -= piece.length;
      rest = rest.subarray(piece.length);
    }
    return true;
  };

  return {
    /** False, and nothing is kept, when the body becomes larger than it may be. */
    add(chunk: Uint8Array): boolean {
      used += chunk.length;
      if (used > maxBytes) drop();
      else if (!isUnkept && (used > mostKept || !keep(chunk))) {
        isUnkept = true;
        drop();
      }
      return used <= maxBytes;
    },
    /** All of them, in a buffer of their own; none where they are not kept. Gives back the room that they took. */
    end(): Uint8Array {
      const all = Buffer.allocUnsafeSlow(taken - free);
      let at = 0;
      for (const block of blocks) at += block.copy(all, at, 0, Math.min(block.length, all.length - at));
      drop();
      return all;
    },
    /** True once there were more than could be kept: none is then. */
    get isUnkept(): boolean {
      return isUnkept;
    },
  };
}
