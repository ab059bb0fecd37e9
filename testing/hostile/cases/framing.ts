import {
  conforming,
  fails,
  type HostileCases,
  type HostileTarget,
  inFront,
  notTheService,
  unreachable,
  waitedFor,
} from "../hostile-case.ts";
import { altered, petstore, plain } from "../petstore.ts";
import { always, bytesOf, json, onceAndClose } from "../writing.ts";

const target = waitedFor(500);
const malformed = unreachable("not HTTP/1.1");
const noise = Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 167 + 13) % 256));

const says = (does: string, bytes: string | Uint8Array, expect: HostileTarget["expect"]) =>
  target(does, () => onceAndClose(bytes), expect);

const head = (...lines: readonly string[]) => [...lines, "", ""].join("\r\n");
const ok = (...lines: readonly string[]) =>
  head("HTTP/1.1 200 OK", "Content-Type: application/json", ...lines);
/** An empty list under a status line, which lines of the head may follow. */
const listUnder = (words: string) => `${head(`HTTP/1.1 ${words}`, "Content-Length: 2")}[]`;

/** Framing that lies, and what is no HTTP/1.1 at all. */
export const framing: HostileCases = {
  "two-content-lengths": says(
    "gives two Content-Length that differ",
    `${ok("Content-Length: 2", "Content-Length: 3")}[]`,
    malformed,
  ),
  "negative-content-length": says(
    "gives a negative Content-Length",
    `${ok("Content-Length: -2")}[]`,
    malformed,
  ),
  "content-length-no-number": says(
    "gives a Content-Length that is no number",
    `${ok("Content-Length: two")}[]`,
    malformed,
  ),
  "content-length-overflow": says(
    "gives a Content-Length of 30 digits",
    `${ok(`Content-Length: ${"9".repeat(30)}`)}[]`,
    malformed,
  ),
  "length-and-chunked": says(
    "gives Content-Length and Transfer-Encoding",
    `${ok("Content-Length: 2", "Transfer-Encoding: chunked")}2\r\n[]\r\n0\r\n\r\n`,
    malformed,
  ),
  "chunk-size-no-hex": says(
    "gives a chunk size that is no hex",
    `${ok("Transfer-Encoding: chunked")}zz\r\n[]\r\n0\r\n\r\n`,
    fails("HTTP-1"),
  ),
  "chunk-size-overflow": says(
    "gives a chunk size of 20 hex digits",
    `${ok("Transfer-Encoding: chunked")}${"f".repeat(20)}\r\n[]\r\n0\r\n\r\n`,
    fails("HTTP-1"),
  ),
  "chunk-too-long": says(
    "sends more in a chunk than its size says",
    `${ok("Transfer-Encoding: chunked")}2\r\n[]]]\r\n0\r\n\r\n`,
    fails("HTTP-1"),
  ),
  "unknown-transfer-coding": says(
    "gives a Transfer-Encoding that nobody knows",
    `${ok("Transfer-Encoding: rot13")}[]`,
    fails("HTTP-2", "AUTH-2", "AUTH-3", "AUTH-4", "CREATE-1", "ORDERS-2"),
  ),
  "http-0-9": says("answers as HTTP/0.9 does: a body alone", "[]", malformed),
  "http-2-settings": says("answers with HTTP/2 frames", Buffer.from("000000040000000000", "hex"), malformed),
  "http-9-9": says("calls itself HTTP/9.9", `${head("HTTP/9.9 200 OK", "Content-Length: 2")}[]`, malformed),
  "status-two-digits": says("answers with status 20", listUnder("20 OK"), malformed),
  "status-four-digits": says("answers with status 2000", listUnder("2000 OK"), malformed),
  "status-0": says("answers with status 000", listUnder("000 Nought"), malformed),
  "status-999": says("answers with status 999", listUnder("999 Beyond"), notTheService),
  "status-negative": says("answers with status -200", listUnder("-200 OK"), malformed),
  noise: says("answers with bytes that mean nothing", noise, malformed),
  "header-without-colon": says(
    "sends a header line without a colon",
    listUnder("200 OK\r\nnonsense"),
    malformed,
  ),
  "header-name-with-blank": says(
    "sends a header name with a blank",
    listUnder("200 OK\r\nX Y: z"),
    malformed,
  ),
  "header-with-nul": says("sends a header value with NUL", listUnder("200 OK\r\nX-A: a\0b"), malformed),
  "bare-carriage-return": says(
    "ends header lines with a carriage return alone",
    listUnder("200 OK").replaceAll("\r\n", "\r"),
    malformed,
  ),
  "folded-header": says(
    "folds a header line as HTTP/1.0 did",
    json("200 OK", "[]", ["X-A: b", "  c"]),
    malformed,
  ),
  ssh: target(
    "greets each connection as an SSH server",
    () => ({ onConnection: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n") }),
    malformed,
  ),
  "answers-before-the-request": target(
    "sends an answer on each connection before anything was asked, and none after",
    () => ({ onConnection: (socket) => void socket.write(json("200 OK", "[]")) }),
    { exitCode: 1 },
  ),
  "http-1-0": {
    does: "is correct, and calls itself HTTP/1.0",
    hostility: () =>
      petstore(({ correct }) => plain(correct, { statusLine: `HTTP/1.0 ${correct.status} x` })),
    expect: conforming,
  },
  "close-said-and-not-done": {
    does: "is correct, says that it closes each connection, and leaves it open",
    hostility: () => altered({ headers: ["Connection: close"] }),
    expect: conforming,
  },
  "label-with-parameters": {
    does: "is correct, and labels its bodies with quoted parameters that hold what separates them",
    hostility: () =>
      altered({
        without: ["content-type"],
        headers: ['Content-Type: application/json; charset="utf-8"; x="a;b,\\"c"'],
      }),
    expect: conforming,
  },
  "answers-twice": {
    does: "sends a forged second answer behind each correct one",
    hostility: () =>
      petstore(({ correct }) => Buffer.concat([plain(correct), json("500 Forged", '{"forged":true}')])),
    expect: conforming,
  },
  "body-longer-than-length": {
    does: "sends more bytes than each Content-Length says",
    hostility: () => petstore(({ correct }) => Buffer.concat([plain(correct), bytesOf("more")])),
    expect: conforming,
  },
  upgrade: target(
    "answers 101 and speaks another protocol",
    () =>
      always("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\x12\x04"),
    unreachable(""),
  ),
  "204-with-a-body": target(
    "answers 204, with a body",
    () => always("HTTP/1.1 204 No Content\r\n\r\n[]"),
    notTheService,
  ),
  "304": target(
    "answers 304 to everything",
    () => always("HTTP/1.1 304 Not Modified\r\n\r\n"),
    notTheService,
  ),
  "redirect-loop": {
    does: "redirects each request to itself",
    hostility: () => always("HTTP/1.1 302 Found\r\nLocation: /v1/pets\r\nContent-Length: 0\r\n\r\n"),
    expect: inFront("not-the-service", "redirects are not followed"),
  },
  "redirect-elsewhere": {
    does: "redirects each request to another host, which must not get the key",
    hostility: () =>
      always("HTTP/1.1 307 Elsewhere\r\nLocation: http://evil.example/v1/pets\r\nContent-Length: 0\r\n\r\n"),
    expect: inFront("not-the-service", "redirects are not followed"),
  },
};
