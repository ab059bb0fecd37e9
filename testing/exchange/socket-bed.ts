import type { Socket } from "node:net";
import type { TlsOptions } from "node:tls";
import { onTestFinished } from "vitest";
import { WallClock } from "#core/exchange/clock/clock.ts";
import { defaultMaxBodyBytes } from "#core/exchange/failure.ts";
import { HttpTransport, type HttpTransportOptions } from "#core/exchange/transport/http-transport.ts";
import type { WireRequest } from "#core/exchange/transport/transport.ts";
import { listen } from "#reference-server/listen.ts";
import type { Responder } from "#reference-server/server.ts";
import { type Hostility, startBedServer } from "../hostile/bed-server.ts";

// For tests over sockets: what a test opens is closed after it, the last first.

export const get: WireRequest = {
  method: "GET",
  target: "/v1/pets?limit=1",
  headers: [
    ["Accept", "application/json"],
    ["Authorization", "Bearer k"],
  ],
  body: undefined,
  newConnection: false,
  mostKeptBytes: Number.POSITIVE_INFINITY,
  timeoutMs: 60_000,
  signal: undefined,
};
export const post: WireRequest = {
  ...get,
  method: "POST",
  body: Buffer.from('{"a":1}'),
  newConnection: true,
};
export const okText = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]";

export async function serverWith(onRequest: Required<Hostility>["onRequest"], tls?: TlsOptions) {
  const server = await startBedServer({ onRequest }, { tls });
  onTestFinished(server.close);
  return server;
}

/** The base address at which a server that speaks HTTP listens. */
export async function served(server: Responder): Promise<string> {
  const { url, close } = await listen(server);
  onTestFinished(close);
  return url;
}

export function transportTo(server: { url: URL }, options: Partial<HttpTransportOptions> = {}) {
  const transport = new HttpTransport({
    clock: new WallClock(),
    target: server.url,
    ...{ tls: {}, proxy: undefined, permits: undefined },
    concurrency: 2,
    maxBodyBytes: defaultMaxBodyBytes,
    ...options,
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** Sends one GET to a server that writes `answer` and then does `andThen`. */
export async function outcomeOf(answer: string, andThen: (socket: Socket) => void = () => undefined) {
  const server = await serverWith((socket) => {
    socket.write(Buffer.from(answer, "latin1"), () => andThen(socket));
  });
  return (await transportTo(server, { maxBodyBytes: 1000 }).send(get)).result;
}
