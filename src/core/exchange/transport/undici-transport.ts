import type { Dispatcher } from "undici";
import { type Clock, startDeadline } from "../clock/clock.ts";
import { defaultMaxBodyBytes, maxHeaderLines } from "../decoding/answer-size.ts";
import { bodyBytes, createRoom, type Room } from "../decoding/body-bytes.ts";
import { mostKeptBytes } from "../decoding/evidence-room.ts";
import { derivedFrom } from "../derived-from.ts";
import type { Failure, HeaderLine } from "../exchange.ts";
import { bodyTooLarge, endedFailure, exchangeFailure, type Phase, tooManyHeaderLines } from "../failure.ts";
import { linesOfRaw } from "../headers.ts";
import { type Connection, createConnection, ReaderFault } from "./connection.ts";
import { ConnectError, type Route, type TlsOptions } from "./open-socket.ts";
import type { Transport, WireRequest, WireResult } from "./transport.ts";

/** For all bodies in flight; far less of them is kept in the end (`evidence-room.ts`). */
const mostOnTheirWayBytes = 3 * mostKeptBytes;

export interface UndiciTransportOptions {
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
export function createUndiciTransport(options: UndiciTransportOptions): Transport {
  const { clock, maxBodyBytes = defaultMaxBodyBytes } = options;
  const { baseUrl: target, tls = {}, proxy, permits } = options;
  const route: Route = { target, tls, proxy, permits };
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const closed = new AbortController();
  const room = createRoom(mostOnTheirWayBytes);
  // One for all the requests of a run, which have its signal.
  const orClosed = derivedFrom((signal: AbortSignal) => AbortSignal.any([signal, closed.signal]));

  const open = () => {
    const connection = createConnection(route, maxBodyBytes);
    all.add(connection);
    return connection;
  };

  const release = (connection: Connection, usable: boolean) => {
    if (usable && !closed.signal.aborted && idle.length < options.concurrency) {
      idle.push(connection);
      return;
    }
    void connection.destroy().then(() => all.delete(connection));
  };

  return {
    async send(request) {
      const connection = (request.newConnection ? undefined : idle.pop()) ?? open();
      const signal = request.signal === undefined ? closed.signal : orClosed(request.signal);
      let usable = false;
      try {
        const result = await exchangeOn(connection, { ...request, signal }, clock, maxBodyBytes, room);
        usable = result.result.kind === "response";
        return result;
      } finally {
        release(connection, usable);
      }
    },
    renew() {
      for (const connection of idle.splice(0)) void connection.destroy().then(() => all.delete(connection));
    },
    async close() {
      closed.abort();
      idle.length = 0;
      await Promise.all([...all].map((connection) => connection.destroy()));
      all.clear();
    },
  };
}

function exchangeOn(
  connection: Connection,
  request: WireRequest,
  clock: Clock,
  maxBodyBytes: number,
  room: Room,
): Promise<WireResult> {
  return new Promise((resolve, reject) => {
    let sentAtMs = clock.now();
    let firstByteAtMs: number | undefined;
    let reusedConnection = false;
    let started = false;
    let head: { readonly status: number; readonly headers: readonly HeaderLine[] } | undefined;
    const body = bodyBytes(maxBodyBytes, Math.min(maxBodyBytes, request.mostKeptBytes), room);

    const end = (result: WireResult["result"]) => {
      deadline.cancel();
      body.end();
      resolve({ sentAtMs, firstByteAtMs, endedAtMs: clock.now(), reusedConnection, result });
    };
    const fail = (failure: Failure) => end({ kind: "failure", failure });
    const phase = (): Phase => {
      if (!started) return "connect";
      if (head !== undefined) return "body";
      return connection.hasSentAll() ? "headers" : "sending";
    };

    const deadline = startDeadline(clock, request.timeoutMs, request.signal, (why) => {
      fail(endedFailure(why, phase(), request.timeoutMs, head));
      void connection.destroy();
    });
    if (request.signal?.aborted) {
      fail(endedFailure("aborted", "connect", request.timeoutMs));
      return;
    }

    const { target: path, method, headers, body: sent = null } = request;
    const sending = { path, method, headers: headers.flat(), body: sent };
    connection.dispatch(sending, {
      onRequestStart() {
        started = true;
        sentAtMs = clock.now();
        reusedConnection = connection.startExchange();
      },
      onResponseStart(controller, status) {
        if (status < 200) return;
        firstByteAtMs = clock.now();
        const raw = rawHeaders(controller);
        if (raw.length > 2 * maxHeaderLines) {
          fail(tooManyHeaderLines());
          controller.abort(new Error("there are too many header lines"));
          return;
        }
        head = {
          status,
          headers: linesOfRaw(raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")))),
        };
      },
      onResponseData(controller, chunk) {
        if (body.add(chunk)) return;
        fail(bodyTooLarge(maxBodyBytes, head));
        controller.abort(new Error("the body is too large"));
      },
      onResponseEnd() {
        if (head === undefined) return;
        end({ kind: "response", ...head, body: body.end(), ...(body.isUnkept && { isUnkept: true }) });
      },
      onResponseError(_, error) {
        const at = phase();
        if (error instanceof ConnectError) fail(error.failure);
        else if (error instanceof ReaderFault || ("code" in error && error.code === "UND_ERR_INVALID_ARG")) {
          deadline.cancel();
          body.end();
          reject(error);
        } else fail(exchangeFailure(error, at === "connect" ? "sending" : at, head));
      },
    });
  });
}

/** undici holds the header lines as they came, name and value by turns, on the controller. */
function rawHeaders(controller: Dispatcher.DispatchController): readonly (Buffer | string)[] {
  const raw: unknown = "rawHeaders" in controller ? controller.rawHeaders : undefined;
  if (!Array.isArray(raw)) throw new TypeError("undici gave no raw headers");
  return raw;
}
