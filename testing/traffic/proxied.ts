import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listening } from "#core/exchange/transport/private-host.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { startProxy } from "#traffic/proxy/proxy.ts";

// A client and a target that write bytes, and the proxy between them.

/**
 * The proxy before a server that is given all bytes of a connection so far, whenever more have come and their head is whole; what
 * came to the server by connection, what the proxy reported, and what it says was not judged.
 */
export async function proxied(answer: (socket: Socket, received: string) => void) {
  const received: string[] = [];
  const server = createServer((socket) => {
    const at = received.push("") - 1;
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const text = (received[at] ?? "") + chunk.toString("latin1");
      received[at] = text;
      if (text.includes("\r\n\r\n")) answer(socket, text);
    });
  });
  const host = await opened(server);
  const port = Number(host.split(":")[1]);
  const target = { port, received, close: () => new Promise((resolve) => server.close(resolve)) };
  const reported: WireExchange[] = [];
  const notJudged: string[] = [];
  const room = { leftBytes: 1 << 20 };
  const proxy = await startProxy({
    ...{ target: new URL(`http://${host}/v1`), host: "127.0.0.1", port: 0 },
    ...{ maxBodyBytes: 64, room },
    onExchange: (exchange) => void reported.push(exchange),
    onNotJudged: (what) => void notJudged.push(what),
  });
  onTestFinished(() => proxy.close());
  /** Nothing of the room is taken any more. */
  const isFree = () => room.leftBytes === 1 << 20;
  return { port: Number(proxy.url.port), target, reported, notJudged, isFree, close: proxy.close };
}

export const answering = (answer: string) => (socket: Socket) => void socket.end(answer, "latin1");

/** All that comes back on one connection, until it ends, or the client leaves: after so many bytes, or at that moment. */
export function ask(
  port: number,
  request: string,
  { enoughBytes = Number.POSITIVE_INFINITY, leaves }: { enoughBytes?: number; leaves?: Promise<void> } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.length > enoughBytes) socket.destroy();
    });
    void leaves?.then(() => socket.destroy());
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}

export const get =
  "GET /v1/pets?limit=1 HTTP/1.1\r\nhOST: pets.example\r\nx-a: 1\r\nX-A: 2\r\nConnection: close\r\n\r\n";
export const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]";

export const post = (framing: string, body: string) =>
  `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${framing}\r\nConnection: close\r\n\r\n${body}`;

/** Where this server listens until the test has ended: `127.0.0.1:8080`. */
export async function opened(server: Server & { closeAllConnections?(): void }): Promise<string> {
  const host = await listening(server, 0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return host;
}
