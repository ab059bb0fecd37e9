import type { InProcessHandler } from "../core/exchange/transport/in-process.ts";

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
