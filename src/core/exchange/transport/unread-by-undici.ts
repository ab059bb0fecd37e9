import { Duplex } from "node:stream";
import {
  answerTooLarge,
  headTooLarge,
  maxHeadBytes,
  maxInterimResponses,
  TransportError,
  tooManyInterimResponses,
} from "../failure.ts";

/** Whitespace at the end of a line that also has other characters: an emptied line would end the head. */
const endOfLine = /(?<![ \t\n])[ \t]+\r\n/g;

/** A 1xx response, but not a 101. */
const interimHead = /^HTTP\/1\.[01] 1(?!01)\d\d\b/;

/**
 * Stands between a socket and undici, for what undici does not do with the head of an answer:
 * - A client has to ignore 1xx responses that it did not ask for (RFC 9110, 15.2). undici ends the connection at a 100:
 *   https://github.com/nodejs/undici/issues/197. A 101 is left to it: nobody asked for another protocol.
 * - Whitespace behind a value is no part of it (RFC 9110, 5.5). undici keeps it, and reads it as digits of a Content-Length:
 *   https://github.com/nodejs/undici/blob/v8.12.4/lib/dispatcher/client-h1.js, `onHeaderValue`.
 * - What comes is bounded. undici counts the names and values of fields alone, not status line, whitespace and chunk
 *   extensions: the same file, `trackHeader`.
 * It also tells a connection that was lost while idle, for which undici opens another, from one that was lost in an exchange.
 */
export class UnreadByUndici extends Duplex {
  readonly #socket: Duplex;
  readonly #mostBytes: number;
  /** The part of a head that has arrived. Undefined after the head, and where undici is to reject what comes. */
  #head: string | undefined;
  #isIdle = true;
  #bytes = 0;
  #headBytes = 0;
  #interim = 0;
  #exchanges = 0;

  /** @param mostBytes of an answer, framing included */
  constructor(socket: Duplex, mostBytes: number) {
    super();
    this.#socket = socket;
    this.#mostBytes = mostBytes;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(this.#isIdle ? undefined : error));
    socket.on("close", () => this.destroy());
  }

  /** A request goes out: what comes next is the head of an answer. True when the socket has carried another before. */
  expectAnswer(): boolean {
    this.#isIdle = false;
    this.#head = "";
    this.#bytes = 0;
    this.#headBytes = 0;
    this.#interim = 0;
    this.#exchanges += 1;
    return this.#exchanges > 1;
  }

  /** The answer has been read to its end. */
  answered(): void {
    this.#isIdle = true;
  }

  /** False while bytes of the request wait to be sent. */
  hasSentAll(): boolean {
    return this.writableLength + this.#socket.writableLength === 0;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(writes: readonly { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(writes.map(({ chunk }) => chunk)), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    this.#bytes += chunk.length;
    const passed = this.#head === undefined ? chunk : this.#passHead(this.#head, chunk);
    const headBytes = this.#headBytes + (this.#head?.length ?? 0);
    if (this.#interim > maxInterimResponses) this.destroy(new TransportError(tooManyInterimResponses));
    else if (headBytes > maxHeadBytes) this.destroy(new TransportError(headTooLarge));
    else if (this.#bytes > this.#mostBytes) this.destroy(new TransportError(answerTooLarge(this.#mostBytes)));
    else if (passed.length > 0 && !this.push(passed)) this.#socket.pause();
  }

  /** The whole head of the answer and what follows it; nothing while it has not ended. */
  #passHead(begun: string, chunk: Buffer): Buffer {
    let head = begun + chunk.toString("latin1");
    let end = endOfHead(head, begun.length);
    while (end !== undefined && interimHead.test(head)) {
      this.#interim += 1;
      this.#headBytes += end;
      head = head.slice(end);
      end = endOfHead(head, 0);
    }
    if (end === undefined && mayEnd(head, begun.length)) {
      this.#head = head;
      return Buffer.alloc(0);
    }
    this.#head = undefined;
    this.#headBytes += end ?? 0;
    const rest = end === undefined ? head : head.slice(end);
    return Buffer.from(head.slice(0, end ?? 0).replace(endOfLine, "\r\n") + rest, "latin1");
  }
}

/** Where the head ends, if it does. Before `known` no end was found. */
function endOfHead(head: string, known: number): number | undefined {
  const at = head.indexOf("\r\n\r\n", Math.max(0, known - 3));
  return at === -1 ? undefined : at + 4;
}

/** False for a head that undici rejects anyway: another protocol, or other line ends. Before `known` there are none of these. */
function mayEnd(head: string, known: number): boolean {
  return (
    head.slice(0, 7) === "HTTP/1.".slice(0, head.length) &&
    !/\r[^\n]|[^\r]\n/.test(head.slice(Math.max(0, known - 1)))
  );
}
