import { NoAnswer } from "./refusal.ts";
import type { ServerRequest, ServerResponse } from "./server.ts";

/** A server that gives every request the same answer: none implements the interface, whatever it answers. */
export interface TrivialServer {
  readonly id: string;
  readonly title: string;
  readonly handle: (request: ServerRequest) => Promise<ServerResponse>;
}

const json = "application/json";
const pet = `{"id":1,"name":"Rex","categoryId":1,"status":"available"}`;

function error(status: number): string {
  return JSON.stringify({ code: "some_code", message: "Some message.", status });
}

function always(
  id: string,
  title: string,
  status: number,
  body: string,
  contentType: string | undefined = json,
  more: readonly (readonly [string, string])[] = [],
): TrivialServer {
  const bytes = new TextEncoder().encode(body);
  const label = contentType === undefined ? [] : [["Content-Type", contentType] as const];
  return { id, title, handle: async () => ({ status, headers: [...label, ...more], body: bytes }) };
}

/** What such a server may well add: everything that can be read off without looking at the request. */
const perfectHeaders = [
  ["WWW-Authenticate", "Bearer"],
  ["X-RateLimit-Limit", "60"],
  ["X-RateLimit-Remaining", "59"],
  ["Retry-After", "1"],
  ["Deprecation", "@1688169599"],
  ["Sunset", "Thu, 05 Dec 2030 00:00:00 GMT"],
] as const;

export const trivialServers: readonly TrivialServer[] = [
  always("empty-list", "answers 200 with an empty list", 200, "[]"),
  always("empty-object", "answers 200 with an empty object", 200, "{}"),
  always("one-pet", "answers 200 with one pet", 200, pet),
  always("list-of-one", "answers 200 with a list of one pet", 200, `[${pet}]`),
  always(
    "list-with-headers",
    "answers 200 with a list of one pet and every header",
    200,
    `[${pet}]`,
    json,
    perfectHeaders,
  ),
  always("created", "answers 201 with one pet", 201, pet),
  ...[400, 401, 403, 404, 422, 429, 500, 503].map((status) =>
    always(`always-${status}`, `answers ${status} with a perfect Error`, status, error(status)),
  ),
  always("retry-later", "answers 429 and names a second", 429, error(429), json, [["Retry-After", "1"]]),
  always("unauthorized-with-headers", "answers 401 with every header", 401, error(401), json, perfectHeaders),
  always("no-content", "answers 204", 204, "", undefined),
  always("nothing", "answers 200 without a body", 200, "", undefined),
  always("html", "answers 200 with a page", 200, "<!doctype html><title>It works</title>", "text/html"),
  always("json-null", "answers 200 with null", 200, "null"),
  always("redirect", "redirects to another host", 302, "", undefined, [
    ["Location", "https://example.org/v1/pets"],
  ]),
  always("redirect-to-https", "redirects to itself", 308, "", undefined, [["Location", "/v1/pets"]]),
  {
    id: "echo",
    title: "answers 200 with the body that it was sent",
    handle: async ({ body }) => ({ status: 200, headers: [["Content-Type", json]], body }),
  },
  {
    id: "echo-created",
    title: "answers 201 with the body that it was sent, and lists nothing",
    handle: async ({ method, body }) =>
      method === "POST"
        ? { status: 201, headers: [["Content-Type", json]], body }
        : { status: 200, headers: [["Content-Type", json]], body: new TextEncoder().encode("[]") },
  },
  { id: "reset", title: "resets every connection", handle: () => Promise.reject(new NoAnswer("reset")) },
  { id: "silence", title: "never answers", handle: () => Promise.reject(new NoAnswer("silence")) },
];
