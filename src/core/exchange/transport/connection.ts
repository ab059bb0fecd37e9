import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Client, type Dispatcher } from "undici";
import { maxHeadBytes } from "../failure.ts";
import { connectTo, type Route } from "./route.ts";
import { UnreadByUndici } from "./unread-by-undici.ts";

/** One connection at a time to the target, for one exchange after another; undici opens another where it was lost while idle. */
export class Connection {
  readonly #client: Client;
  readonly #ended = new AbortController();
  /** Undefined while there is none yet. */
  #stream: UnreadByUndici | undefined;
  #exchanges = 0;

  /** @param mostBytes of an answer, framing included */
  constructor(route: Route, mostBytes: number) {
    this.#client = new Client(route.target.origin, {
      allowH2: false,
      // Trailers; heads are bounded before undici has them.
      maxHeaderSize: 2 * maxHeadBytes,
      // The exchange's own deadline covers all of it, on the run's clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_, done) => {
        this.#stream = undefined;
        connectTo(route, this.#ended.signal).then(
          (socket) => {
            this.#stream = new UnreadByUndici(socket, mostBytes);
            this.#exchanges = 0;
            // Typed as a socket, and used as a stream: what only sockets have is asked for first (`socket.unref?.()`).
            done(null, this.#stream as Duplex as Socket);
          },
          (error: Error) => done(error, null),
        );
      },
    });
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** A request goes out now. True when this connection has carried another before. */
  begin(): boolean {
    this.#stream?.expectAnswer();
    this.#exchanges += 1;
    return this.#exchanges > 1;
  }

  /** The answer has been read to its end. */
  end(): void {
    this.#stream?.answered();
  }

  /** False while bytes of the request wait to be sent. */
  hasSentAll(): boolean {
    return this.#stream?.hasSentAll() !== false;
  }

  /** Ends the connection, or the attempt at one. */
  async destroy(): Promise<void> {
    // Without an error: Node writes out the stack of each that a stream is destroyed with, which takes longer than an exchange.
    if (this.#stream === undefined) this.#ended.abort();
    else this.#stream.destroy();
    await this.#client.destroy();
  }
}
