/**
 * A mock server that others wrote (@scalar/mock-server), fed with our OpenAPI document. It keeps the shapes and
 * knows no state, no key and no limit: a suite that looks at more than shapes must not call it conforming.
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createMockServer } from "@scalar/mock-server";
import { parse } from "yaml";
import type { FastifyOptions, RunningServer } from "./fastify.ts";

const contract = new URL("../../suites/petstore/openapi.yaml", import.meta.url);
const basePath = "/v1";

type Handler = (request: Request) => Response | Promise<Response>;

/** Starts the mock on a free port of 127.0.0.1. It takes any key, holds no pets and counts nothing. */
export async function startScalarMock(_options: FastifyOptions): Promise<RunningServer> {
  const app = await createMockServer({ specification: parse(await readFile(contract, "utf8")) });
  const server = createServer((incoming, outgoing) => {
    respond(app.fetch, incoming, outgoing).catch((cause: unknown) => {
      outgoing.destroy(cause instanceof Error ? cause : new Error(String(cause)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The mock server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}${basePath}`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((cause) => (cause === undefined ? resolve() : reject(cause)));
        server.closeAllConnections();
      }),
  };
}

/** Hands a node:http request to a fetch handler, without the base path, and streams its answer back. */
async function respond(handle: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const answer = await handle(fetchRequest(incoming));
  outgoing.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) outgoing.end();
  else Readable.fromWeb(answer.body).pipe(outgoing);
}

function fetchRequest(incoming: IncomingMessage): Request {
  const path = incoming.url ?? "/";
  const url = new URL(
    path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "/",
    "http://127.0.0.1",
  );
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: Readable.toWeb(incoming), duplex: "half" });
}
