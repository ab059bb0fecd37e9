import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { type Clock, WallClock } from "#core/exchange/clock/clock.ts";
import { listening } from "#core/exchange/transport/private-host.ts";
import { quiet } from "../exchange/quiet-clock.ts";

/** One request as it reached the bed, below HTTP: bytes as Latin-1. */
export interface BedRequest {
  readonly head: string;
  readonly body: string;
  /** From 1: among all requests, and on its connection. */
  readonly nth: number;
  readonly kth: number;
}

/** What a hostile server does; it may write what it likes, when it likes. */
export interface Hostility {
  readonly onConnection?: (socket: Socket) => void;
  /** Called for each whole request. Without it nothing is ever answered. */
  readonly onRequest?: (socket: Socket, request: BedRequest, clock: Clock) => void;
}

/** What hostile targets do, by their ids; made anew for each run. */
export type Behaviours = Readonly<Record<string, () => Hostility>>;

interface BedOptions {
  readonly tls?: TlsOptions | undefined;
  /** Of the address, where it is not what the server speaks. */
  readonly scheme?: "http" | "https" | undefined;
  /** What it sleeps by. Default: the wall clock. */
  readonly clock?: Clock;
}

/** A server on 127.0.0.1 over raw sockets: HTTP libraries are too polite for what it has to do. */
export async function startBedServer(
  hostility: Hostility,
  { tls, scheme = tls === undefined ? "http" : "https", clock = new WallClock() }: BedOptions = {},
) {
  const sockets = new Set<Socket>();
  const seen: BedRequest[] = [];
  let connections = 0;
  const onSocket = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  };
  const onConnection = (socket: Socket) => {
    if (tls !== undefined) socket.on("error", () => undefined);
    let received = "";
    let kth = 0;
    hostility.onConnection?.(socket);
    if (hostility.onRequest === undefined) return;
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      for (;;) {
        const headEnd = received.indexOf("\r\n\r\n");
        if (headEnd === -1) return;
        const head = received.slice(0, headEnd);
        const length = Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0);
        const end = headEnd + 4 + length;
        if (received.length < end) return;
        kth += 1;
        const request = { head, body: received.slice(headEnd + 4, end), nth: seen.length + 1, kth };
        seen.push(request);
        received = received.slice(end);
        hostility.onRequest?.(socket, request, clock);
      }
    });
  };
  // Small writes go out at once: with Nagle's algorithm they wait for the kernel's own clock.
  const noDelay = { noDelay: true };
  const server: Server =
    tls === undefined ? createServer(noDelay) : createTlsServer({ ...tls, ...noDelay }, onConnection);
  server.on("connection", onSocket);
  if (tls === undefined) server.on("connection", onConnection);
  server.on("tlsClientError", () => undefined);
  const host = await listening(server, 0, "127.0.0.1");
  return {
    url: new URL(`${scheme}://${host}/v1`),
    /** Connections that the other side has not ended, once what it sent has been read to its end. */
    open: () => {
      // A socket that nobody reads does not learn of its end.
      for (const socket of sockets) socket.resume();
      return sockets.size;
    },
    /** So far, in the order of their end. */
    requests: seen as readonly BedRequest[],
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** How many are open in the end: the other side learns of a closed connection a moment later. */
export async function settled(open: () => number): Promise<number> {
  await quiet(() => open() === 0);
  return open();
}
