import fc from "fast-check";
import { expect, test } from "vitest";
import { get, serverWith, transportTo } from "../exchange/socket-bed.ts";
import { judgeAnyAnswers } from "./judges.ts";

/** Tests with so many texts that are judged as a target's answer, and so many answers over a socket, the same each time. */
export function fuzz({ judged, answered }: Readonly<Record<"judged" | "answered", number>>): void {
  test("no answer of a target's makes the reader or a judge throw", () => judgeAnyAnswers(judged));

  test("no bytes over a socket make the client reject: each is an answer or a typed failure", async () => {
    const start = [
      ...["HTTP/1.1 200 OK\r\n", "HTTP/1.1 103 a\r\n\r\nHTTP/1.1 201 b\r\n", "HTTP/1.1 101 a\r\n"],
      "HTTP/1.0 204 \r\n",
    ];
    const lengths = ["2", "-1", "2000"].map((length) => `Content-Length: ${length}\r\n`);
    const others = ["Transfer-Encoding: chunked", "X-A: b", "X-A", " b", "Connection: close"];
    const more = ["Content-Encoding: gzip", "Trailer: X-B"];
    const line = [...lengths, ...[...others, ...more].map((text) => `${text}\r\n`)];
    const chunks = ["2\r\n[]\r\n", "0\r\n\r\n", "0\r\nX-B: c\r\n\r\n", "fffffffff\r\n", "2;a=b\r\n[]\r\n"];
    const body = ["[]", ...chunks, "a".repeat(1500)];
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
      (socket, { nth }) => void socket.end(Buffer.from((answers[nth - 1] ?? []).flat().join(""))),
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
