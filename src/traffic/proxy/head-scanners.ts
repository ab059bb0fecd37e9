import { NotHttp } from "./head-fields.ts";
import type { HeadScanner } from "./http1-reader.ts";

const [tab, lf, cr, blank, colon, slash] = [9, 10, 13, 32, 58, 47];
const hostName = Buffer.from("host");
const connect = Buffer.from("CONNECT");

type State = "before" | "word" | "authority" | "name" | "field" | "host";

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122;
const isOfScheme = (byte: number): boolean =>
  isLetter(byte) || (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46;
const endsAuthority = (byte: number): boolean =>
  byte <= blank || byte === slash || byte === 63 || byte === 35;

/**
 * Finds where the head of a request ends, and writes the target's host in the place of the one that the client named: in every
 * field Host, however it is spelled, and in a target that has an authority. Each byte is decided on as it comes, so
 * none is ever held back, and the same bytes come out wherever they were cut. Lines may end with LF alone, and a CR alone
 * may end one, since there are servers for which they do.
 */
export class RequestHead implements HeadScanner {
  readonly #host: Buffer;
  #state: State = "before";
  /** Of the start line: which word, and how much of `scheme://` (3: all) or, for the first one, of CONNECT is there. */
  #word = 0;
  #ofScheme = 0;
  #ofConnect = 0;
  /** Of a field's line: how much of its name is that of Host, and whether there is anything, and a colon, in it. */
  #ofName = 0;
  #isEmpty = true;
  #hasColon = false;
  #isFolded = false;
  #isFirstField = true;
  /** The last line was one of Host: the next one may go on with its value. */
  #isHost = false;
  /** The host is written, so that the rest of the client's is dropped. */
  #isWritten = false;
  #isValid = true;
  #pieces: Buffer[] = [];
  #from = 0;

  constructor(host: string) {
    this.#host = Buffer.from(host, "latin1");
  }

  scan(bytes: Buffer, at: number): number {
    for (let i = at; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      if (byte !== lf) this.#step(bytes, i, byte);
      else if (this.#endLine()) return i + 1;
    }
    return -1;
  }

  /** The bytes that were scanned last, or were no head, as they go on. */
  written(bytes: Buffer): Buffer {
    if (this.#pieces.length === 0 && this.#from === 0) return bytes;
    const all = Buffer.concat([...this.#pieces, bytes.subarray(this.#from)]);
    this.#pieces = [];
    this.#from = 0;
    return all;
  }

  #step(bytes: Buffer, i: number, byte: number): void {
    switch (this.#state) {
      case "field":
        if (byte === colon) this.#hasColon = true;
        else if (byte === cr) this.#beginName();
        return;
      case "name":
        this.#stepName(byte);
        return;
      case "host":
        if (byte > blank) this.#drop(bytes, i);
        return;
      case "before":
        if (byte === cr) return;
        // A TLS connection, for one, begins so.
        if (byte > 126) throw new NotHttp();
        this.#state = "word";
        this.#stepWord(bytes, i, byte);
        return;
      case "word":
        this.#stepWord(bytes, i, byte);
        return;
      case "authority":
        if (!endsAuthority(byte)) this.#drop(bytes, i);
        else {
          this.#state = "word";
          this.#isWritten = false;
          this.#ofScheme = -1;
          this.#stepWord(bytes, i, byte);
        }
    }
  }

  #stepWord(bytes: Buffer, i: number, byte: number): void {
    if ((byte < blank && byte !== tab && byte !== cr) || byte === 127) throw new NotHttp();
    if (byte === blank || byte === tab) {
      if (this.#ofScheme !== 0) this.#word += 1;
      this.#ofScheme = 0;
      return;
    }
    if (this.#word === 0)
      this.#ofConnect = byte === connect[this.#ofConnect] ? this.#ofConnect + 1 : connect.length + 1;
    const isConnect = this.#word === 1 && this.#ofConnect === connect.length;
    const before = this.#ofScheme;
    // 1: letters, 2: the colon, 3: a slash after it; -1: it is no scheme.
    if (before === 0) this.#ofScheme = isLetter(byte) ? 1 : -1;
    else if (before === 1) this.#ofScheme = byte === colon ? 2 : isOfScheme(byte) ? 1 : -1;
    else if (before === 2 && byte === slash) this.#ofScheme = 3;
    else if (before === 3 && byte === slash) this.#state = "authority";
    else this.#ofScheme = -1;
    if (before === 0 && isConnect) {
      this.#state = "authority";
      this.#drop(bytes, i);
    }
  }

  #beginName(): void {
    this.#state = "name";
    this.#ofName = 0;
  }

  #stepName(byte: number): void {
    if (byte === cr) {
      this.#ofName = 0;
      return;
    }
    const isFirst = this.#isEmpty;
    this.#isEmpty = false;
    const isBlank = byte <= blank;
    if (isFirst && isBlank) {
      if (this.#isFirstField) this.#isValid = false;
      this.#isFolded = true;
      if (this.#isHost) this.#state = "host";
      return;
    }
    if (isFirst) this.#isHost = false;
    if (byte === colon && !isFirst) {
      this.#hasColon = true;
      this.#isHost = this.#ofName === hostName.length;
      this.#isWritten = false;
      this.#state = this.#isHost ? "host" : "field";
      return;
    }
    if (isBlank && (this.#ofName === 0 || this.#ofName === hostName.length)) return;
    if ((byte | 32) === hostName[this.#ofName]) this.#ofName += 1;
    else this.#state = "field";
  }

  /** True where the head ends with this line. */
  #endLine(): boolean {
    const before = this.#state;
    if (before === "before") return false;
    const isStart = before === "word" || before === "authority";
    if (!isStart) {
      if (this.#isEmpty) {
        if (!this.#isValid) throw new NotHttp();
        this.#reset();
        return true;
      }
      if (!this.#hasColon && !this.#isFolded) this.#isValid = false;
      this.#isFirstField = false;
    }
    this.#isEmpty = true;
    this.#hasColon = false;
    this.#isFolded = false;
    this.#beginName();
    return false;
  }

  #reset(): void {
    this.#state = "before";
    [this.#word, this.#ofScheme, this.#ofConnect] = [0, 0, 0];
    [this.#isFirstField, this.#isHost, this.#isWritten, this.#isValid] = [true, false, false, true];
  }

  /** Leaves this byte out; the target's host stands where the first one was. */
  #drop(bytes: Buffer, at: number): void {
    if (at > this.#from) this.#pieces.push(bytes.subarray(this.#from, at));
    if (!this.#isWritten) this.#pieces.push(this.#host);
    this.#isWritten = true;
    this.#from = at + 1;
  }
}

const beginning = Buffer.from("HTTP/1.");

/** Finds where the head of an answer ends, or from where on the bytes are no head. */
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
