import { connect, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { buildConnector, Client } from "undici";
import { onAbort } from "../clock/clock.ts";
import { connectFailure, TransportError } from "../failure.ts";
import { bareHost } from "./private-host.ts";

export interface TlsOptions {
  /** PEM, in place of the well-known authorities. */
  readonly ca?: string | Buffer;
  /** PEM: the client's own certificate and its key. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
}

export interface Route {
  /** Only its origin is used: the target of a request has the whole path. */
  readonly target: URL;
  readonly tls: TlsOptions;
  /** A proxy, always used with CONNECT, for plain http too, so that it never sees the key. */
  readonly proxy: URL | undefined;
  /** Which addresses may be sent the key over plain http, whatever the name promises; undefined: all. */
  readonly permits: ((address: string) => boolean) | undefined;
}

/**
 * Explicit: otherwise NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0 and the like would decide. The exchange has its own
 * deadline, so that no probe of TCP has to find out that the other side is gone.
 */
const strict = {
  rejectUnauthorized: true,
  minVersion: "TLSv1.2",
  allowH2: false,
  timeout: 0,
  keepAlive: false,
} as const;

/**
 * A connection to the target, ready for HTTP/1.1, unless the signal ends the attempt.
 * @throws TransportError with the typed failure
 */
export async function connectTo(route: Route, signal: AbortSignal): Promise<Duplex> {
  const { target, proxy, tls } = route;
  const scheme = target.protocol === "https:" ? "https" : "http";
  const fail = (error: unknown) => {
    throw new TransportError(connectFailure(error, scheme));
  };
  // Behind a proxy, the address that it connects to is not known here.
  if (proxy !== undefined) {
    const tunnelled = await tunnel(proxy, target, signal);
    return scheme === "http" ? tunnelled : secured(target, tunnelled, tls).catch(fail);
  }
  const socket = await reach(target, tls, signal).catch(fail);
  if (scheme === "http") expectPermitted(socket, route);
  return socket;
}

/** @throws TransportError for a connection to a public address, before anything is sent */
function expectPermitted(socket: Socket, { permits, target: { hostname } }: Route): void {
  if (permits === undefined) return;
  const address = socket.remoteAddress ?? "";
  if (permits(address)) return;
  socket.destroy();
  const message = `${hostname} is at ${address}, a public address, where plain http would send the API key unencrypted; nothing was sent`;
  throw new TransportError({ kind: "unreachable", phase: "connect", message });
}

/** TCP, and TLS where the scheme asks for it. */
async function reach(url: URL, tls: TlsOptions, signal: AbortSignal): Promise<Socket> {
  const socket = await tcp(url, signal);
  return url.protocol === "https:" ? secured(url, socket, tls) : socket;
}

/** Without undici's connector: it leaves the end of an attempt to Node's signals for streams, which take longer than an exchange. */
function tcp(url: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({ host: bareHost(url.hostname), port: portOf(url), noDelay: true });
    onAbort(signal, () => socket.destroy(signal.reason));
    socket.on("error", reject).once("connect", () => resolve(socket));
  });
}

/** TLS by undici's connector. The name of the address counts, whatever Host says. */
function secured(
  { hostname, host, protocol, port }: URL,
  httpSocket: Socket,
  tls: TlsOptions,
): Promise<Socket> {
  const connectTls = buildConnector({ ...tls, ...strict, maxCachedSessions: 0 });
  const to = { hostname: bareHost(hostname), host, protocol, port, httpSocket };
  return new Promise((resolve, reject) => {
    connectTls(to, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === "https:" ? 443 : 80));
}

/** RFC 9110, section 9.3.6. */
async function tunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.hostname}:${portOf(target)}`;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    user === ":" ? {} : { "Proxy-Authorization": `Basic ${Buffer.from(user).toString("base64")}` };
  const client = new Client(proxy.origin, {
    ...{ allowH2: false, headersTimeout: 0 },
    connect: (_, done) => {
      reach(proxy, {}, signal).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
    },
  });
  const asked = { origin: proxy.origin, path: authority, headers: { Host: authority, ...authorization } };
  try {
    const { statusCode: status, socket } = await client.connect({ ...asked, signal });
    // undici keeps no listener on it.
    socket.on("error", () => undefined);
    const isOpen = status >= 200 && status <= 299;
    // In a tunnel the client sends first: bytes from the other side are an error.
    if (isOpen && socket.readableLength === 0 && socket instanceof Socket) return socket;
    socket.destroy();
    const why = isOpen
      ? "as if it were another method: with a body"
      : `with status ${status}${status === 407 ? ": it wants a password" : ""}`;
    const message = `the proxy answered CONNECT ${why}`;
    throw new TransportError({ kind: "proxy", phase: "connect", message });
  } catch (error) {
    await client.destroy();
    throw error instanceof TransportError ? error : new TransportError(connectFailure(error, "proxy"));
  }
}
