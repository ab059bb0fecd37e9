import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import type { FetchHandler } from "#assembly/library-run.ts";
import {
  type HeaderLine,
  type ServerRequest,
  type ServerResponse,
  textResponse,
  withHeader,
} from "#reference-server/message.ts";
import { ReferenceServer, type ReferenceServerOptions, type Responder } from "#reference-server/server.ts";

/** For tests: a server as a Worker would have it. */
export function asFetch(server: Responder): FetchHandler {
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
export function asListener(server: Responder): RequestListener {
  return async (incoming, outgoing) => {
    const { method = "", url: target = "" } = incoming;
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
    const body = new Uint8Array(await buffer(incoming));
    const answer = await server.handle({ method, target, headers, body });
    outgoing.writeHead(answer.status, answer.headers.flat()).end(answer.body);
  };
}

/** Answers a request, the nth from 1, or passes it on to the server, as it is or with other parts. */
export type InFront = (
  request: ServerRequest,
  pass: (changed?: Partial<ServerRequest>) => Promise<ServerResponse>,
  nth: number,
) => ServerResponse | Promise<ServerResponse>;

/** The server that these options make, behind something that answers in its place, or changes what it answers. */
export function inFrontOf(options: ReferenceServerOptions, answer: InFront): Responder {
  const server = new ReferenceServer(options);
  let nth = 0;
  return {
    handle: async (request) => answer(request, (changed) => server.handle({ ...request, ...changed }), ++nth),
  };
}

type Change = (answer: ServerResponse, request: ServerRequest) => ServerResponse;

/** The correct server, each of its answers changed. */
export function answersOf(options: ReferenceServerOptions, change: Change): Responder {
  return inFrontOf(options, async (request, pass) => change(await pass(), request));
}

/** An answer whose body is this value. */
export function json(status: number, value: unknown, headers?: ServerResponse["headers"]): ServerResponse {
  return textResponse(status, "application/json", JSON.stringify(value), headers);
}

export function bodyOf({ body }: Pick<ServerResponse, "body">): string {
  return Buffer.from(body).toString();
}

/** The same answer with another body. */
export function withBody(response: ServerResponse, text: string): ServerResponse {
  const body = Buffer.from(text);
  return { ...withHeader(response, "Content-Length", String(body.length)), body };
}

/** The same answer with its body edited. */
export function withText(response: ServerResponse, change: (text: string) => string): ServerResponse {
  return withBody(response, change(bodyOf(response)));
}

export const validKey = "test-key-4711";

const authorized: readonly HeaderLine[] = [["Authorization", `Bearer ${validKey}`]];
const jsonLabel: HeaderLine = ["Content-Type", "application/json"];

/** A server with a clock that the test moves, and short ways to speak to it. */
export function converse(options: Partial<ReferenceServerOptions> & { readonly startsAt?: string } = {}) {
  const clock = { nowMs: Date.parse(options.startsAt ?? "2026-03-01T12:00:00.250Z") };
  const server = new ReferenceServer({ now: () => clock.nowMs, keys: [validKey], ...options });
  /** With the valid key, unless `headers` says otherwise. */
  const send = (method: string, target: string, request?: Partial<ServerRequest>) =>
    server.handle({ method, target, headers: authorized, body: new Uint8Array(), ...request });
  return {
    ...{ server, clock, send },
    get: (target: string) => send("GET", target),
    /** Posts a text as application/json. */
    create: (text: string) =>
      send("POST", "/v1/pets", { headers: [...authorized, jsonLabel], body: new TextEncoder().encode(text) }),
  };
}

/** What a load balancer sends to one replica after the other: requests, or connections with all their requests. */
export type Balance = "request" | "connection";

/**
 * Replicas behind a load balancer, with one store and one rate limiter for all.
 * @param isOther which turns, counted from 0, are those of the replica that has the hooks; in the others it is correct
 */
export function replicas(
  { hooks = {}, ...options }: ReferenceServerOptions,
  isOther: (turn: number) => boolean,
  balance: Balance = "request",
): Responder {
  const correct = new ReferenceServer(options);
  const other = new ReferenceServer({ ...options, hooks, state: correct.state });
  const placed = new Map<number | undefined, ReferenceServer>();
  let turn = 0;
  return {
    handle: (request) => {
      const known = balance === "connection" ? placed.get(request.connection) : undefined;
      const server = known ?? (isOther(turn++) ? other : correct);
      if (request.connection !== undefined) placed.set(request.connection, server);
      return server.handle(request);
    },
  };
}
