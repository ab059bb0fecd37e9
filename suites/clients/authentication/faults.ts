import type { ClientEntries, ClientHooks } from "../reference-client/client.ts";
import { headerAs, headersBy } from "../reference-client/parts.ts";

const withHeader = (name: string, value: (key: string) => string) =>
  headersBy((lines, key) => [...lines, [name, value(key)]]);

const changed =
  (change: (key: string) => string) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    headers: (request, key) => correct.headers(request, change(key)),
  });

export const faults: ClientEntries = {
  "no-key-on-create": {
    title: "sends no key with a create",
    fails: ["CLIENT-1"],
    why: "the header is set by hand at each call, and was forgotten at one",
    hooks: headersBy((lines, _, { method }) =>
      lines.filter(([name]) => method === "GET" || name !== "Authorization"),
    ),
  },
  "another-scheme": {
    title: "sends the key as Token",
    fails: ["CLIENT-1"],
    why: "the scheme of another service",
    hooks: headerAs("Authorization", (key) => `Token ${key}`),
  },
  "bare-key": {
    title: "sends the key without a scheme",
    fails: ["CLIENT-1"],
    why: "the value of the header was taken for the key",
    hooks: headerAs("Authorization", (key) => key),
  },
  "basic-key": {
    title: "sends the key as the user of basic authentication",
    fails: ["CLIENT-1"],
    why: "the option `auth` of an HTTP library",
    hooks: headerAs("Authorization", (key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`),
  },
  "key-in-referer": {
    title: "sends the address of a page that has the key in its query, percent-encoded",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a link for signing in",
    hooks: withHeader("Referer", (key) => `https://shop.example/in?k=${encodeURIComponent(key)}`),
  },
  "key-twice": {
    title: "sends the Authorization header twice",
    fails: ["CLIENT-1"],
    why: "the default headers and a middleware add it each",
    hooks: withHeader("authorization", (key) => `Bearer ${key}`),
  },
  "key-cut": {
    title: "sends a create with the key without its last character",
    fails: ["CLIENT-1"],
    why: "a key that was copied badly into one of two configurations",
    hooks: (correct) => ({
      headers: (request, key) => correct.headers(request, request.method === "POST" ? key.slice(0, -1) : key),
    }),
  },
  "key-in-lower-case": {
    title: "sends the key in lower case",
    fails: ["CLIENT-1"],
    why: "all settings are brought to lower case",
    hooks: changed((key) => key.toLowerCase()),
  },
  "key-escaped": {
    title: "sends the key percent-encoded",
    fails: ["CLIENT-1"],
    why: "a helper for URLs is used for a header",
    hooks: changed(encodeURIComponent),
  },
  "key-in-query": {
    title: "adds the key to the URL of a list",
    fails: ["CLIENT-2", "CLIENT-3", "CLIENT-10"],
    why: "the security scheme of another service",
    hooks: () => ({
      rewrite: (request, key) =>
        request.kind === "list" ? { ...request, target: `${request.target}&api_key=${key}` } : request,
    }),
  },
  "key-in-user-agent": {
    title: "names the key in base64 in its User-Agent",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a tag that distinguishes customers in logs",
    hooks: withHeader("User-Agent", (key) => `pets/1.0 (${Buffer.from(key).toString("base64url")})`),
  },
  "key-in-cookie": {
    title: "sends the key in a cookie",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a session that is filled with the key",
    hooks: withHeader("Cookie", (key) => `session=${key}`),
  },
  "key-in-body": {
    title: "writes the key into the name of a pet",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a template whose variables were mixed up",
    hooks: () => ({
      rewrite: (request, key) =>
        request.body === undefined
          ? request
          : { ...request, body: request.body.replace("Rex", `Rex ${key}`) },
    }),
  },
  "key-to-other-origin": {
    title: "sends the key to where a redirect leads",
    fails: ["CLIENT-3"],
    why: "headers that were set by hand go along with a redirect",
    hooks: () => ({ followWith: (headers) => headers }),
  },
  "key-to-other-origin-renamed": {
    title: "sends the key to where a redirect leads, in Proxy-Authorization",
    fails: ["CLIENT-3"],
    why: "Authorization alone is removed when the origin changes",
    hooks: () => ({
      followWith: (headers) =>
        headers.map(([name, value]) => [name === "Authorization" ? "Proxy-Authorization" : name, value]),
    }),
  },
};
