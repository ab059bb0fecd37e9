import { NotHttp } from "./head-fields.ts";
import type { HeadScanner } from "./http1-reader.ts";

const [lf, cr, colon] = [10, 13, 58];
const beginning = Buffer.from("HTTP/1.");

/** Finds where the head of an answer ends, and from where on it is none. */
export class AnswerHead implements HeadScanner {
  /** How much of `HTTP/1.` is there; all of it once the first line is being read. */
  #begun = 0;
  #isFirstLine = true;
  #previous = 0;
  #length = 0;
  #hasColon = false;

  scan(bytes: Buffer, at: number): number {
    for (let i = at; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (this.#begun < beginning.length) this.#begin(byte);
      else if (byte === lf) {
        if (this.#endLine()) return i + 1;
      } else {
        if (byte === colon && this.#length > 0) this.#hasColon = true;
        // A value that goes on in the next line (obs-fold).
        else if (this.#length === 0 && (byte === 32 || byte === 9)) this.#hasColon = true;
        if (byte !== cr) this.#length += 1;
      }
      this.#previous = byte;
    }
    return -1;
  }

  #begin(byte: number): void {
    // An empty line before it is passed over.
    if (this.#begun === 0 && (byte === cr || byte === lf)) return;
    if (byte !== beginning[this.#begun]) throw new NotHttp();
    this.#begun += 1;
  }

  /** True where the head ends with this line. */
  #endLine(): boolean {
    if (this.#previous !== cr) throw new NotHttp();
    const isEnd = this.#length === 0 && !this.#isFirstLine;
    if (!isEnd && !this.#hasColon && !this.#isFirstLine) throw new NotHttp();
    this.#length = 0;
    this.#hasColon = false;
    this.#isFirstLine = isEnd;
    if (isEnd) this.#begun = 0;
    return isEnd;
  }
}
