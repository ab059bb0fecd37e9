import { type ClientEntries, createOf, failing, type Replacing } from "../reference-client/client.ts";
import { before, headerAs, headersBy, isList } from "../reference-client/parts.ts";

const withHeader = (name: string, value: (key: string) => string) =>
  headersBy((lines, key) => [...lines, [name, value(key)]]);

const changed =
  (change: (key: string) => string): Replacing =>
  ({ headers }) => ({ headers: (request, key) => headers(request, change(key)) });

export const faults: ClientEntries = {
  ...failing(["CLIENT-1"], {
    // Sends no key with a create: the header is set by hand at each call, and was forgotten at one.
    "no-key-on-create": headersBy((lines, _, { method }) =>
      lines.filter(([name]) => method === "GET" || name !== "Authorization"),
    ),
    // Sends the key as Token: the scheme of another service.
    "another-scheme": headerAs("Authorization", (key) => `Token ${key}`),
    // Sends the key without a scheme: the value of the header was taken for the key.
    "bare-key": headerAs("Authorization", (key) => key),
    // Sends the key as the user of basic authentication: the option `auth` of an HTTP library.
    "basic-key": headerAs("Authorization", (key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`),
    // Sends the Authorization header twice: the default headers and a middleware add it each.
    "key-twice": withHeader("authorization", (key) => `Bearer ${key}`),
    // Sends a create with the key without its last character: a key that was copied badly into one of two
    // configurations.
    "key-cut": (correct) => ({
      headers: (request, key) => correct.headers(request, request.method === "POST" ? key.slice(0, -1) : key),
    }),
    // Sends the key in lower case: all settings are brought to lower case.
    "key-in-lower-case": changed((key) => key.toLowerCase()),
    // Sends the key percent-encoded: a helper for URLs is used for a header.
    "key-escaped": changed(encodeURIComponent),
  }),
  ...failing(["CLIENT-2", "CLIENT-3"], {
    // Sends the address of a page that has the key in its query, percent-encoded: a link for signing in.
    "key-in-referer": withHeader("Referer", (key) => `https://shop.example/in?k=${encodeURIComponent(key)}`),
    // Names the key in base64 in its User-Agent: a tag that distinguishes customers in logs.
    "key-in-user-agent": withHeader(
      "User-Agent",
      (key) => `pets/1.0 (${Buffer.from(key).toString("base64url")})`,
    ),
    // Sends the key in a cookie: a session that is filled with the key.
    "key-in-cookie": withHeader("Cookie", (key) => `session=${key}`),
  }),
  ...failing(["CLIENT-2"], {
    // Writes the key into the name of a pet: a template whose variables were mixed up.
    "key-in-body": () => ({
      rewrite: (request, key) =>
        typeof request.body === "string"
          ? { ...request, body: request.body.replace("Rex", `Rex ${key}`) }
          : request,
    }),
  }),
  ...failing(["CLIENT-2", "CLIENT-3", "CLIENT-10"], {
    // Adds the key to the URL of a list: the security scheme of another service.
    "key-in-query": () => ({
      rewrite: (request, key) =>
        isList(request) ? { ...request, target: `${request.target}&api_key=${key}` } : request,
    }),
  }),
  ...failing(["CLIENT-3"], {
    // Sends the key to where a redirect leads: headers that were set by hand go along with a redirect.
    "key-to-other-origin": () => ({ followWith: (headers) => headers }),
    // Sends the key to where the redirect of a create leads, which it follows with a GET: urllib of Python.
    "key-to-other-origin-by-get": (correct) => ({
      ...before((client) => client.request(createOf(correct.newPet("1"))))(correct),
      followWith: (headers, status) => (status === 303 ? headers : undefined),
    }),
    // Sends the key to where a redirect leads, in Proxy-Authorization: Authorization alone is removed when
    // the origin changes.
    "key-to-other-origin-renamed": () => ({
      followWith: (headers) =>
        headers.map(([name, value]) => [name === "Authorization" ? "Proxy-Authorization" : name, value]),
    }),
  }),
};
