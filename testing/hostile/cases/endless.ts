import { conforming, type HostileCases, tooMuchToRead, unreachable, waitedFor } from "../hostile-case.ts";
import { altered, petstore, plain } from "../petstore.ts";
import { bytesOf, endless } from "../writing.ts";

const target = waitedFor(1000);
const kibibyte = "a".repeat(1024);
const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** A part of the answer that has no end. */
export const endlessParts: HostileCases = {
  "endless-status-line": target(
    "sends a reason phrase without end",
    () => endless("HTTP/1.1 200 ", kibibyte),
    unreachable("larger than 65536 bytes"),
  ),
  "endless-header-line": target(
    "sends a header value without end",
    () => endless("HTTP/1.1 200 OK\r\nX-A: ", kibibyte),
    unreachable("larger than 65536 bytes"),
  ),
  "endless-header-lines": target(
    "sends header lines without end",
    () => endless("HTTP/1.1 200 OK\r\n", "X-A: b\r\n".repeat(100)),
    unreachable("larger than 65536 bytes"),
  ),
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
  "endless-100": target(
    "sends 100 Continue without end",
    () => endless("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(10)),
    unreachable("more than 20 1xx responses"),
  ),
  "endless-103": target(
    "sends 103 Early Hints with a kibibyte of links, without end",
    () => endless("", `HTTP/1.1 103 Early Hints\r\nLink: ${kibibyte}\r\n\r\n`),
    unreachable("more than 20 1xx responses"),
  ),
  "slow-102": target(
    "sends 102 Processing each 30 ms",
    () => endless("", "HTTP/1.1 102 Processing\r\n\r\n", 30),
    unreachable(""),
  ),
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
  "endless-body": target(
    "sends a body without length and without end",
    () => endless(`${ok}\r\n[`, `"${kibibyte}",`.repeat(16)),
    tooMuchToRead,
  ),
  "endless-chunks": target(
    "sends chunks without end",
    () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${kibibyte}\r\n`.repeat(16)),
    tooMuchToRead,
  ),
  "endless-small-chunks": {
    does: "sends chunks of one byte without end",
    hostility: () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n[\r\n".repeat(1000)),
    expect: tooMuchToRead,
  },
  "endless-chunk-extension": target(
    "sends a chunk extension without end",
    () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n2;a=`, kibibyte),
    tooMuchToRead,
  ),
  "endless-trailers": target(
    "sends a whole body, and trailer fields without end",
    () => endless(`${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n`, "X-A: b\r\n".repeat(100)),
    tooMuchToRead,
  ),
  "ten-gigabytes": target(
    "announces ten gigabytes and begins to send them",
    () => endless(`${ok}Content-Length: 10000000000\r\n\r\n`, kibibyte.repeat(16)),
    tooMuchToRead,
  ),
};
