import { type AddressInfo, connect, createServer, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ForeignExchange } from "../traffic/foreign-exchange.ts";
import { createTap, type Tap } from "./tap.ts";
import { clientLeft, failureOf, reset } from "./upstream-failure.ts";

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
  /** Called once for each request, after the answer has gone on to the client. */
  readonly onExchange: (exchange: ForeignExchange) => void;
}

export interface TrafficProxy {
  /** The base address in place of the target's. */
  readonly url: URL;
  /** Ends when the answers under way have been passed on. */
  close(): Promise<void>;
}

/**
 * A reverse proxy that passes bytes on as they come, both ways: the value of the field Host alone is the target's. Each
 * connection of a client has one of its own to the target, and what happens to the one happens to the other. What is told
 * is read along. Rejects where the port cannot be opened.
 */
export async function startProxy(options: ProxyOptions): Promise<TrafficProxy> {
  const { target } = options;
  const open = new Map<Socket, Tap>();
  let isClosing = false;
  const endIfIdle = (client: Socket, tap: Tap): void => {
    if (isClosing && tap.underWay === 0) client.destroySoon();
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const tap = joined(client, options, () => endIfIdle(client, tap));
    open.set(client, tap);
    client.on("close", () => open.delete(client));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  return {
    url: new URL(`http://${host}:${port}${target.pathname}`),
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        server.close(() => resolve());
        for (const [client, tap] of open) endIfIdle(client, tap);
      }),
  };
}

/** Joins a client's connection to one of its own to the target, which is opened with the first request. */
function joined(client: Socket, options: ProxyOptions, onTold: () => void): Tap {
  let upstream: Socket | undefined;
  const tap = createTap({
    ...options,
    pass: (bytes) => {
      upstream ??= joinedTo(client, connected(options), () => tap);
      if (!upstream.write(bytes)) client.pause();
    },
    onExchange: (exchange) => {
      options.onExchange(exchange);
      onTold();
    },
  });
  client.on("drain", () => upstream?.resume());
  client.on("data", (bytes: Buffer) => tap.asked(bytes));
  client.on("end", () => (upstream ?? client).end());
  client.on("error", () => upstream?.resetAndDestroy());
  client.on("close", () => {
    tap.ended(clientLeft);
    upstream?.destroy();
  });
  return tap;
}

function joinedTo(client: Socket, upstream: Socket, tap: () => Tap): Socket {
  upstream.on("drain", () => client.resume());
  upstream.on("data", (bytes: Buffer) => {
    if (!client.write(bytes)) upstream.pause();
    tap().answered(bytes);
  });
  upstream.on("end", () => {
    client.end();
    tap().ended(reset);
  });
  upstream.on("error", (error) => {
    tap().ended(failureOf(error));
    client.resetAndDestroy();
  });
  upstream.on("close", () => client.destroySoon());
  return upstream;
}

function connected({ target, ca }: ProxyOptions): Socket {
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = Number(target.port);
  if (target.protocol !== "https:")
    return connect({ host, port: port || 80, allowHalfOpen: true, noDelay: true });
  return connectTls({
    ...{ host, port: port || 443, ALPNProtocols: ["http/1.1"], allowHalfOpen: true },
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
}
