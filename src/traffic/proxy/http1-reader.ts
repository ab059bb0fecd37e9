import type { Room } from "../../core/exchange/decoding/body-bytes.ts";
import { type Framing, NoRoom, NotHttp } from "./head-fields.ts";
import { KeptBytes } from "./kept-bytes.ts";

/** Looks through the bytes of a head, in whatever pieces they come. */
export interface HeadScanner {
  /** Reads on from `at`: where the bytes after the head begin, or -1 while its end has not come. @throws NotHttp */
  scan(bytes: Buffer, at: number): number;
}

interface ReaderInput {
  /** A whole head, its bytes read as Latin-1. Says how the body is framed. @throws NotHttp */
  head(text: string): Framing;
  /** A part of a body, its chunks undone. */
  body(part: Buffer): void;
  end(): void;
  readonly scanner: HeadScanner;
  /** For the beginning of a head, whose end has not come yet. */
  readonly room: Room;
  /** True where a line may end with LF alone. */
  readonly isLenient: boolean;
}

const mostHeadBytes = 1 << 18;

const [lf, cr, semicolon] = [10, 13, 59];

type State =
  | "head"
  | "length"
  | "chunk-size"
  | "chunk-extension"
  | "chunk"
  | "chunk-end"
  | "trailers"
  | "close"
  | "opaque";

/** Reads the messages that one side of a connection sends, in whatever pieces they come. Only heads are held. */
export class Http1Reader {
  readonly #given: ReaderInput;
  #state: State = "head";
  #held: KeptBytes | undefined;
  /** Bytes of the body, or of its chunk, that have not come yet. */
  #left = 0;
  /** Of a line: its length without CR, and the byte before. */
  #length = 0;
  #previous = 0;

  constructor(given: ReaderInput) {
    this.#given = given;
  }

  /** @throws NotHttp from where on the bytes are no HTTP; later ones are passed over */
  read(bytes: Buffer): void {
    let at = 0;
    try {
      while (at < bytes.length) at = this.#step(bytes, at);
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }

  /** What follows is no HTTP. */
  giveUp(): void {
    this.#state = "opaque";
    this.#held?.release();
    this.#held = undefined;
  }

  /** The side sends no more. False where a message is not whole. */
  end(): boolean {
    if (this.#state === "close") this.#finish();
    return this.#state === "opaque" || (this.#state === "head" && this.#held === undefined);
  }

  /** Reads on from `at`, and says how far it came. */
  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case "head":
        return this.#readHead(bytes, at);
      case "length":
      case "chunk": {
        const part = at === 0 && bytes.length <= this.#left ? bytes : bytes.subarray(at, at + this.#left);
        this.#left -= part.length;
        this.#given.body(part);
        if (this.#left === 0) {
          if (this.#state === "length") this.#finish();
          else this.#beginLine("chunk-end");
        }
        return at + part.length;
      }
      case "close":
        this.#given.body(bytes.subarray(at));
        return bytes.length;
      case "opaque":
        return bytes.length;
      default:
        this.#stepLine(bytes[at] ?? 0);
        return at + 1;
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    const end = this.#given.scanner.scan(bytes, at);
    if (end !== -1 && this.#held === undefined) {
      this.#begin(this.#given.head(bytes.toString("latin1", at, end)));
      return end;
    }
    this.#held ??= new KeptBytes(this.#given.room, mostHeadBytes);
    this.#held.add(end === -1 ? bytes.subarray(at) : bytes.subarray(at, end));
    if (end === -1) return bytes.length;
    const text = this.#held.release()?.toString("latin1");
    this.#held = undefined;
    if (text === undefined) throw new NoRoom();
    this.#begin(this.#given.head(text));
    return end;
  }

  #begin(framing: Framing): void {
    if (typeof framing === "object") {
      this.#left = framing.length;
      this.#state = "length";
      if (framing.length === 0) this.#finish();
    } else if (framing === "none") this.#finish();
    else if (framing === "chunked") this.#beginLine("chunk-size");
    else this.#state = framing;
  }

  #beginLine(state: State): void {
    this.#state = state;
    this.#length = 0;
    if (state === "chunk-size") this.#left = 0;
  }

  /** A byte of a line between chunks or after them. Nothing of it is held, however long it is. */
  #stepLine(byte: number): void {
    if (byte === lf) {
      if (this.#previous !== cr && !this.#given.isLenient) throw new NotHttp();
      this.#endLine();
    } else if (byte !== cr) {
      if (this.#state === "chunk-size") this.#stepSize(byte);
      else if (this.#state === "chunk-end") throw new NotHttp();
      this.#length += 1;
    }
    this.#previous = byte;
  }

  #stepSize(byte: number): void {
    const digit = this.#length < 12 ? Number.parseInt(String.fromCharCode(byte), 16) : Number.NaN;
    if (!Number.isNaN(digit)) this.#left = 16 * this.#left + digit;
    else if (this.#length > 0 && (byte === semicolon || byte === 32 || byte === 9))
      this.#state = "chunk-extension";
    else throw new NotHttp();
  }

  #endLine(): void {
    const isEmpty = this.#length === 0;
    if (this.#state === "chunk-end") this.#beginLine("chunk-size");
    else if (this.#state === "trailers") {
      if (isEmpty) this.#finish();
      else this.#beginLine("trailers");
    } else if (isEmpty) throw new NotHttp();
    else if (this.#left === 0) this.#beginLine("trailers");
    else this.#state = "chunk";
  }

  #finish(): void {
    this.#state = "head";
    this.#given.end();
  }
}
