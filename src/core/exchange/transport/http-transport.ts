import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Client, type Dispatcher } from "undici";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { type Clock, startDeadline } from "../clock/clock.ts";
import { BodyBytes, mostKeptBytes, type Room } from "../decoding/evidence-room.ts";
import { type Failure, type HeaderLine, linesOfRaw } from "../exchange.ts";
import {
  bodyTooLarge,
  endedFailure,
  exchangeFailure,
  isParserError,
  malformedHead,
  maxHeadBytes,
  maxHeaderLines,
  mostBytesFor,
  type Phase,
  TransportError,
  tooManyHeaderLines,
} from "../failure.ts";
import { codeOf } from "../own-machine.ts";
import { connectTo, type Route } from "./route.ts";
import { NotStarted, type Transport, type WireRequest, type WireResult } from "./transport.ts";
import { UnreadByUndici } from "./unread-by-undici.ts";

/** Bytes of all bodies in flight; far fewer are kept in the end (`evidence-room.ts`). */
const mostOnTheirWayBytes = 3 * mostKeptBytes;

export interface HttpTransportOptions extends Route {
  readonly clock: Clock;
  /** How many idle connections are kept, the newest. */
  readonly concurrency: number;
  /** How many bytes of a body are read, as they are on the wire. */
  readonly maxBodyBytes: number;
}

/**
 * HTTP/1.1 over real sockets. Follows no redirect, undoes no coding, repeats nothing.
 * A request for a new connection gets one; when it has been served, the connection is kept for others.
 * Rejects only for a request that cannot be written: a fault of this project.
 */
export class HttpTransport implements Transport {
  readonly #options: HttpTransportOptions;
  /** For all bodies in flight. */
  readonly #room: Room = { leftBytes: mostOnTheirWayBytes };
  readonly #idle: Connection[] = [];
  readonly #closed = new AbortController();
  /** One for all the requests of a run, which have its signal. */
  readonly #orClosed = derivedFrom((signal: AbortSignal) => AbortSignal.any([signal, this.#closed.signal]));

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  async send(request: WireRequest): Promise<WireResult> {
    const closed = this.#closed.signal;
    const signal = request.signal === undefined ? closed : this.#orClosed(request.signal);
    const kept = request.newConnection ? undefined : this.#takeIdle();
    const connection = kept ?? new Connection(this.#options);
    const exchange = new HttpExchange({ ...request, signal }, connection, this.#options, this.#room);
    const result = await exchange.send();
    if (result.result.kind === "response" && !closed.aborted) this.#idle.push(connection);
    else void connection.destroy();
    // The newest connections are kept, as the next exchange shows what the last one left behind on its connection.
    if (this.#idle.length > this.#options.concurrency) void this.#idle.shift()?.destroy();
    return result;
  }

  renew(): void {
    void this.#dropIdle();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#dropIdle();
  }

  /** One that still has something to send is of no use: an answer came before the whole request was read. */
  #takeIdle(): Connection | undefined {
    const connection = this.#idle.pop();
    if (connection === undefined || connection.hasSentAll()) return connection;
    void connection.destroy();
    return this.#takeIdle();
  }

  async #dropIdle(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.destroy()));
  }
}

/** One connection at a time to the target, for one exchange after another; undici opens another where it was lost while idle. */
class Connection {
  readonly client: Client;
  stream: UnreadByUndici | undefined;
  readonly #ended = new AbortController();

  constructor(options: HttpTransportOptions) {
    this.client = new Client(options.target.origin, {
      allowH2: false,
      // Trailers; heads are bounded before undici has them.
      maxHeaderSize: 2 * maxHeadBytes,
      // The exchange's own deadline covers all of it, on the run's clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_, done) => {
        this.stream = undefined;
        connectTo(options, this.#ended.signal).then(
          (socket) => {
            this.stream = new UnreadByUndici(socket, mostBytesFor(options.maxBodyBytes));
            // undici's type asks for a socket, but it uses a stream: it checks for what only sockets have (`socket.unref?.()`).
            done(null, this.stream as Duplex as Socket);
          },
          (error: Error) => done(error, null),
        );
      },
    });
  }

  hasSentAll(): boolean {
    return this.stream?.hasSentAll() !== false;
  }

  /** Ends the connection, or the attempt at one. */
  async destroy(): Promise<void> {
    // Without an error: Node writes out the stack of each that a stream is destroyed with, which takes longer than an exchange.
    if (this.stream === undefined) this.#ended.abort();
    else this.stream.destroy();
    await this.client.destroy();
  }
}

class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #settled = Promise.withResolvers<WireResult>();
  readonly #request: WireRequest;
  readonly #connection: Connection;
  readonly #options: HttpTransportOptions;
  readonly #body: BodyBytes;
  readonly #cancelDeadline: () => void;
  #sentAtMs: number;
  #firstByteAtMs: number | undefined;
  #reusedConnection = false;
  #isSent = false;
  #isOver = false;
  #head: { readonly status: number; readonly headers: readonly HeaderLine[] } | undefined;

  constructor(request: WireRequest, connection: Connection, options: HttpTransportOptions, room: Room) {
    this.#request = request;
    this.#connection = connection;
    this.#options = options;
    const { clock, maxBodyBytes } = options;
    this.#sentAtMs = clock.now();
    this.#body = new BodyBytes(maxBodyBytes, Math.min(maxBodyBytes, request.mostKeptBytes), room);
    this.#cancelDeadline = startDeadline(clock, request.timeoutMs, request.signal, (why) =>
      this.#fail(endedFailure(why, this.#phase(), request.timeoutMs)),
    );
  }

  send(): Promise<WireResult> {
    const { method, target: path, headers, body = null, signal, timeoutMs } = this.#request;
    if (signal?.aborted) this.#fail(endedFailure("aborted", "connect", timeoutMs));
    else this.#connection.client.dispatch({ method, path, headers: headers.flat(), body }, this);
    return this.#settled.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#request.mayStart?.() === false) {
      controller.abort(new NotStarted());
      return;
    }
    this.#request.onStart?.();
    this.#isSent = true;
    this.#reusedConnection = this.#connection.stream?.expectAnswer() === true;
    this.#sentAtMs = this.#options.clock.now();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    this.#firstByteAtMs = this.#options.clock.now();
    const { rawHeaders } = controller;
    if (!Array.isArray(rawHeaders)) throw new TypeError("undici gave no raw headers");
    const headers = linesOfRaw(rawHeaders);
    if (status < 200) this.#fail(malformedHead);
    else if (headers.length > maxHeaderLines) this.#fail(tooManyHeaderLines);
    else {
      this.#head = { status, headers };
      this.#request.onHead?.(status);
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOver && !this.#body.add(chunk)) this.#fail(bodyTooLarge(this.#options.maxBodyBytes));
  }

  onResponseEnd(): void {
    if (this.#isOver || this.#head === undefined) return;
    this.#connection.stream?.answered();
    this.#end({ kind: "response", ...this.#head, body: this.#body.end() });
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isOver) return;
    const phase = this.#phase();
    if (error instanceof TransportError) this.#fail(error.failure);
    else if (error instanceof NotStarted || isOurs(error)) {
      this.#close();
      this.#settled.reject(error);
    } else this.#fail(exchangeFailure(error, phase === "connect" ? "sending" : phase));
  }

  #phase(): Phase {
    if (!this.#isSent) return "connect";
    if (this.#head !== undefined) return "body";
    return this.#connection.hasSentAll() ? "headers" : "sending";
  }

  #end(result: WireResult["result"]): void {
    this.#isOver = true;
    this.#cancelDeadline();
    this.#settled.resolve({
      ...{ sentAtMs: this.#sentAtMs, firstByteAtMs: this.#firstByteAtMs },
      ...{ endedAtMs: this.#options.clock.now(), reusedConnection: this.#reusedConnection, result },
    });
  }

  #fail(failure: Failure): void {
    if (this.#isOver) return;
    this.#end({ kind: "failure", failure: { ...failure, ...(this.#head && { partial: this.#head }) } });
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    this.#cancelDeadline();
    this.#body.end();
    void this.#connection.destroy();
  }
}

/** True of an error that is this project's mistake, or for a request that undici does not send: errors of the target have other codes. */
function isOurs(error: Error): boolean {
  return (
    !isParserError(error) && ["", "UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"].includes(codeOf(error))
  );
}
