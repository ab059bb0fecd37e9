import type { Socket } from "node:net";
import type { TlsOptions } from "node:tls";
import { startBedServer } from "../hostile/bed-server.ts";

export type RawServer = Awaited<ReturnType<typeof rawServer>>;

/** What the server does with its nth request (from 1), the kth on its connection. */
export type Behaviour = (socket: Socket, nth: number, kth: number) => void;

/** A server for tests, below HTTP, on 127.0.0.1. */
export async function rawServer(behave: Behaviour, tls?: TlsOptions) {
  let connections = 0;
  const onConnection = () => {
    connections += 1;
  };
  const server = await startBedServer(
    { onConnection, onRequest: (socket, { nth, kth }) => behave(socket, nth, kth) },
    { tls },
  );
  return {
    ...server,
    /** The requests so far, each a whole head and body, in the order of their end. */
    get requests(): readonly string[] {
      return server.requests().map(({ head, body }) => `${head}\r\n\r\n${body}`);
    },
    connections: () => connections,
  };
}
