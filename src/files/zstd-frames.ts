const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const dictionaryIdBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;

export class NotZstd extends Error {
  override readonly name = "NotZstd";
}

type State = "magic" | "skippable" | "descriptor" | "block" | "rest";

/**
 * Finds where zstd frames end (RFC 8878, section 3.1), in bytes that come piece by piece: the decompressor of Node reads one
 * frame from what it is given at once, and drops what comes behind it.
 */
export class ZstdFrames {
  #state: State = "magic";
  /** Bytes of the header that is being read. */
  #header: number[] = [];
  /** Bytes to pass over before the next header. */
  #skip = 0;
  #hasChecksum = false;

  get isWhole(): boolean {
    return this.#state === "magic" && this.#header.length === 0 && this.#skip === 0;
  }

  /** The index behind the frame that ends first in these bytes, from `from` on, if any does. @throws NotZstd */
  end(bytes: Uint8Array, from: number): number | undefined {
    for (let at = from; at < bytes.length; ) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, bytes.length - at);
        this.#skip -= passed;
        at += passed;
      } else {
        this.#header.push(bytes[at] ?? 0);
        at += 1;
        this.#read();
      }
      if (this.#state === "rest" && this.#skip === 0) {
        this.#state = "magic";
        return at;
      }
    }
    return undefined;
  }

  #read(): void {
    const header = this.#header;
    const value = header.reduceRight((sum, byte) => sum * 256 + byte, 0);
    if (this.#state === "magic" && header.length === 4) {
      if (value === frameMagic) this.#next("descriptor", 0);
      else if (value >= skippableMagic && value < skippableMagic + 16) this.#next("skippable", 0);
      else throw new NotZstd();
    } else if (this.#state === "skippable" && header.length === 4) {
      this.#next("rest", value);
    } else if (this.#state === "descriptor") {
      this.#hasChecksum = (value & 4) !== 0;
      const isSingle = (value & 32) !== 0;
      const size = contentSizeBytes[(value >> 6) as 0 | 1 | 2 | 3] || (isSingle ? 1 : 0);
      this.#next("block", (isSingle ? 0 : 1) + dictionaryIdBytes[(value & 3) as 0 | 1 | 2 | 3] + size);
    } else if (this.#state === "block" && header.length === 3) {
      const type = (value >> 1) & 3;
      if (type === 3) throw new NotZstd();
      const size = type === 1 ? 1 : value >> 3;
      const isLast = (value & 1) === 1;
      this.#next(isLast ? "rest" : "block", size + (isLast && this.#hasChecksum ? 4 : 0));
    }
  }

  #next(state: State, skip: number): void {
    this.#state = state;
    this.#header = [];
    this.#skip = skip;
  }
}
