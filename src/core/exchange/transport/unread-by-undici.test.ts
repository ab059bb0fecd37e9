import { duplexPair } from "node:stream";
import { describe, expect, test } from "vitest";
import { UnreadByUndici } from "./unread-by-undici.ts";

/** What is passed on of an answer that comes in these pieces. */
async function passed(...pieces: readonly string[]): Promise<string> {
  const [near, far] = duplexPair();
  const stream = new UnreadByUndici(near, 1_000_000);
  stream.expectAnswer();
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  const ended = new Promise((resolve) => stream.on("end", resolve));
  for (const piece of pieces) await new Promise((resolve) => far.write(piece, "latin1", resolve));
  far.end();
  await ended;
  return text;
}

const interim = "HTTP/1.1 100 Continue\r\nX: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n";
const body = "{}  \r\n\r\n HTTP/1.1 100 \t\r\n\r\n\xff";

describe("what undici gets to read", () => {
  test("has no 1xx responses and no whitespace at the end of a field, wherever its bytes are cut", async () => {
    const answer = `${interim}HTTP/1.1 200 OK \r\nA: b c \t \r\nContent-Length:\t2 \r\n\r\n${body}`;
    const read = `HTTP/1.1 200 OK\r\nA: b c\r\nContent-Length:\t2\r\n\r\n${body}`;
    for (let cut = 0; cut <= answer.length; cut += 1)
      expect(await passed(answer.slice(0, cut), answer.slice(cut))).toBe(read);
    expect(await passed(...answer)).toBe(read);
  });

  test("keeps a line that is nothing but whitespace: without it, the head would end there", async () => {
    const answer = "HTTP/1.1 200 OK\r\n \t\r\nA: b\r\n\r\n";
    expect(await passed(answer)).toBe(answer);
  });

  test.each(["SSH-2.0", "HTTP/2 200\r\n", "\r\nHTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\rB"])(
    "is all of what it refuses, before its end: %j",
    async (answer) => {
      expect(await passed(...answer)).toBe(answer);
    },
  );

  test("is a 101, too: nobody asked for another protocol", async () => {
    const answer = "HTTP/1.1 101 Switching Protocols\r\n\r\n";
    expect(await passed(answer)).toBe(answer);
  });
});
