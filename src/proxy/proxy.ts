import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Failure, HeaderLine } from "../exchange/exchange.ts";
import type { ForeignBody, ForeignExchange } from "../traffic/foreign-exchange.ts";
import { cutShort, failureOf } from "./upstream-failure.ts";

export interface ProxyOptions {
  /** The base address that is proxied. Requests keep their path. */
  readonly target: URL;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Certificates in PEM that the target's is checked against; default the system's. */
  readonly ca?: string;
  /** How much of one body is kept to be judged; all of it is passed on. */
  readonly maxBodyBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told once for each request, after the answer has gone on to the client. */
  readonly onExchange: (exchange: ForeignExchange) => void;
}

export interface TrafficProxy {
  /** The base address in place of the target's. */
  readonly url: URL;
  /** Ends when the answers under way have been passed on. */
  close(): Promise<void>;
}

/** Written first, so that a head goes out at once, and as Latin-1: `flushHeaders` would encode it as UTF-8. */
const nothing = Buffer.alloc(0);

/** The most bytes of a head, in either direction. */
const maxHeaderSize = 1 << 18;

/** A client's connection has one of its own to the target, so that what happens to the one happens to the other. */
interface Route {
  readonly agent: Agent;
  underWay: number;
  /** Connections to the target whose end the client is told. */
  readonly mirrored: WeakSet<Socket>;
}

/**
 * A reverse proxy that passes on what it gets: method, path, header lines in their order and spelling, bodies as they come,
 * trailers and interim answers, both ways. The field Host alone is the target's. Where the target's connection fails, so
 * does the client's. Rejects where the port cannot be opened.
 */
export async function startProxy(options: ProxyOptions): Promise<TrafficProxy> {
  const routes = new Map<Socket, Route>();
  const pass = passingTo(options, (socket) => routes.get(socket));
  const server = createServer({ maxHeaderSize, keepAliveTimeout: 0, requestTimeout: 0 });
  server.on("connection", (socket: Socket) => {
    const agent = agentTo(options);
    routes.set(socket, { agent, underWay: 0, mirrored: new WeakSet() });
    socket.on("close", () => {
      routes.delete(socket);
      agent.destroy();
    });
  });
  // Whether to go on after `Expect` is the target's to say.
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, pass);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  return {
    url: new URL(`http://${host}:${port}${options.target.pathname}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const [socket, { underWay }] of routes) if (underWay === 0) socket.destroy();
      }),
  };
}

function agentTo({ target, ca }: ProxyOptions): Agent {
  const one = { keepAlive: true, maxSockets: 1 };
  return target.protocol === "https:"
    ? new TlsAgent({ ...one, ...(ca !== undefined && { ca }) })
    : new Agent(one);
}

function passingTo(options: ProxyOptions, routeOf: (socket: Socket) => Route | undefined) {
  const { target, now, maxBodyBytes } = options;
  const isTls = target.protocol === "https:";
  const connection: RequestOptions = {
    host: target.hostname.replace(/^\[|\]$/g, ""),
    port: target.port === "" ? (isTls ? 443 : 80) : target.port,
    maxHeaderSize,
    setDefaultHeaders: false,
    setHost: false,
  };
  const start = isTls ? tlsRequest : request;
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const route = routeOf(incoming.socket);
    if (route === undefined) return;
    route.underWay += 1;
    const { method = "", url: path = "/", socket } = incoming;
    const sentAtMs = now();
    const headers = linesOf(incoming.rawHeaders).map(
      ([name, value]): HeaderLine => (name.toLowerCase() === "host" ? [name, target.host] : [name, value]),
    );
    const asked = keeping(incoming, maxBodyBytes);
    let isTold = false;
    const tell = (outcome: () => ForeignExchange["outcome"]) => {
      if (isTold) return;
      isTold = true;
      route.underWay -= 1;
      const request = { method, target: belowBase(path, target), headers, body: asked() };
      options.onExchange({ ...request, sentAtMs, endedAtMs: now(), outcome: outcome() });
    };
    const fail = (failure: Failure) => {
      tell(() => ({ kind: "failure", failure }));
      socket.resetAndDestroy();
    };
    const upstream = start({ ...connection, agent: route.agent, method, path, headers: headers.flat() });
    upstream.on("error", (error) => fail(failureOf(error)));
    upstream.on("socket", (own) => mirrorEnd(own, socket, route));
    upstream.on("information", (interim) => {
      const lines = linesOf(interim.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
      outgoing.socket?.write(
        `HTTP/1.1 ${interim.statusCode} ${interim.statusMessage}\r\n${lines.join("")}\r\n`,
        "latin1",
      );
    });
    upstream.on("response", (answer) => {
      const answered = keeping(answer, maxBodyBytes);
      const { statusCode: status = 0, rawHeaders } = answer;
      answer.on("error", () => fail(cutShort));
      outgoing.on("finish", () =>
        tell(() => ({ kind: "answer", status, headers: linesOf(rawHeaders), body: answered() })),
      );
      try {
        passAnswer(answer, outgoing);
      } catch {
        upstream.destroy();
        fail({ kind: "malformed", phase: "headers", message: "the answer's head is not HTTP" });
      }
    });
    // The client is gone, and with it what it asked for.
    outgoing.on("close", () => {
      if (outgoing.writableFinished) return;
      upstream.destroy();
      tell(() => ({
        kind: "failure",
        failure: { ...cutShort, kind: "aborted", message: "the client left" },
      }));
    });
    const hasBody = incoming.headers["transfer-encoding"] ?? incoming.headers["content-length"];
    if (hasBody !== undefined) upstream.write(nothing);
    incoming.on("end", () => upstream.addTrailers(linesOf(incoming.rawTrailers)));
    incoming.pipe(upstream);
  };
}

/** An idle connection that the target closes is closed to the client, too. */
function mirrorEnd(own: Socket, client: Socket, route: Route): void {
  if (route.mirrored.has(own)) return;
  route.mirrored.add(own);
  own.once("close", () => {
    if (route.underWay === 0) client.destroySoon();
  });
}

function passAnswer(answer: IncomingMessage, outgoing: ServerResponse): void {
  // None of what Node would add: the answer is the target's.
  outgoing.sendDate = false;
  for (const name of ["Connection", "Transfer-Encoding", "Content-Length"]) outgoing.removeHeader(name);
  outgoing.writeHead(answer.statusCode ?? 0, answer.statusMessage, answer.rawHeaders);
  outgoing.write(nothing);
  answer.on("end", () => outgoing.addTrailers(linesOf(answer.rawTrailers)));
  answer.pipe(outgoing);
}

/** Keeps what passes, as long as it is no more than so many bytes and comes to its end. */
function keeping(message: IncomingMessage, mostBytes: number): () => ForeignBody {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  return () => (bytes > mostBytes || !message.complete ? undefined : Buffer.concat(chunks));
}

/** The path of a request below the base address; where it is elsewhere, its whole address, which is no operation's. */
function belowBase(path: string, { pathname, origin }: URL): string {
  const base = pathname.replace(/\/$/, "");
  if (path.startsWith(`${base}/`)) return path.slice(base.length);
  return path.startsWith("/") ? origin + path : path;
}

function linesOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ""] as [string, string]] : []));
}
