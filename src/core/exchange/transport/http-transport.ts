import type { Clock } from "../clock/clock.ts";
import { defaultMaxBodyBytes } from "../decoding/answer-size.ts";
import { createRoom } from "../decoding/body-bytes.ts";
import { mostKeptBytes } from "../decoding/evidence-room.ts";
import { derivedFrom } from "../derived-from.ts";
import type { Connection } from "./connection.ts";
import { exchangeOver } from "./http-exchange.ts";
import type { Route, TlsOptions } from "./open-socket.ts";
import type { Transport } from "./transport.ts";

/** For all bodies in flight; far less of them is kept in the end (`evidence-room.ts`). */
const mostOnTheirWayBytes = 3 * mostKeptBytes;

export interface HttpTransportOptions {
  readonly clock: Clock;
  /** Its origin alone counts: the target of a request holds the whole path. */
  readonly baseUrl: URL;
  /** How many idle connections are kept. */
  readonly concurrency: number;
  /** How many bytes of a body are read, as they are on the wire. Default `defaultMaxBodyBytes`. */
  readonly maxBodyBytes?: number;
  readonly tls?: TlsOptions;
  /** From `proxyFor`. */
  readonly proxy?: URL | undefined;
  /** See `Route`. */
  readonly permits?: Route["permits"];
}

/**
 * HTTP/1.1 over real sockets. Follows no redirect, undoes no coding, repeats nothing.
 * A request for a new connection gets one; when it has been served, the connection is kept for others.
 * Rejects only for a request that cannot be written: a fault of this project.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const { clock, maxBodyBytes = defaultMaxBodyBytes } = options;
  const { baseUrl: target, tls = {}, proxy, permits } = options;
  const route: Route = { target, tls, proxy, permits };
  const setting = { clock, route, maxBodyBytes, room: createRoom(mostOnTheirWayBytes) };
  const idle: Connection[] = [];
  const closed = new AbortController();
  // One for all the requests of a run, which have its signal.
  const orClosed = derivedFrom((signal: AbortSignal) => AbortSignal.any([signal, closed.signal]));

  const takeIdle = (): Connection | undefined => {
    const connection = idle.pop();
    return connection === undefined || connection.isUsable() ? connection : takeIdle();
  };
  const release = (connection: Connection) => {
    const isKept = connection.isUsable() && !closed.signal.aborted && idle.length < options.concurrency;
    if (isKept) idle.push(connection);
    else connection.destroy();
  };
  const renew = () => {
    for (const connection of idle.splice(0)) connection.destroy();
  };

  return {
    send(request) {
      const signal = request.signal === undefined ? closed.signal : orClosed(request.signal);
      const connection = request.newConnection ? undefined : takeIdle();
      return exchangeOver({ ...request, signal }, connection, release, setting);
    },
    renew,
    close() {
      closed.abort();
      renew();
      return Promise.resolve();
    },
  };
}
