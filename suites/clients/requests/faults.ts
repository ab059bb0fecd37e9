import { type ClientEntries, failing, getOf, type Wanted } from "../reference-client/client.ts";
import { after, headerAs, headersBy, isList, sending } from "../reference-client/parts.ts";

const inEncoding = (encoding: "latin1" | "utf16le") => (request: Wanted) =>
  typeof request.body === "string" ? { ...request, body: Buffer.from(request.body, encoding) } : request;

export const faults: ClientEntries = {
  ...failing(["CLIENT-10"], {
    // Asks for /pets without the version: new URL('/pets', base) drops the path of the base.
    "version-lost": () => ({ listTargets: ["/pets?limit=5"] }),
    // Deletes a pet: cleans up after a test.
    delete: after(sending({ method: "DELETE", target: "/v1/pets/1001" })),
    // Reads the pet undefined: a field of another name is put into the path.
    "undefined-id": () => ({ readTarget: () => "/v1/pets/undefined" }),
    // Asks for a list with get: methods are case-sensitive (RFC 9110, 9.1), and not every HTTP library knows it.
    "method-in-lower-case": () => ({
      rewrite: (request) => (isList(request) ? { ...request, method: "get" } : request),
    }),
  }),
  ...failing(["CLIENT-11"], {
    // Asks for 0 pets to see whether the key works: a check that should cost nothing.
    "limit-zero": after(sending(getOf("/v1/pets?limit=0"))),
    // Doubles the limit as long as lists are full: the interface has no pages, and nobody tried a large store.
    "limit-doubled": after(async (client, { readPets }) => {
      for (let limit = 20; limit < 1000; limit *= 2)
        if (readPets(await client.request(getOf(`/v1/pets?limit=${limit}`))).length < limit) break;
    }),
    // Filters by adopted: a status of its own store.
    "status-unknown": after(sending(getOf("/v1/pets?status=adopted"))),
  }),
  ...failing(["CLIENT-13"], {
    // Creates a pet whose status is null: what is not set is serialised as null.
    "status-null": () => ({ newPet: (category) => `{"name":"Rex","categoryId":${category},"status":null}` }),
    // Wraps the pet in an object: a serialiser that writes a root element.
    "body-wrapped": () => ({ newPet: (category) => `{"pet":{"name":"Rex","categoryId":${category}}}` }),
    // Sends a list with a body: an option for the data of all requests.
    "body-of-list": () => ({
      rewrite: (request) => (isList(request) ? { ...request, body: '{"limit":5}' } : request),
    }),
  }),
  ...failing(["CLIENT-26"], {
    // Sends a create in ISO 8859-1: the encoding of the platform.
    "body-in-latin-1": () => ({
      newPet: (category) => `{"name":"Zoë","categoryId":${category}}`,
      rewrite: inEncoding("latin1"),
    }),
    // Sends a create in UTF-16: strings as the language keeps them.
    "body-in-utf-16": () => ({ rewrite: inEncoding("utf16le") }),
  }),
  ...failing(["CLIENT-14"], {
    // Labels a create text/plain: fetch with a string as its body.
    "label-text": headerAs("Content-Type", () => "text/plain;charset=UTF-8"),
    // Does not label a create: an HTTP library that is given bytes.
    "label-missing": headersBy((lines) => lines.filter(([name]) => name !== "Content-Type")),
  }),
  ...failing(["CLIENT-15"], {
    // Accepts HTML alone: headers that were copied from a browser, and cut.
    "accept-html": headerAs("Accept", () => "text/html"),
    // Accepts everything but JSON: XML is preferred, with a weight of 0 for JSON.
    "accept-not-json": headerAs("Accept", () => "application/xml, */*;q=0.1, application/json;q=0"),
  }),
};
