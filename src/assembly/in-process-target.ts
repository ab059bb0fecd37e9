import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import { announcesLength, type HeaderLine } from "#core/exchange/exchange.ts";
import { linesOfRaw } from "#core/exchange/headers.ts";
import type { InProcessAnswer, InProcessHandler } from "#core/exchange/transport/in-process.ts";

/** A server as a function, as Hono, Next, Deno and Workers have it. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * Calls a fetch-style handler in place of a socket. An exception of the handler is an exchange without an answer, as a
 * dropped connection would be.
 * @param origin what stands before the path in `request.url`: `http://localhost`
 */
export function fetchHandlerTarget(handler: FetchHandler, origin: string): InProcessHandler {
  return async ({ method, target, headers, body }) => {
    const request = new Request(origin + target, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      redirect: "manual",
    });
    try {
      const response = await handler(request);
      return {
        status: response.status,
        headers: [...response.headers],
        body: new Uint8Array(await response.arrayBuffer()),
      };
    } catch {
      // The exception's message is the target's text: it stays out of the sentence.
      const message = "the handler threw an exception in place of answering";
      return { failure: { kind: "closed", phase: "headers", message } };
    }
  };
}

/**
 * Speaks HTTP to a Node request listener (an Express or Fastify app, a plain function) over a pair of streams in this
 * process: Node's own parser on both sides, and no socket. Each request has a connection of its own.
 */
export function nodeListenerTarget(listener: RequestListener, host: string): InProcessHandler {
  const server = createServer(listener);
  return async ({ method, target, headers, body }) => {
    const [near, far] = duplexPair();
    const lines: HeaderLine[] = [["Host", host], ...headers, ["Connection", "close"]];
    if (announcesLength(method, body.length)) lines.push(["Content-Length", String(body.length)]);
    const sending = request({
      method,
      path: target,
      headers: lines.flat(),
      setHost: false,
      // Asked for where no agent is named; a pair of streams does what is asked of a socket here.
      createConnection: () => near,
    });
    const answered = Promise.withResolvers<IncomingMessage>();
    sending.on("error", answered.reject).on("response", answered.resolve);
    server.emit("connection", far);
    sending.end(body);
    try {
      return await readAll(await answered.promise);
    } catch {
      const message = "the connection ended before the whole answer was there";
      return { failure: { kind: "closed", phase: "headers", message } };
    } finally {
      near.destroy();
    }
  };
}

async function readAll(answer: IncomingMessage): Promise<InProcessAnswer> {
  const body = new Uint8Array(await buffer(answer));
  return { status: answer.statusCode ?? 0, headers: linesOfRaw(answer.rawHeaders), body };
}
