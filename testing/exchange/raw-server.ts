import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { listening } from "../../src/core/exchange/transport/listening.ts";

/** A server for tests, below HTTP: it sees requests as text and writes what it is given, on 127.0.0.1. */
export interface RawServer {
  readonly url: URL;
  /** The requests so far, each a whole head and body, in the order of their end. */
  readonly requests: readonly string[];
  connections(): number;
  /** Of the connections, how many are still open. */
  open(): number;
  close(): Promise<void>;
}

/** What the server does with its nth request (from 1), the kth on its connection. */
export type Behaviour = (socket: Socket, nth: number, kth: number) => void;

export async function rawServer(behave: Behaviour, tls?: TlsOptions): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const onConnection = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    let received = "";
    let onThis = 0;
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      const headEnd = received.indexOf("\r\n\r\n");
      const length = Number(/content-length: ([0-9]+)/i.exec(received)?.[1] ?? 0);
      if (headEnd === -1 || received.length < headEnd + 4 + length) return;
      requests.push(received);
      received = "";
      onThis += 1;
      behave(socket, requests.length, onThis);
    });
  };
  const server: Server = tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  server.on("tlsClientError", () => undefined);
  const host = await listening(server, 0, "127.0.0.1");
  return {
    url: new URL(`${tls === undefined ? "http" : "https"}://${host}/v1`),
    requests,
    connections: () => connections,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
