import { connect, createServer, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { createRoom } from "../../core/exchange/decoding/body-bytes.ts";
import type { Failure } from "../../core/exchange/exchange.ts";
import { listening } from "../../core/exchange/transport/listening.ts";
import { createTap, type Tap, type TapInput } from "./tap.ts";
import { clientLeft, failureOf, proxyEnded, reset } from "./upstream-failure.ts";

export interface ProxyOptions extends TapInput {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Certificates in PEM that the target's is checked against; default the system's. */
  readonly ca?: string;
}

/** The share of one connection in the room of all. */
const mostBytesWaiting = 16 << 20;

/** So many requests of one connection may be without an answer: then no more is read of it. */
const mostUnanswered = 1000;

const socketOptions = {
  ...{ allowHalfOpen: true, noDelay: true },
  // A side that has gone without a word is noticed.
  ...{ keepAlive: true, keepAliveInitialDelay: 60_000 },
};

/**
 * A reverse proxy that passes bytes on as they come, both ways: what names the host alone is the target's. Each
 * connection of a client has one of its own to the target, and what happens to the one happens to the other. What is reported
 * is read along. Rejects where the port cannot be opened.
 */
export async function startProxy(options: ProxyOptions) {
  const { target } = options;
  const open = new Map<Socket, Tap>();
  const server = createServer(socketOptions, (client) => {
    open.set(client, joined(client, options));
    client.on("close", () => open.delete(client));
  });
  const place = await listening(server, options.port, options.host);
  return {
    /** The base address in place of the target's. */
    url: new URL(`http://${place}${target.pathname}`),
    /** Ends every connection. What is not answered yet is reported as given up. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const [client, tap] of open) {
          tap.ended(proxyEnded);
          client.destroy();
        }
      }),
  };
}

/** Joins a client's connection to one of its own to the target, which is opened with the first byte. */
function joined(client: Socket, options: ProxyOptions): Tap {
  let upstream: Socket | undefined;
  const tap = createTap({ ...options, room: createRoom(mostBytesWaiting, options.room) });
  // Each side is read as fast as the other one is written, and requests as fast as they are answered.
  const steer = (): void => {
    if (upstream?.writableNeedDrain || tap.underWay > mostUnanswered) client.pause();
    else if (client.isPaused()) client.resume();
  };
  const opened = (): Socket => {
    const socket = connected(options);
    socket.on("drain", steer);
    socket.on("data", (bytes: Buffer) => {
      if (!client.write(bytes)) socket.pause();
      tap.answered(bytes);
      steer();
    });
    // A target may cut an answer short because its client left.
    const why = (failure: Failure): Failure => (client.readableEnded ? clientLeft : failure);
    socket.on("end", () => {
      client.end();
      tap.ended(why(reset));
      steer();
    });
    socket.on("error", (error) => {
      tap.ended(why(failureOf(error)));
      client.resetAndDestroy();
    });
    socket.on("close", () => client.destroySoon());
    return socket;
  };
  client.on("drain", () => upstream?.resume());
  client.on("data", (bytes: Buffer) => {
    upstream ??= opened();
    upstream.write(tap.asked(bytes));
    steer();
  });
  client.on("end", () => (upstream ?? client).end());
  client.on("error", () => upstream?.resetAndDestroy());
  client.on("close", () => {
    tap.ended(clientLeft);
    upstream?.destroy();
  });
  return tap;
}

function connected({ target, ca }: ProxyOptions): Socket {
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = Number(target.port);
  if (target.protocol !== "https:") return connect({ host, port: port || 80, ...socketOptions });
  return connectTls({
    ...{ host, port: port || 443, ALPNProtocols: ["http/1.1"], ...socketOptions },
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
}
