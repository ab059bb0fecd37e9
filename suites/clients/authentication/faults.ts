import type { ClientEntries, ClientHooks } from "../reference-client/client.ts";
import { headerAs, headersBy } from "../reference-client/parts.ts";

const withHeader = (name: string, value: (key: string) => string) =>
  headersBy((lines, key) => [...lines, [name, value(key)]]);

const changed =
  (change: (key: string) => string) =>
  (correct: ClientHooks): Partial<ClientHooks> => ({
    headers: (request, key) => correct.headers(request, change(key)),
  });

/** Clients that use their key in a wrong way. */
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
  "key-in-session": {
    title: "sends the key in base64 within a cookie, too",
    fails: ["CLIENT-2", "CLIENT-3"],
    why: "a session of its own, which is encoded and not encrypted",
    hooks: withHeader("Cookie", (key) => `session=${Buffer.from(`v1:${key}:web`).toString("base64url")}`),
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
  "key-in-capitals": {
    title: "sends the key in capitals",
    fails: ["CLIENT-1"],
    why: "the name of an environment variable and its value were both changed",
    hooks: changed((key) => key.toUpperCase()),
  },
  "key-escaped": {
    title: "sends the key percent-encoded",
    fails: ["CLIENT-1"],
    why: "a helper for URLs is used for a header",
    hooks: changed(encodeURIComponent),
  },
  "key-quoted": {
    title: "sends the key in quotation marks",
    fails: ["CLIENT-1"],
    why: "the quotation marks of a .env file are read as a part of the value",
    hooks: changed((key) => `"${key}"`),
  },
  "key-without-padding": {
    title: "sends the key without the = at its end",
    fails: ["CLIENT-1"],
    why: "a line of a configuration is split at every =",
    hooks: changed((key) => key.replace(/=+$/, "")),
  },
  "key-truncated": {
    title: "sends the first 64 characters of the key",
    fails: ["CLIENT-1"],
    why: "a column of a database that is too short",
    hooks: changed((key) => key.slice(0, 64)),
  },
  "key-unescaped": {
    title: "sends a space in place of the + of the key",
    fails: ["CLIENT-1"],
    why: "the key is read from a form, in which + is a space",
    hooks: changed((key) => key.replaceAll("+", " ")),
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
    hooks: withHeader("X-Api-Key", (key) => key),
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
  "key-to-other-port": {
    title: "sends the key along with a redirect to another port of the same host",
    fails: ["CLIENT-3"],
    why: "hosts are compared without their ports, as curl did before 7.83",
    hooks: (correct) => ({
      followWith: (headers, hostname) =>
        hostname === "127.0.0.1" ? headers : correct.followWith(headers, hostname),
    }),
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
