import { gzipSync } from "node:zlib";
import type { Behaviours } from "../bed-server.ts";
import { altered, bedKey, bytesOf, edited, plain, spoiled } from "../hostile-parts.ts";
import { keyForms } from "../key-forms.ts";
import hostile from "./texts.json" with { type: "json" };

/** Texts that do something to whatever shows them unescaped, by what they attack. */
export const hostileTexts: Readonly<Record<string, string>> = hostile;

/** The words take turns: as JSON. */
const quoted = (words: readonly string[], nth: number) => JSON.stringify(words[nth % words.length]);

/** Each pet is named by one of the words, by its number. The server stays correct: a name may be any text. */
const namedBy = (words: readonly string[]) =>
  edited((text) =>
    text.replace(/"name":"[A-Z][a-z]+ (\d+)"/g, (_, number) => `"name":${quoted(words, Number(number))}`),
  );

/** Each member of an Error body is a word. */
const refusedWith = (words: readonly string[]) =>
  edited((text, { correct, request }) => {
    const word = quoted(words, request.nth);
    return correct.status < 400 ? text : `{"code":${word},"message":${word},"status":${word}}`;
  });

/** A create is answered with a pet of another name: a word. */
const createdAs = (words: readonly string[]) =>
  edited((text, { method, correct, request }) =>
    method === "POST" && correct.status === 201
      ? text.replace(/"name":"(?:[^"\\]|\\.)*"/, () => `"name":${quoted(words, request.nth)}`)
      : text,
  );

/** Headers that are judged, all with the same word. */
const judgedHeaders = (words: readonly string[], ...more: readonly string[]) =>
  spoiled(({ correct, request }) => {
    const names = ["X-RateLimit-Limit", "Deprecation", "Sunset", "Content-Type", ...more];
    return plain(correct, {
      without: names.map((name) => name.toLowerCase()),
      headers: names.map((name) => `${name}: ${words[request.nth % words.length]}`),
    });
  });

const texts = Object.values(hostileTexts);
/** What a header value may hold (RFC 9110, section 5.5), as Latin-1; an eighth bit is allowed. */
const headerTexts = texts.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text));

/** Text of the target's that wants to be more than text. */
const hostileWords: Behaviours = {
  "texts-in-names": namedBy(texts),
  "texts-in-errors": refusedWith(texts),
  "texts-in-created-pets": createdAs(texts),
  "texts-in-member-names": edited((_, { request }) => {
    const names = texts.slice(request.nth % 30, (request.nth % 30) + 5);
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, name])));
  }),
  "texts-in-headers": judgedHeaders(headerTexts, "X-RateLimit-Reset", "WWW-Authenticate"),
  "texts-in-reason-phrase": spoiled(({ correct, request }) => {
    const text = headerTexts[request.nth % headerTexts.length] ?? "";
    return plain(correct, {
      statusLine: `HTTP/1.1 ${correct.status} ${text}`,
      headers: [`X-Text: ${text}`],
    });
  }),
  "escape-in-header": altered({ headers: ["X-Text: \u001b[31mred"] }),
};

const forms = Object.values(keyForms(bedKey));
/** Those that may stand in a header's name. */
const tokens = forms.filter((form) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(form));
const half = bedKey.length / 2;

/** A finding shows the first 60 characters of a text: this share of the form is among them. */
const cutIn = (form: string, share: number) =>
  "x".repeat(Math.max(0, 60 - Math.round(form.length * share))) + form;

/** An Error with the key, in other bytes than those of UTF-8. */
const unsaid = (encoded: (error: Buffer) => Uint8Array) =>
  spoiled(({ correct }) => {
    const { status } = correct;
    const error = JSON.stringify({ code: "error", message: `no access for ${bedKey}`, status });
    return plain(correct, status < 400 ? {} : { body: encoded(Buffer.from(error)) });
  });

const echoes: Behaviours = {
  "echo-in-header-values": altered({ headers: forms.map((form, n) => `X-Echo-${n}: ${form}`) }),
  "echo-in-header-names": altered({ headers: tokens.map((token) => `X-${token}: a`) }),
  "echo-over-two-headers": altered({
    headers: [`X-A: ${bedKey.slice(0, half)}`, `X-B: ${bedKey.slice(half)}`],
  }),
  "echo-over-five-headers": altered({
    headers: [20, 15, 10, 5, 0].map((from) => `X-${from}: ${bedKey.slice(from, from + 5)}`),
  }),
  "echo-in-trailers-and-cookies": spoiled(({ correct }) => {
    const headers = [
      "Transfer-Encoding: chunked",
      `Set-Cookie: key=${bedKey}; Path=/`,
      `Location: http://evil.example/?key=${encodeURIComponent(bedKey)}`,
    ];
    const text = Buffer.from(plain(correct, { headers })).toString("latin1");
    const [head = "", body = ""] = text.replace(/Content-Length: \d+\r\n/, "").split("\r\n\r\n");
    const chunks = body === "" ? "" : `${body.length.toString(16)};a=${bedKey.length}\r\n${body}\r\n`;
    return bytesOf(`${head}\r\n\r\n${chunks}0\r\nX-Key: ${bedKey}\r\n\r\n`);
  }),
  "echo-in-utf-16": unsaid((error) => Buffer.from(error.toString(), "utf16le")),
  "echo-compressed": unsaid(gzipSync),
  "echo-where-texts-are-cut": refusedWith(
    forms.flatMap((form) => [0.3, 0.6, 0.9].map((share) => cutIn(form, share))),
  ),
  "echo-in-reason-phrase": spoiled(({ correct }) =>
    plain(correct, { statusLine: `HTTP/1.1 ${correct.status} ${bedKey}` }),
  ),
  "echo-in-names": namedBy(forms),
  "echo-in-errors": refusedWith(forms),
  "echo-in-created-pets": createdAs(forms),
  "echo-in-judged-headers": judgedHeaders(forms, "X-RateLimit-Remaining", "Location"),
  "echo-in-html": spoiled(({ request }) => {
    const page = `<pre>${request.head}</pre> ${forms.join(" ")} ${"x".repeat(1990)}${bedKey}`;
    const head = `HTTP/1.1 500 ${bedKey}\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`;
    return bytesOf(`${head}\r\n\r\n${page}`);
  }),
};

export const spoiledTexts: Behaviours = { ...hostileWords, ...echoes };
