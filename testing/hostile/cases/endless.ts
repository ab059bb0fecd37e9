import { conforming, type HostileCases, tooMuchToRead, unreachable } from "../hostile-case.ts";
import { altered, petstore, plain } from "../petstore.ts";
import { bytesOf, endless } from "../writing.ts";

const timeoutMs = 1000;
const kibibyte = "a".repeat(1024);
const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** A part of the answer that has no end. */
export const endlessParts: HostileCases = {
  "endless-status-line": {
    does: "sends a reason phrase without end",
    hostility: () => endless("HTTP/1.1 200 ", kibibyte),
    timeoutMs,
    expect: unreachable("larger than 65536 bytes"),
  },
  "endless-header-line": {
    does: "sends a header value without end",
    hostility: () => endless("HTTP/1.1 200 OK\r\nX-A: ", kibibyte),
    timeoutMs,
    expect: unreachable("larger than 65536 bytes"),
  },
  "endless-header-lines": {
    does: "sends header lines without end",
    hostility: () => endless("HTTP/1.1 200 OK\r\n", "X-A: b\r\n".repeat(100)),
    timeoutMs,
    expect: unreachable("larger than 65536 bytes"),
  },
  "many-header-lines": {
    does: "is correct, and sends 15,000 header lines of four bytes with each answer",
    hostility: () => altered({ headers: Array.from({ length: 15_000 }, () => "a:") }),
    expect: { ...tooMuchToRead, reason: "unreachable", says: "more than 256 header lines" },
  },
  "large-heads": {
    does: "is correct, and sends 60 kB of headers with each answer",
    hostility: () => altered({ headers: Array.from({ length: 60 }, (_, n) => `X-${n}: ${kibibyte}`) }),
    expect: conforming,
  },
  "whitespace-in-heads": {
    does: "is correct, and has 50 kB of spaces within its Content-Type",
    hostility: () =>
      altered({
        without: ["content-type"],
        headers: [`Content-Type: application/json; a=b${" ".repeat(50_000)}; c=d`],
      }),
    expect: conforming,
  },
  "endless-100": {
    does: "sends 100 Continue without end",
    hostility: () => endless("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(10)),
    timeoutMs,
    expect: unreachable("more than 20 1xx responses"),
  },
  "endless-103": {
    does: "sends 103 Early Hints with a kibibyte of links, without end",
    hostility: () => endless("", `HTTP/1.1 103 Early Hints\r\nLink: ${kibibyte}\r\n\r\n`),
    timeoutMs,
    expect: unreachable("more than 20 1xx responses"),
  },
  "slow-102": {
    does: "sends 102 Processing each 30 ms",
    hostility: () => endless("", "HTTP/1.1 102 Processing\r\n\r\n", 30),
    timeoutMs,
    expect: unreachable(""),
  },
  "some-1xx": {
    does: "is correct, and sends 100, 102 and two 103 before each answer",
    hostility: () =>
      petstore(({ correct }) => {
        const interim = [
          "100 Continue",
          "102 Processing",
          "103 Early Hints\r\nLink: </a>",
          "103 Early Hints",
        ];
        const before = interim.map((line) => `HTTP/1.1 ${line}\r\n\r\n`).join("");
        return Buffer.concat([bytesOf(before), plain(correct)]);
      }),
    expect: conforming,
  },
  "endless-body": {
    does: "sends a body without length and without end",
    hostility: () => endless(`${ok}\r\n[`, `"${kibibyte}",`.repeat(16)),
    timeoutMs,
    expect: tooMuchToRead,
  },
  "endless-chunks": {
    does: "sends chunks without end",
    hostility: () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${kibibyte}\r\n`.repeat(16)),
    timeoutMs,
    expect: tooMuchToRead,
  },
  "endless-small-chunks": {
    does: "sends chunks of one byte without end",
    hostility: () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n[\r\n".repeat(1000)),
    expect: tooMuchToRead,
  },
  "endless-chunk-extension": {
    does: "sends a chunk extension without end",
    hostility: () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n2;a=`, kibibyte),
    timeoutMs,
    expect: tooMuchToRead,
  },
  "endless-trailers": {
    does: "sends a whole body, and trailer fields without end",
    hostility: () =>
      endless(`${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n`, "X-A: b\r\n".repeat(100)),
    timeoutMs,
    expect: tooMuchToRead,
  },
  "ten-gigabytes": {
    does: "announces ten gigabytes and begins to send them",
    hostility: () => endless(`${ok}Content-Length: 10000000000\r\n\r\n`, kibibyte.repeat(16)),
    timeoutMs,
    expect: tooMuchToRead,
  },
};
