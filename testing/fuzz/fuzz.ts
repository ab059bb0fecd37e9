import fc from "fast-check";
import { expect, test } from "vitest";
import { loadContract } from "#suites/petstore/document.ts";
import { get, serverWith, transportTo } from "../exchange/socket-bed.ts";
import { judgeBytes } from "./judges.ts";

const contract = await loadContract();

/** Tests with so many texts that are judged as a target's answer, and so many answers over a socket, the same each time. */
export function fuzz({ judged, answered }: Readonly<Record<"judged" | "answered", number>>): void {
  test("no bytes of a target's make the reader or a judge throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => judgeBytes(bytes, contract)),
      { numRuns: judged, seed: 1 },
    );
  });

  test("no bytes over a socket make the client reject: each is an answer or a typed failure", async () => {
    const start = [
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 103 a\r\n\r\nHTTP/1.1 201 b\r\n",
      "HTTP/1.1 101 a\r\n",
      "HTTP/1.0 204 \r\n",
    ];
    const line = [
      ...[
        "Content-Length: 2\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 2000\r\n",
        "Transfer-Encoding: chunked\r\n",
      ],
      ...[
        "X-A: b\r\n",
        "X-A\r\n",
        " b\r\n",
        "Connection: close\r\n",
        "Content-Encoding: gzip\r\n",
        "Trailer: X-B\r\n",
      ],
    ];
    const body = [
      "[]",
      "2\r\n[]\r\n",
      "0\r\n\r\n",
      "0\r\nX-B: c\r\n\r\n",
      "fffffffff\r\n",
      "2;a=b\r\n[]\r\n",
      "a".repeat(1500),
    ];
    const noise = fc.string({ unit: "binary", maxLength: 8 });
    const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
      fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: rare, weight: 1 });
    const answer = fc.tuple(
      rarely(fc.constantFrom(...start), noise),
      fc.array(rarely(fc.constantFrom(...line), noise), { maxLength: 4 }),
      rarely(fc.constant("\r\n"), fc.constantFrom("", "\n", "\r", "\0")),
      fc.array(rarely(fc.constantFrom(...body), noise), { maxLength: 4 }),
    );
    const answers = fc.sample(answer, { numRuns: answered, seed: 1 });
    const server = await serverWith(
      (socket, nth) => void socket.end(Buffer.from((answers[nth - 1] ?? []).flat().join(""))),
    );
    const transport = transportTo(server, { maxBodyBytes: 1000 });
    const kinds = new Set<string>();
    for (const _ of answers) {
      const { result } = await transport.send({ ...get, newConnection: true });
      kinds.add(result.kind === "failure" ? result.failure.kind : result.kind);
    }
    const typed = ["closed", "malformed", "response", "too-large", "truncated"];
    expect([...kinds].filter((kind) => kind !== "reset").sort()).toEqual(typed);
  });
}
