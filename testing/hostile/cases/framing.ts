import { conforming, fails, type HostileCase, inFront, notTheService, unreachable } from "../hostile-case.ts";
import { altered, petstore, plain } from "../petstore.ts";
import { always, bytesOf, json, onceAndClose } from "../writing.ts";

const timeoutMs = 500;
const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const malformed = unreachable("not HTTP/1.1");
const noise = Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 167 + 13) % 256));

function says(
  id: string,
  does: string,
  bytes: string | Uint8Array,
  expect: HostileCase["expect"],
): HostileCase {
  return { id, does, hostility: () => onceAndClose(bytes), timeoutMs, expect };
}

/** Framing that lies, and what is no HTTP/1.1 at all. */
export const framing: readonly HostileCase[] = [
  says(
    "two-content-lengths",
    "gives two Content-Length that differ",
    `${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`,
    malformed,
  ),
  says(
    "negative-content-length",
    "gives a negative Content-Length",
    `${ok}Content-Length: -2\r\n\r\n[]`,
    malformed,
  ),
  says(
    "content-length-no-number",
    "gives a Content-Length that is no number",
    `${ok}Content-Length: two\r\n\r\n[]`,
    malformed,
  ),
  says(
    "content-length-overflow",
    "gives a Content-Length of 30 digits",
    `${ok}Content-Length: ${"9".repeat(30)}\r\n\r\n[]`,
    malformed,
  ),
  says(
    "length-and-chunked",
    "gives Content-Length and Transfer-Encoding",
    `${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
    malformed,
  ),
  says(
    "chunk-size-no-hex",
    "gives a chunk size that is no hex",
    `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`,
    fails("HTTP-1"),
  ),
  says(
    "chunk-size-overflow",
    "gives a chunk size of 20 hex digits",
    `${ok}Transfer-Encoding: chunked\r\n\r\n${"f".repeat(20)}\r\n[]\r\n0\r\n\r\n`,
    fails("HTTP-1"),
  ),
  says(
    "chunk-too-long",
    "sends more in a chunk than its size says",
    `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n[]]]\r\n0\r\n\r\n`,
    fails("HTTP-1"),
  ),
  says(
    "unknown-transfer-coding",
    "gives a Transfer-Encoding that nobody knows",
    `${ok}Transfer-Encoding: rot13\r\n\r\n[]`,
    fails("HTTP-2", "AUTH-2", "AUTH-3", "AUTH-4", "CREATE-1", "ORDERS-2"),
  ),
  says("http-0-9", "answers as HTTP/0.9 does: a body alone", "[]", malformed),
  says("http-2-settings", "answers with HTTP/2 frames", Buffer.from("000000040000000000", "hex"), malformed),
  says("http-9-9", "calls itself HTTP/9.9", `HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n[]`, malformed),
  says(
    "status-two-digits",
    "answers with status 20",
    "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says(
    "status-four-digits",
    "answers with status 2000",
    "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says(
    "status-0",
    "answers with status 000",
    "HTTP/1.1 000 Nought\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says(
    "status-999",
    "answers with status 999",
    "HTTP/1.1 999 Beyond\r\nContent-Length: 2\r\n\r\n[]",
    notTheService,
  ),
  says(
    "status-negative",
    "answers with status -200",
    "HTTP/1.1 -200 OK\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says("noise", "answers with bytes that mean nothing", noise, malformed),
  says(
    "header-without-colon",
    "sends a header line without a colon",
    "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says(
    "header-name-with-blank",
    "sends a header name with a blank",
    "HTTP/1.1 200 OK\r\nX Y: z\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says(
    "header-with-nul",
    "sends a header value with NUL",
    "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 2\r\n\r\n[]",
    malformed,
  ),
  says(
    "bare-carriage-return",
    "ends header lines with a carriage return alone",
    "HTTP/1.1 200 OK\rContent-Length: 2\r\r[]",
    malformed,
  ),
  says(
    "folded-header",
    "folds a header line as HTTP/1.0 did",
    json("200 OK", "[]", ["X-A: b", "  c"]),
    malformed,
  ),
  {
    id: "ssh",
    does: "greets each connection as an SSH server",
    hostility: () => ({ onConnection: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n") }),
    timeoutMs,
    expect: malformed,
  },
  {
    id: "answers-before-the-request",
    does: "sends an answer on each connection before anything was asked, and none after",
    hostility: () => ({ onConnection: (socket) => void socket.write(json("200 OK", "[]")) }),
    timeoutMs,
    expect: { exitCode: 1 },
  },
  {
    id: "http-1-0",
    does: "is correct, and calls itself HTTP/1.0",
    hostility: () =>
      petstore(({ correct }) => plain(correct, { statusLine: `HTTP/1.0 ${correct.status} x` })),
    expect: conforming,
  },
  {
    id: "close-said-and-not-done",
    does: "is correct, says that it closes each connection, and leaves it open",
    hostility: () => altered({ headers: ["Connection: close"] }),
    expect: conforming,
  },
  {
    id: "label-with-parameters",
    does: "is correct, and labels its bodies with quoted parameters that hold what separates them",
    hostility: () =>
      altered({
        without: ["content-type"],
        headers: ['Content-Type: application/json; charset="utf-8"; x="a;b,\\"c"'],
      }),
    expect: conforming,
  },
  {
    id: "answers-twice",
    does: "sends a forged second answer behind each correct one",
    hostility: () =>
      petstore(({ correct }) => Buffer.concat([plain(correct), json("500 Forged", '{"forged":true}')])),
    expect: conforming,
  },
  {
    id: "body-longer-than-length",
    does: "sends more bytes than each Content-Length says",
    hostility: () => petstore(({ correct }) => Buffer.concat([plain(correct), bytesOf("more")])),
    expect: conforming,
  },
  {
    id: "upgrade",
    does: "answers 101 and speaks another protocol",
    hostility: () =>
      always("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n\0\0\x12\x04"),
    timeoutMs,
    expect: unreachable(""),
  },
  {
    id: "204-with-a-body",
    does: "answers 204, with a body",
    hostility: () => always("HTTP/1.1 204 No Content\r\n\r\n[]"),
    timeoutMs,
    expect: notTheService,
  },
  {
    id: "304",
    does: "answers 304 to everything",
    hostility: () => always("HTTP/1.1 304 Not Modified\r\n\r\n"),
    timeoutMs,
    expect: notTheService,
  },
  {
    id: "redirect-loop",
    does: "redirects each request to itself",
    hostility: () => always("HTTP/1.1 302 Found\r\nLocation: /v1/pets\r\nContent-Length: 0\r\n\r\n"),
    expect: inFront("not-the-service", "redirects are not followed"),
  },
  {
    id: "redirect-elsewhere",
    does: "redirects each request to another host, which must not get the key",
    hostility: () =>
      always("HTTP/1.1 307 Elsewhere\r\nLocation: http://evil.example/v1/pets\r\nContent-Length: 0\r\n\r\n"),
    expect: inFront("not-the-service", "redirects are not followed"),
  },
];
