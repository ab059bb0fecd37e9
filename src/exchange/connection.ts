import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import { type InterimFilter, interimFilter } from "./interim-responses.ts";
import { openSocket, type Route } from "./open-socket.ts";

/** A larger head than this is no answer of a service. */
const maxHeaderBytes = 64 * 1024;

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

export function createConnection(route: Route): Connection {
  const ended = new AbortController();
  let socket: Socket | undefined;
  let interim: InterimFilter = interimFilter();
  let exchanges = 0;

  const client = new Client(route.target.origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    // The exchange's own deadline covers all of it, on the run's clock.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_, callback) => {
      openSocket(route, ended.signal).then(
        (opened) => {
          socket = opened;
          interim = interimFilter();
          exchanges = 0;
          filterReads(opened, interim);
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
      exchanges += 1;
      return exchanges > 1;
    },
    hasSentAll: () => (socket?.writableLength ?? 0) === 0,
    destroy: async () => {
      ended.abort();
      await client.destroy();
    },
  };
}

/** undici pulls with `read()`: what it gets goes through the filter. */
function filterReads(socket: Socket, filter: InterimFilter): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    try {
      for (;;) {
        const chunk: Buffer | null = read(size);
        if (chunk === null) return null;
        const passed = filter.pass(chunk);
        if (passed.length > 0) return passed;
      }
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error("the connection could not be read"));
      return null;
    }
  };
}
