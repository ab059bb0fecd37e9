import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import Client from "undici/lib/dispatcher/client.js";
import { AnswerTooLarge, answerSize, maxHeadBytes } from "../decoding/answer-size.ts";
import { openSocket, type Route } from "./open-socket.ts";
import { headerWhitespaceFilter, interimFilter, TooManyInterimResponses } from "./response-filters.ts";

/** A bug in our own reading of connections: never a failure of the target. */
export class ReaderFault extends Error {
  override readonly name = "ReaderFault";
}

/** Our own reason, since undici and the standard make an error with a stack each time. */
const noLongerNeeded = new Error("the connection is no longer needed");

/** One HTTP/1.1 connection at a time, opened again by undici when it was lost while idle. */
export interface Connection {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** To be called as a request starts: true when this socket has carried another before. */
  startExchange(): boolean;
  /** False while bytes of the request wait to be sent. */
  hasSentAll(): boolean;
  /** Ends the connection, or the attempt at one. */
  destroy(): Promise<void>;
}

/** `maxBodyBytes`: how large the body of an answer may be on the wire. */
export function createConnection(route: Route, maxBodyBytes: number): Connection {
  const ended = new AbortController();
  let socket: Socket | undefined;
  let interim = interimFilter();
  const whitespace = headerWhitespaceFilter();
  const size = answerSize(maxBodyBytes);
  let exchanges = 0;

  const client = new Client(route.target.origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: maxHeadBytes,
    // The exchange's own deadline covers all of it, on the run's clock.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_, callback) => {
      openSocket(route, ended.signal).then(
        (opened) => {
          socket = opened;
          interim = interimFilter();
          exchanges = 0;
          filterReads(opened, interim, size, whitespace);
          callback(null, opened);
        },
        (error: Error) => callback(error, null),
      );
    },
  });

  return {
    dispatch: (options, handler) => {
      client.dispatch(options, handler);
    },
    startExchange: () => {
      interim.expectResponse();
      size.expectResponse();
      whitespace.expectResponse();
      exchanges += 1;
      return exchanges > 1;
    },
    hasSentAll: () => (socket?.writableLength ?? 0) === 0,
    destroy: async () => {
      ended.abort(noLongerNeeded);
      await client.destroy(noLongerNeeded);
    },
  };
}

/** undici makes an error of each field beyond the bound before it stops reading, so it gets little at a time. */
const readAtOnce = 8 * 1024;

/** undici pulls with `read()`: what it gets is filtered and counted. */
function filterReads(
  socket: Socket,
  filter: ReturnType<typeof interimFilter>,
  size: ReturnType<typeof answerSize>,
  whitespace: ReturnType<typeof headerWhitespaceFilter>,
): void {
  const read = socket.read.bind(socket);
  let waiting: Buffer = Buffer.alloc(0);
  const nextPiece = (wanted: number | undefined): Buffer | null => {
    for (;;) {
      while (waiting.length === 0) {
        const chunk: Buffer | null = read(wanted);
        if (chunk === null) return null;
        waiting = filter.pass(chunk);
      }
      const piece = waiting.subarray(0, readAtOnce);
      waiting = waiting.subarray(readAtOnce);
      size.count(piece);
      const passed = whitespace.pass(piece);
      if (passed.length > 0) return passed;
    }
  };
  socket.read = (wanted?: number) => {
    if (socket.destroyed) return null;
    try {
      return nextPiece(wanted);
    } catch (error) {
      const typed = error instanceof TooManyInterimResponses || error instanceof AnswerTooLarge;
      socket.destroy(
        typed ? error : new ReaderFault("the reader of the connection failed", { cause: error }),
      );
      return null;
    }
  };
}
