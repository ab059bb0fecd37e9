import { derivedFrom } from "../bounded-map.ts";
import type { Clock } from "../clock/clock.ts";
import { Room } from "../decoding/body-bytes.ts";
import { mostKeptBytes } from "../decoding/evidence-room.ts";
import { defaultMaxBodyBytes, mostBytesFor } from "../failure.ts";
import { Connection } from "./connection.ts";
import { HttpExchange } from "./http-exchange.ts";
import type { Route } from "./route.ts";
import type { Transport } from "./transport.ts";

/** For all bodies in flight; far less of them is kept in the end (`evidence-room.ts`). */
const mostOnTheirWayBytes = 3 * mostKeptBytes;

export interface HttpTransportOptions extends Partial<Omit<Route, "target">> {
  readonly clock: Clock;
  /** Its origin alone counts: the target of a request holds the whole path. */
  readonly baseUrl: URL;
  /** How many idle connections are kept, the newest. */
  readonly concurrency: number;
  /** How many bytes of a body are read, as they are on the wire. Default `defaultMaxBodyBytes`. */
  readonly maxBodyBytes?: number;
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
  const setting = { clock, maxBodyBytes, room: new Room(mostOnTheirWayBytes) };
  const idle: Connection[] = [];
  const closed = new AbortController();
  // One for all the requests of a run, which have its signal.
  const orClosed = derivedFrom((signal: AbortSignal) => AbortSignal.any([signal, closed.signal]));
  // One that still has something to send is of no use: an answer came before the whole request was read.
  const takeIdle = (): Connection | undefined => {
    const connection = idle.pop();
    if (connection === undefined || connection.hasSentAll()) return connection;
    void connection.destroy();
    return takeIdle();
  };
  const renew = async () => {
    await Promise.all(idle.splice(0).map((connection) => connection.destroy()));
  };

  return {
    async send(request) {
      const signal = request.signal === undefined ? closed.signal : orClosed(request.signal);
      const kept = request.newConnection ? undefined : takeIdle();
      const connection = kept ?? new Connection(route, mostBytesFor(maxBodyBytes));
      const result = await new HttpExchange({ ...request, signal }, connection, setting).send();
      if (result.result.kind === "response" && !closed.signal.aborted) idle.push(connection);
      else void connection.destroy();
      // What an exchange left behind shows in the next one on its connection: the newest are kept.
      if (idle.length > options.concurrency) void idle.shift()?.destroy();
      return result;
    },
    renew: () => void renew(),
    async close() {
      closed.abort();
      await renew();
    },
  };
}
