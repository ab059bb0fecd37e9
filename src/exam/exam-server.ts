import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { linesOfRaw } from "#core/exchange/exchange.ts";
import { listening } from "#core/exchange/transport/private-host.ts";
import type { Incoming, LiveSession, Outgoing } from "./session.ts";
import type { TlsIdentity } from "./tls-certificate.ts";

/** So much of a body is kept; what clients have to send is far shorter. */
const keptBodyBytes = 64 * 1024;
/** So much of a body is read before the connection is closed. */
const readBodyBytes = 1024 * 1024;

const mostConnections = 256;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/** Between the pieces of a slow answer. */
const pauseMs = 100;

/**
 * Puts a session on two loopback ports: the service's (`url`, the base address for the client), and one of another origin,
 * to which the exam redirects. Bounds what it reads, keeps and has open, whatever a client sends. Rejects where a port
 * cannot be opened. `close` ends every connection at once.
 */
export async function startExamServer(given: {
  readonly session: LiveSession;
  readonly basePath: string;
  readonly host: string;
  readonly port: number;
  readonly tls?: TlsIdentity | undefined;
}) {
  const { session, basePath, host, tls } = given;
  let connections = 0;
  const open = (origin: Incoming["origin"]): Server => {
    // By the port of the other end: a request over TLS knows its TCP connection by nothing else.
    const open = new Map<number | undefined, { readonly socket: Socket; readonly number: number }>();
    const options = {
      ...{ headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, keepAliveTimeout: 5_000 },
      ...(tls !== undefined && { key: tls.key, cert: tls.cert }),
    };
    const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { socket = incoming.socket, number = 0 } = open.get(incoming.socket.remotePort) ?? {};
      const from = { origin, connection: number };
      handle(session, from, incoming, outgoing, () => socket.resetAndDestroy()).catch(() =>
        incoming.socket.destroy(),
      );
    };
    const server = tls === undefined ? createServer(options, onRequest) : createTlsServer(options, onRequest);
    server.maxConnections = mostConnections;
    server.on("connection", (socket: Socket) => {
      connections += 1;
      const { remotePort } = socket;
      open.set(remotePort, { socket, number: connections });
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        if (open.get(remotePort)?.socket === socket) open.delete(remotePort);
      });
    });
    server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
      const unread = error.code === "HPE_INVALID_METHOD" ? unreadRequest(error.rawPacket) : undefined;
      const number = open.get((socket as Socket).remotePort)?.number ?? 0;
      if (unread === undefined) socket.destroy();
      else
        answerUnread({ origin, connection: number, ...unread }, session, socket).catch(() =>
          socket.destroy(),
        );
    });
    return server;
  };
  const [service, other] = [open("service"), open("elsewhere")];
  const scheme = tls === undefined ? "http" : "https";
  const url = `${scheme}://${await listening(service, given.port, host)}${basePath}`;
  const elsewhere = await listening(other, 0, host).catch(async (error: unknown) => {
    service.close();
    throw error;
  });
  return {
    url,
    elsewhere: `${scheme}://${elsewhere}`,
    close: async (): Promise<void> => void (await Promise.all([service, other].map(closed))),
  };
}

/** A new connection, its first bytes, and the end of a request are one turn of the event loop each. */
const turns = 3;

/**
 * Resolves when what had arrived at the ports was received. After a delay of this process, timers come before sockets: an
 * answer would go out as if the requests that had arrived before it had been sent in spite of it.
 */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function handle(
  session: LiveSession,
  from: Pick<Incoming, "origin" | "connection">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reset: () => void,
): Promise<void> {
  const { body, bytes, isWhole } = await readBody(incoming);
  const { method = "", url = "", rawHeaders, socket } = incoming;
  // A client may name the origin in the request line, too (RFC 9112, 3.2.2).
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const headers = linesOfRaw(rawHeaders);
  const request: Incoming = { ...from, method, target, headers, body, bodyBytes: bytes };
  const reply = await session.receive(request, () => socket.destroyed || socket.readableEnded);
  if (!isWhole) {
    outgoing.writeHead(413, { Connection: "close", "Content-Length": 0 });
    outgoing.end(() => socket.destroy());
    return;
  }
  if (reply.kind === "reset") reset();
  else await send(reply, outgoing, reset);
}

/**
 * Node's parser knows the methods of the registry alone, in capitals: a `get` never becomes a request. It is one to the exam,
 * which judges it.
 */
function unreadRequest(packet: Buffer | undefined) {
  const [head = "", ...rest] = (packet ?? Buffer.of()).toString("latin1").split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const [, method, target] = /^([!#$%&'*+.^`|~\w-]{1,40}) (\/\S*) HTTP\/1\.[01]$/.exec(line) ?? [];
  if (method === undefined || target === undefined) return undefined;
  const headers = fields.flatMap((field): [string, string][] => {
    const [, name, value = ""] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(field) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  const body = Buffer.from(rest.join("\r\n\r\n"), "latin1");
  return { method, target, headers, body, bodyBytes: body.length };
}

async function answerUnread(request: Incoming, session: LiveSession, socket: Duplex): Promise<void> {
  const reply = await session.receive(request, () => socket.destroyed);
  if (reply.kind !== "answer") return void socket.destroy();
  const { status, headers, body } = reply.response;
  const lines = [...headers, ["Connection", "close"]].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} \r\n${lines.join("")}\r\n`, "latin1"), body]));
}

async function readBody(incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // What is too long is answered before it has been read: the connection is still needed.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= keptBodyBytes) chunks.push(chunk);
    if (bytes > readBodyBytes) return { body: undefined, bytes, isWhole: false };
  }
  return { body: bytes <= keptBodyBytes ? Buffer.concat(chunks) : undefined, bytes, isWhole: true };
}

async function send(
  reply: Exclude<Outgoing, { kind: "reset" }>,
  outgoing: ServerResponse,
  reset: () => void,
): Promise<void> {
  const { status, headers, body, slowly } = reply.response;
  outgoing.sendDate = false;
  outgoing.writeHead(status, headers.flat());
  if (reply.kind === "cut") {
    outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), reset);
    return;
  }
  if (slowly !== true || body.length < 2) {
    outgoing.end(body);
    return;
  }
  const middle = Math.floor(body.length / 2);
  outgoing.write(body.subarray(0, 1));
  await wait(pauseMs);
  outgoing.write(body.subarray(1, middle));
  await wait(pauseMs);
  outgoing.end(body.subarray(middle));
}
