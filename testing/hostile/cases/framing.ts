import type { Socket } from "node:net";
import type { Behaviours } from "../bed-server.ts";
import { altered, always, bytesOf, first, json, petstore, plain, spoiled } from "../hostile-parts.ts";

const noise = Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 167 + 13) % 256));
const says = (bytes: string | Uint8Array) => () => ({
  onRequest: (socket: Socket) => socket.end(bytesOf(bytes)),
});
const head = (...lines: readonly string[]) => [...lines, "", ""].join("\r\n");
/** A head of these lines, and what follows it. */
const ok = (lines: readonly string[], body = "[]") =>
  says(head("HTTP/1.1 200 OK", "Content-Type: application/json", ...lines) + body);
const chunked = (body: string) => ok(["Transfer-Encoding: chunked"], `${body}\r\n0\r\n\r\n`);
/** An empty list under a status line, which lines of the head may follow. */
const listUnder = (words: string) => `${head(`HTTP/1.1 ${words}`, "Content-Length: 2")}[]`;

/** Framing that lies, and what is no HTTP/1.1 at all. */
export const framing: Behaviours = {
  "two-content-lengths": ok(["Content-Length: 2", "Content-Length: 3"]),
  "negative-content-length": ok(["Content-Length: -2"]),
  "content-length-no-number": ok(["Content-Length: two"]),
  "content-length-overflow": ok([`Content-Length: ${"9".repeat(30)}`]),
  "length-and-chunked": ok(["Content-Length: 2", "Transfer-Encoding: chunked"], "2\r\n[]\r\n0\r\n\r\n"),
  "chunk-size-no-hex": chunked("zz\r\n[]"),
  "chunk-size-overflow": chunked(`${"f".repeat(20)}\r\n[]`),
  "chunk-too-long": chunked("2\r\n[]]]"),
  "unknown-transfer-coding": ok(["Transfer-Encoding: rot13"]),
  "http-0-9": says("[]"),
  "http-2-settings": says(Buffer.from("000000040000000000", "hex")),
  "http-9-9": says(`${head("HTTP/9.9 200 OK", "Content-Length: 2")}[]`),
  "status-two-digits": says(listUnder("20 OK")),
  "status-four-digits": says(listUnder("2000 OK")),
  "status-0": says(listUnder("000 Nought")),
  "status-999": says(listUnder("999 Beyond")),
  "status-negative": says(listUnder("-200 OK")),
  noise: says(noise),
  "header-without-colon": says(listUnder("200 OK\r\nnonsense")),
  "header-name-with-blank": says(listUnder("200 OK\r\nX Y: z")),
  "header-with-nul": says(listUnder("200 OK\r\nX-A: a\0b")),
  "bare-carriage-return": says(listUnder("200 OK").replaceAll("\r\n", "\r")),
  "folded-header": says(json("200 OK", "[]", ["X-A: b", "  c"])),
  ssh: () => ({ onConnection: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n") }),
  "answers-before-the-request": () => ({ onConnection: (socket) => void socket.write(json("200 OK", "[]")) }),
  "http-1-0": spoiled(({ correct }) => plain(correct, { statusLine: `HTTP/1.0 ${correct.status} x` })),
  "close-said-and-not-done": altered({ headers: ["Connection: close"] }),
  "label-with-parameters": altered({
    without: ["content-type"],
    headers: ['Content-Type: application/json; charset="utf-8"; x="a;b,\\"c"'],
  }),
  "answers-twice": spoiled(({ correct }) =>
    Buffer.concat([plain(correct), json("500 Forged", '{"forged":true}')]),
  ),
  "body-longer-than-length": spoiled(({ correct }) => Buffer.concat([plain(correct), bytesOf("more")])),
  upgrade: () =>
    always("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\x12\x04"),
  "204-with-a-body": () => always("HTTP/1.1 204 No Content\r\n\r\n[]"),
  "304": () => always("HTTP/1.1 304 Not Modified\r\n\r\n"),
  "redirect-loop": () => always("HTTP/1.1 302 Found\r\nLocation: /v1/pets\r\nContent-Length: 0\r\n\r\n"),
  "redirect-elsewhere": () =>
    always("HTTP/1.1 307 Elsewhere\r\nLocation: http://evil.example/v1/pets\r\nContent-Length: 0\r\n\r\n"),
};

const error = '{"code":"x","message":"x","status":429}';
const refused =
  (...headers: readonly string[]) =>
  () =>
    always(json("429 Too Many Requests", error, headers));
const announced = (limit: string, remaining: string, reset: string, ...more: readonly string[]) =>
  altered({
    without: ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", ...more.map(() => "date")],
    headers: [
      `X-RateLimit-Limit: ${limit}`,
      `X-RateLimit-Remaining: ${remaining}`,
      `X-RateLimit-Reset: ${reset}`,
      ...more,
    ],
  });
const inTwentyHours = String(Math.floor(Date.now() / 1000) + 72_000);

/** Limits that would keep a client waiting, or sending, for ever. */
export const rates: Behaviours = {
  "retry-after-a-century": refused("Retry-After: 3155760000"),
  "retry-after-400-digits": refused(`Retry-After: ${"9".repeat(400)}`),
  "retry-after-year-9999": refused("Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"),
  "retry-after-negative": refused("Retry-After: -5"),
  "retry-after-0": refused("Retry-After: 0"),
  "429-silently": refused(),
  "remaining-0-for-ever": announced("1000", "0", inTwentyHours),
  "remaining-30-digits": announced("9".repeat(30), "9".repeat(30), "9".repeat(30)),
  "reset-in-milliseconds": () => announced("1000", "900", String(Date.now() + 60_000))(),
  "remaining-0-now-and-then": spoiled(({ correct, request }) =>
    plain(correct, {
      without: ["x-ratelimit-remaining"],
      headers: [`X-RateLimit-Remaining: ${request.nth % 2 === 0 ? 900 : 0}`],
    }),
  ),
  "retry-after-0-from-then-on": () => first(30, petstore(), refused("Retry-After: 0")()),
  "date-1970": () => petstore(undefined, { behindMs: Date.now() }),
  "date-nonsense": announced("1000", "900", "60", "Date: yesterday at noon"),
};
