import { request as httpRequest } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Failure } from "../exchange.ts";
import { connectFailure } from "../failure.ts";

export interface TlsOptions {
  /** PEM, in place of the well-known authorities. */
  readonly ca?: string | Buffer;
  /** PEM: the client's own certificate and its key. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
}

export interface Route {
  readonly target: URL;
  readonly tls: TlsOptions;
  /** Spoken to with CONNECT, for plain http too: a proxy never sees the key. */
  readonly proxy: URL | undefined;
  /** Which addresses may be sent the key over plain http, whatever the name promises; undefined: all. */
  readonly permits: ((address: string) => boolean) | undefined;
}

/** Explicit: otherwise NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0 and the like would decide. */
const strictTls = { rejectUnauthorized: true, minVersion: "TLSv1.2" } as const;

/** No connection came about. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** An attempt at a connection, which its maker may give up. An AbortController for each would take a hundredth of a run's time. */
export interface Attempt {
  isGivenUp: boolean;
  /** Ends the step that is under way. */
  giveUp: () => void;
}

/**
 * A connection to the target, ready for HTTP/1.1.
 * @throws ConnectError with the typed failure, also when the attempt is given up
 */
export async function openSocket(route: Route, attempt: Attempt): Promise<Socket> {
  const { target, proxy } = route;
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  const socket =
    proxy === undefined
      ? await ready(connectTcp({ host, port, noDelay: true }), "connect", "tcp", attempt)
      : await tunnel(proxy, `${target.hostname}:${port}`, attempt);
  if (target.protocol !== "https:") {
    // Behind a proxy, the address that it connects to is not known here.
    if (proxy === undefined) expectPermitted(socket, route);
    return socket;
  }
  // RFC 6066, section 3: a server name is never an address.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const { connect: connectTls } = await import("node:tls");
  const secure = connectTls({
    ...route.tls,
    ...servername,
    ...strictTls,
    socket,
    host,
    ALPNProtocols: ["http/1.1"],
  });
  return ready(secure, "secureConnect", "tls", attempt);
}

/** @throws ConnectError for a connection to a public address, before anything is sent */
function expectPermitted(socket: Socket, { permits, target: { hostname } }: Route): void {
  const address = socket.remoteAddress ?? "";
  if (permits === undefined || permits(address)) return;
  socket.destroy();
  const message = `${hostname} is at ${address}, a public address, where plain http would send the API key unencrypted; nothing was sent`;
  throw new ConnectError({ kind: "unreachable", phase: "connect", message });
}

function ready<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  step: "tcp" | "tls",
  attempt: Attempt,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.off(event, onReady);
      socket.off("error", fail);
      socket.off("close", onClose);
    };
    const fail = (error?: unknown) => {
      stop();
      socket.destroy();
      reject(new ConnectError(connectFailure(error, step)));
    };
    const onReady = () => {
      stop();
      resolve(socket);
    };
    const onClose = () => fail();
    // Not removed: an error before the next owner listens must not end the process. The socket ends with its first error; the
    // end of the stream that may follow would be taken for the reason.
    socket.on("error", () => socket.destroy());
    socket.once("error", fail);
    socket.once(event, onReady);
    socket.once("close", onClose);
    attempt.giveUp = onClose;
    if (attempt.isGivenUp) onClose();
  });
}

/** RFC 9110, section 9.3.6. */
async function tunnel(proxy: URL, authority: string, attempt: Attempt): Promise<Socket> {
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    user === ":" ? {} : { "Proxy-Authorization": `Basic ${Buffer.from(user).toString("base64")}` };
  const request = proxy.protocol === "https:" ? (await import("node:https")).request : httpRequest;
  return new Promise((resolve, reject) => {
    const refused = (message: string) =>
      reject(new ConnectError({ kind: "proxy", phase: "connect", message }));
    const connecting = request({
      method: "CONNECT",
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: Number(proxy.port) || (proxy.protocol === "https:" ? 443 : 80),
      path: authority,
      headers: { Host: authority, ...authorization },
      agent: false,
      ...strictTls,
    })
      .once("connect", (response, socket, head) => {
        const status = response.statusCode ?? 0;
        const isOpen = status >= 200 && status <= 299;
        // Who opens a tunnel speaks first.
        if (isOpen && head.length === 0) {
          socket.on("error", () => undefined);
          resolve(socket as Socket);
          return;
        }
        socket.destroy();
        const why = isOpen
          ? "as if it were another method: with a body"
          : `with status ${status}${status === 407 ? ": it wants a password" : ""}`;
        refused(`the proxy answered CONNECT ${why}`);
      })
      .once("error", (error) => reject(new ConnectError(connectFailure(error, "proxy"))))
      .end();
    attempt.giveUp = () => void connecting.destroy();
    if (attempt.isGivenUp) attempt.giveUp();
  });
}
