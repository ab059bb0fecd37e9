import { gzipSync } from "node:zlib";
import { after, around, replaced } from "#reference-server/fault-parts.ts";
import { alike, type BedServer } from "../bed-server.ts";
import type { Json } from "../json.ts";
import { type HeaderLine, headerValue, type ServerResponse, withHeader } from "../message.ts";

export default alike({ ruling: [13] })({
  "more-members": {
    title: "adds members to pets, numbers that no double holds among them",
    hooks: after("serialisePet", (json) => ({
      tags: ["x", null, { deep: [[]] }],
      version: 18446744073709551616n,
      weight: 0.1,
      ...json,
      Name: null,
    })),
  },
  "more-in-errors": {
    title: "adds members to errors",
    ruling: [13, 18],
    hooks: after("errorBody", (body) => ({
      type: "about:blank",
      details: [],
      error: { status: "x" },
      ...(body as { readonly [name: string]: Json }),
    })),
  },
  "repeats-what-it-rejects": {
    title: "writes messages in another language, and repeats the request and its body in them",
    ruling: [18],
    hooks: around("errorBody", (correctly, status, _message, call) => {
      const { target, body } = call.request;
      const sent = `${decodeURIComponent(target)} ${new TextDecoder().decode(body)}`;
      return correctly(status, `Requête refusée : ${sent.slice(0, 200).toWellFormed()}`, call);
    }),
  },
  "error-codes-numeric": {
    title: "writes codes as digits in a string, and empty messages",
    ruling: [18],
    hooks: () => ({ errorBody: (status) => ({ status, message: "", code: `${status}001` }) }),
  },
  "pretty-printed": {
    title: "writes JSON with spaces and line ends",
    hooks: after(
      "encodeJson",
      (right) =>
        `\r\n\t ${right.replace(/("(?:[^"\\]|\\.)*")|([,:{}[\]])/g, (_, text, mark) => text ?? `${mark}\n  `)}\n`,
    ),
  },
  "members-reversed": {
    title: "writes members in another order",
    hooks: () => ({ serialisePet: ({ id, name, categoryId, status }) => ({ status, categoryId, name, id }) }),
  },
  "ascii-only": {
    title: "escapes every character beyond ASCII",
    hooks: after("encodeJson", (text) =>
      text
        .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .replaceAll("/", "\\/"),
    ),
  },
  "integers-with-fraction": {
    title: "writes identifiers and categories with .0",
    ruling: [12],
    hooks: after("encodeJson", (text) =>
      text.replace(/"(id|categoryId|status)":(-?\d+)(?=[,}])/g, '"$1":$2.0'),
    ),
  },
  "padded-header-values": {
    title: "writes spaces and tabs around the value of every header",
    ruling: [33],
    stage: { plan: "free" },
    hooks: () => ({ respond: writingHeaders((name, value) => [name, ` \t${value}\t `]) }),
  },
  "content-type-written-otherwise": {
    title: "writes Application/JSON, a quoted charset, and a semicolon with nothing behind it",
    hooks: () => ({
      contentType: () => 'Application/JSON ; Charset="utf-8"',
      errorContentType: () => "application/json;",
    }),
  },
  "cache-headers": {
    title: "sends an ETag and Cache-Control, and varies by Authorization",
    hooks: adding(({ body }) => [
      ["ETag", `W/"${body.length}"`],
      ["Cache-Control", "private, max-age=60"],
      ["Vary", "Authorization"],
    ]),
  },
  "with-charset": {
    title: "sends bodies as application/json; charset=utf-8",
    hooks: () => ({
      contentType: () => "application/json; charset=utf-8",
      errorContentType: () => "Application/JSON;charset=UTF-8",
    }),
  },
  "header-names-in-lower-case": {
    title: "writes the names of header fields in lower case",
    hooks: () => ({ respond: writingHeaders((name, value) => [name.toLowerCase(), value]) }),
  },
  "header-names-in-capitals": {
    title: "writes the names of header fields in capitals",
    hooks: () => ({ respond: writingHeaders((name, value) => [name.toUpperCase(), value]) }),
  },
  gzipped: {
    title: "compresses bodies with gzip where the client accepts it",
    hooks: replaced("respond", (response, call) =>
      /\bgzip\b/.test(headerValue(call.request, "accept-encoding") ?? "") && response.body.length > 0
        ? withHeader({ ...response, body: gzipSync(response.body) }, "Content-Encoding", "gzip")
        : response,
    ),
  },
  "more-headers": {
    title: "sends caching, tracing and cookie header fields",
    hooks: adding(() => [
      ["ETag", 'W/"1"'],
      ["Cache-Control", "no-store"],
      ["Vary", "Authorization"],
      ["Set-Cookie", "a=1; HttpOnly"],
      ["Set-Cookie", "b=2; HttpOnly"],
      ["Link", '<https://example.org/>; rel="help"'],
    ]),
  },
});

/** Sends more header fields. */
function adding(more: (response: ServerResponse) => readonly HeaderLine[]): BedServer["hooks"] {
  return replaced("respond", (response) => ({
    ...response,
    headers: [...response.headers, ...more(response)],
  }));
}

/** Writes each header field otherwise. */
function writingHeaders(
  write: (name: string, value: string) => HeaderLine,
): (response: ServerResponse) => ServerResponse {
  return (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => write(name, value)),
  });
}
