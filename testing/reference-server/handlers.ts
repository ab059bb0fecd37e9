import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import type { FetchHandler } from "#assembly/in-process-target.ts";
import { type ServerRequest, type ServerResponse, withHeader } from "#reference-server/message.ts";
import {
  createReferenceServer,
  type ReferenceServer,
  type ReferenceServerOptions,
} from "#reference-server/server.ts";

type Served = Pick<ReferenceServer, "handle">;

/** For tests: a server as a Worker would have it. */
export function asFetch(server: Served): FetchHandler {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await server.handle({
      ...{ method: request.method, target: pathname + search, headers: [...request.headers] },
      body: new Uint8Array(await request.arrayBuffer()),
    });
    const lines = headers.map(([name, value]): [string, string] => [name, value]);
    return new Response(new Uint8Array(body), { status, headers: lines });
  };
}

/** The same as a Node request listener. */
export function asListener(server: Served): RequestListener {
  return async (incoming, outgoing) => {
    const { method = "", url: target = "" } = incoming;
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
    const body = new Uint8Array(await buffer(incoming));
    const answer = await server.handle({ method, target, headers, body });
    outgoing.writeHead(answer.status, answer.headers.flat()).end(answer.body);
  };
}

type Change = (answer: ServerResponse, request: ServerRequest) => ServerResponse;

/** The correct server, each of its answers changed. */
export function answersOf(options: ReferenceServerOptions, change: Change): Served {
  const server = createReferenceServer(options);
  return { handle: async (request) => change(await server.handle(request), request) };
}

export function bodyOf({ body }: Pick<ServerResponse, "body">): string {
  return Buffer.from(body).toString();
}

/** The same answer with another body. */
export function withBody(response: ServerResponse, text: string): ServerResponse {
  const body = Buffer.from(text);
  return { ...withHeader(response, "Content-Length", String(body.length)), body };
}
