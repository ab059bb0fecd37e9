import type { HeaderLine } from "../exchange/exchange.ts";

/** The head of a message, its bytes read as Latin-1, blanks around values left out. */
export interface Head {
  /** The request line, or the status line. */
  readonly start: string;
  readonly lines: readonly HeaderLine[];
}

/** How a body ends (RFC 9112, section 6.3). */
export type Framing = "none" | "chunked" | "close" | { readonly length: number };

export interface MessageListener {
  /** Says how the body is framed. @throws NotHttp */
  head(head: Head, bytes: Buffer): Framing;
  /** A part of a body, its chunks undone. */
  body(part: Buffer): void;
  /** The message is whole. */
  end(): void;
  /** All bytes but heads, as they come. */
  raw?(bytes: Buffer): void;
}

/** Thrown where bytes are no HTTP/1.1. */
export class NotHttp extends Error {
  override readonly name = "NotHttp";
}

/** The most bytes of a head, of trailers, or of the line that says how large a chunk is. */
const mostHeldBytes = 1 << 18;

const none = Buffer.alloc(0);
const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");

type State = "head" | "length" | "chunk-size" | "chunk" | "chunk-end" | "trailers" | "close" | "opaque";

/** Reads the messages that one side of a connection sends, in whatever pieces they come. */
export class Http1Reader {
  readonly #listener: MessageListener;
  #state: State = "head";
  /** The beginning of a head or a line, whose end is to come. */
  #held: Buffer = none;
  /** Bytes of the body, or of its chunk, that are to come. */
  #left = 0;

  constructor(listener: MessageListener) {
    this.#listener = listener;
  }

  /** False from where on the bytes are no HTTP: then all of them go to `raw`. */
  read(bytes: Buffer): boolean {
    let at = 0;
    try {
      while (at < bytes.length) {
        const from = at;
        const wasHead = this.#state === "head";
        at = this.#step(bytes, at);
        if (!wasHead) this.#listener.raw?.(bytes.subarray(from, at));
      }
      return this.#state !== "opaque";
    } catch (error) {
      if (!(error instanceof NotHttp)) throw error;
      this.giveUp();
      this.#listener.raw?.(bytes.subarray(at));
      return false;
    }
  }

  /** What follows is no HTTP. */
  giveUp(): void {
    // Of a line in a body, what is held went to `raw` before.
    const held = this.#state === "head" ? this.#held : none;
    this.#state = "opaque";
    this.#held = none;
    if (held.length > 0) this.#listener.raw?.(held);
  }

  /** The side sends no more. False where a message is not whole. */
  end(): boolean {
    if (this.#state === "close") this.#finish();
    return this.#state === "opaque" || (this.#state === "head" && this.#held.length === 0);
  }

  /** Reads on from `at`, and says how far it came. */
  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case "head":
        return this.#readHead(bytes, at);
      case "length":
      case "chunk": {
        const part = bytes.subarray(at, at + this.#left);
        this.#left -= part.length;
        this.#listener.body(part);
        if (this.#left === 0) {
          if (this.#state === "length") this.#finish();
          else this.#state = "chunk-end";
        }
        return at + part.length;
      }
      case "chunk-size":
        return this.#line(bytes, at, (text) => {
          const [size = ""] = /^[0-9a-f]{1,12}(?=[\t ]*(?:;|$))/i.exec(text) ?? [];
          if (size === "") throw new NotHttp();
          this.#left = Number.parseInt(size, 16);
          this.#state = this.#left === 0 ? "trailers" : "chunk";
        });
      case "chunk-end":
        return this.#line(bytes, at, (text) => {
          if (text !== "") throw new NotHttp();
          this.#state = "chunk-size";
        });
      case "trailers":
        return this.#line(bytes, at, (text) => {
          if (text === "") this.#finish();
        });
      case "close":
        this.#listener.body(bytes.subarray(at));
        return bytes.length;
      case "opaque":
        return bytes.length;
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    // An empty line before a request is passed over (RFC 9112, section 2.2).
    if (this.#held.length === 0 && bytes[at] === 13 && bytes[at + 1] === 10) {
      this.#listener.raw?.(lineEnd);
      return at + 2;
    }
    const found = this.#upTo(headEnd, bytes, at);
    if (found === undefined) return bytes.length;
    const head = parsedHead(found.bytes.toString("latin1", 0, found.bytes.length - headEnd.length));
    const framing = this.#listener.head(head, found.bytes);
    this.#held = none;
    if (typeof framing === "object") {
      this.#left = framing.length;
      this.#state = "length";
      if (framing.length === 0) this.#finish();
    } else if (framing === "none") this.#finish();
    else this.#state = framing === "chunked" ? "chunk-size" : framing;
    return found.at;
  }

  #line(bytes: Buffer, at: number, take: (text: string) => void): number {
    const found = this.#upTo(lineEnd, bytes, at);
    if (found === undefined) return bytes.length;
    this.#held = none;
    take(found.bytes.toString("latin1", 0, found.bytes.length - lineEnd.length));
    return found.at;
  }

  /** All up to a mark, with what was held; undefined where the mark is to come. */
  #upTo(
    mark: Buffer,
    bytes: Buffer,
    at: number,
  ): { readonly bytes: Buffer; readonly at: number } | undefined {
    const before = this.#held.length;
    const all = before === 0 ? bytes.subarray(at) : Buffer.concat([this.#held, bytes.subarray(at)]);
    const end = all.indexOf(mark, Math.max(0, before - mark.length));
    if ((end === -1 ? all.length : end) > mostHeldBytes) throw new NotHttp();
    if (end === -1) {
      this.#held = before === 0 ? Buffer.from(all) : all;
      return undefined;
    }
    const length = end + mark.length;
    return { bytes: all.subarray(0, length), at: at + length - before };
  }

  #finish(): void {
    this.#state = "head";
    this.#listener.end();
  }
}

function parsedHead(text: string): Head {
  const [start = "", ...rest] = text.split("\r\n");
  const lines: [string, string][] = [];
  for (const line of rest) {
    const last = lines.at(-1);
    // A value that goes on in the next line (obs-fold).
    if (/^[ \t]/.test(line) && last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    else {
      const colon = line.indexOf(":");
      if (colon < 1) throw new NotHttp();
      lines.push([line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, "")]);
    }
  }
  return { start, lines };
}

/** What the fields say of the body; undefined where they say nothing. @throws NotHttp where they contradict themselves */
export function framingOf(lines: readonly HeaderLine[]): Framing | undefined {
  const valuesOf = (wanted: string) =>
    lines
      .flatMap(([name, value]) => (name.toLowerCase() === wanted ? value.split(",") : []))
      .map((value) => value.trim());
  const codings = valuesOf("transfer-encoding");
  if (codings.length > 0) return codings.at(-1)?.toLowerCase() === "chunked" ? "chunked" : "close";
  const lengths = new Set(valuesOf("content-length"));
  if (lengths.size === 0) return undefined;
  const [length = ""] = lengths;
  if (lengths.size > 1 || !/^[0-9]{1,15}$/.test(length)) throw new NotHttp();
  return { length: Number(length) };
}
