import type { HeaderLine } from "../../exchange/exchange.ts";
import type { ClientEntries } from "./client-entry.ts";

const withHeader =
  (line: (key: string) => HeaderLine) =>
  (lines: readonly HeaderLine[], key: string): readonly HeaderLine[] => [...lines, line(key)];

const authorization =
  (value: (key: string) => string) =>
  (lines: readonly HeaderLine[], key: string): readonly HeaderLine[] =>
    lines.map(([name, old]) => (name === "Authorization" ? [name, value(key)] : [name, old]));

/** Clients that use their key in a wrong way. */
export const badCredentials: ClientEntries = {
  "no-key-on-create": {
    title: "sends no key with a create",
    fails: ["CLIENT-1"],
    why: "the header is set by hand at each call, and was forgotten at one",
    hooks: (right) => ({
      headers: (request, key) =>
        right.headers(request, key).filter(([name]) => request.method === "GET" || name !== "Authorization"),
    }),
  },
  "another-scheme": {
    title: "sends the key as Token",
    fails: ["CLIENT-1"],
    why: "the scheme of another service",
    hooks: (right) => ({
      headers: (request, key) => authorization((one) => `Token ${one}`)(right.headers(request, key), key),
    }),
  },
  "bare-key": {
    title: "sends the key without a scheme",
    fails: ["CLIENT-1"],
    why: "the value of the header was taken for the key",
    hooks: (right) => ({
      headers: (request, key) => authorization((one) => one)(right.headers(request, key), key),
    }),
  },
  "basic-key": {
    title: "sends the key as the user of basic authentication",
    fails: ["CLIENT-1"],
    why: "the option `auth` of an HTTP library",
    hooks: (right) => ({
      headers: (request, key) =>
        authorization((one) => `Basic ${Buffer.from(`${one}:`).toString("base64")}`)(
          right.headers(request, key),
          key,
        ),
    }),
  },
  "key-twice": {
    title: "sends the Authorization header twice",
    fails: ["CLIENT-1"],
    why: "the default headers and a middleware add it each",
    hooks: (right) => ({
      headers: (request, key) =>
        withHeader((one) => ["authorization", `Bearer ${one}`])(right.headers(request, key), key),
    }),
  },
  "key-cut": {
    title: "sends a create with the key without its last character",
    fails: ["CLIENT-1"],
    why: "a key that was copied badly into one of two configurations",
    hooks: (right) => ({
      headers: (request, key) => right.headers(request, request.method === "POST" ? key.slice(0, -1) : key),
    }),
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
  "key-in-other-header": {
    title: "sends the key in X-Api-Key, too",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "both ways are sent to be on the safe side",
    hooks: (right) => ({
      headers: (request, key) => withHeader((one) => ["X-Api-Key", one])(right.headers(request, key), key),
    }),
  },
  "key-in-user-agent": {
    title: "names the key in base64 in its User-Agent",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a tag that distinguishes customers in logs",
    hooks: (right) => ({
      headers: (request, key) =>
        withHeader((one) => ["User-Agent", `pets/1.0 (${Buffer.from(one).toString("base64url")})`])(
          right.headers(request, key),
          key,
        ),
    }),
  },
  "key-in-cookie": {
    title: "sends the key in a cookie",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a session that is filled with the key",
    hooks: (right) => ({
      headers: (request, key) =>
        withHeader((one) => ["Cookie", `session=${one}`])(right.headers(request, key), key),
    }),
  },
  "key-in-body": {
    title: "writes the key into the name of a pet",
    fails: ["CLIENT-2"],
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
