import { type ClientEntries, listOf } from "../reference-client/client.ts";
import { after, headerAs, headersBy, sending } from "../reference-client/parts.ts";

export const faults: ClientEntries = {
  "version-lost": {
    title: "asks for /pets without the version",
    fails: ["CLIENT-10"],
    why: "new URL('/pets', base) drops the path of the base",
    hooks: () => ({ listTargets: ["/pets?limit=5"] }),
  },
  delete: {
    title: "deletes a pet",
    fails: ["CLIENT-10"],
    why: "cleans up after a test",
    hooks: after(sending({ kind: "other", method: "DELETE", target: "/v1/pets/1001" })),
  },
  "undefined-id": {
    title: "reads the pet undefined",
    fails: ["CLIENT-10"],
    why: "a field of another name is put into the path",
    hooks: () => ({ readTarget: () => "/v1/pets/undefined" }),
  },
  "method-in-lower-case": {
    title: "asks for a list with get",
    fails: ["CLIENT-10"],
    why: "methods are case-sensitive (RFC 9110, 9.1), and not every HTTP library knows it",
    hooks: () => ({
      rewrite: (request) => (request.kind === "list" ? { ...request, method: "get" } : request),
    }),
  },
  "limit-zero": {
    title: "asks for 0 pets to see whether the key works",
    fails: ["CLIENT-11"],
    why: "a check that should cost nothing",
    hooks: after(sending(listOf("/v1/pets?limit=0"))),
  },
  "status-unknown": {
    title: "filters by adopted",
    fails: ["CLIENT-11"],
    why: "a status of its own store",
    hooks: after(sending(listOf("/v1/pets?status=adopted"))),
  },
  "status-null": {
    title: "creates a pet whose status is null",
    fails: ["CLIENT-13"],
    why: "what is not set is serialised as null",
    hooks: () => ({ newPet: (category) => `{"name":"Rex","categoryId":${category},"status":null}` }),
  },
  "body-wrapped": {
    title: "wraps the pet in an object",
    fails: ["CLIENT-13"],
    why: "a serialiser that writes a root element",
    hooks: () => ({ newPet: (category) => `{"pet":{"name":"Rex","categoryId":${category}}}` }),
  },
  "body-of-list": {
    title: "sends a list with a body",
    fails: ["CLIENT-13"],
    why: "an option for the data of all requests",
    hooks: () => ({
      rewrite: (request) => (request.kind === "list" ? { ...request, body: '{"limit":5}' } : request),
    }),
  },
  "body-in-latin-1": {
    title: "sends a create in ISO 8859-1",
    warns: ["CLIENT-26"],
    why: "the encoding of the platform",
    hooks: () => ({
      newPet: (category) => `{"name":"Zoë","categoryId":${category}}`,
      bytesOf: (body) => Buffer.from(body, "latin1"),
    }),
  },
  "body-in-utf-16": {
    title: "sends a create in UTF-16",
    warns: ["CLIENT-26"],
    why: "strings as the language keeps them",
    hooks: () => ({ bytesOf: (body) => Buffer.from(body, "utf16le") }),
  },
  "label-text": {
    title: "labels a create text/plain",
    fails: ["CLIENT-14"],
    why: "fetch with a string as its body",
    hooks: headerAs("Content-Type", () => "text/plain;charset=UTF-8"),
  },
  "label-missing": {
    title: "does not label a create",
    fails: ["CLIENT-14"],
    why: "an HTTP library that is given bytes",
    hooks: headersBy((lines) => lines.filter(([name]) => name !== "Content-Type")),
  },
  "accept-html": {
    title: "accepts HTML alone",
    fails: ["CLIENT-15"],
    why: "headers that were copied from a browser, and cut",
    hooks: headerAs("Accept", () => "text/html"),
  },
  "accept-not-json": {
    title: "accepts everything but JSON",
    fails: ["CLIENT-15"],
    why: "XML is preferred, with a weight of 0 for JSON",
    hooks: headerAs("Accept", () => "application/xml, */*;q=0.1, application/json;q=0"),
  },
};
