import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../../testing/exchange/socket-bed.ts";
import { headerWhitespaceFilter, interimFilter, TooManyInterimResponses } from "./response-filters.ts";

function passed(chunks: readonly string[]): string {
  const filter = interimFilter();
  filter.expectResponse();
  return chunks.map((chunk) => filter.pass(Buffer.from(chunk, "latin1")).toString("latin1")).join("");
}

const answer = "HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nHTTP/1.1 100 in the body\r\n\r\n";

describe("the filter for 1xx responses", () => {
  test("takes them out wherever the chunks are cut", () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n${answer}`;
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(passed([text.slice(0, cut), text.slice(cut)])).toBe(answer);
    }
    expect(passed([...text])).toBe(answer);
  });

  test.each([answer, "HTTP/1.1 101 Switching Protocols\r\n\r\n", "SSH", "H", "HTTP/1.1 2"])(
    "lets %j through",
    (text) => {
      const whole = text === "H" ? "HX" : text;
      expect(passed([whole])).toBe(whole);
    },
  );

  test("bounds their number and their size", () => {
    expect(() => passed(["HTTP/1.1 100 Continue\r\n\r\n".repeat(21)])).toThrow(TooManyInterimResponses);
    expect(() => passed([`HTTP/1.1 103 Hints\r\nX: ${"x".repeat(70_000)}`])).toThrow(TooManyInterimResponses);
  });
});

function withoutWhitespace(chunks: readonly string[]): string {
  const filter = headerWhitespaceFilter();
  filter.expectResponse();
  return chunks.map((chunk) => filter.pass(Buffer.from(chunk, "latin1")).toString("latin1")).join("");
}

describe("whitespace at the end of a header line", () => {
  test("is taken away, and in the status line, before a value and in the body it stays", () => {
    const text = "HTTP/1.1 200 \r\nA:  b c \t\r\nD: \t\r\n\r\n e \r\n\r\nf: g \r\n";
    const clean = "HTTP/1.1 200 \r\nA:  b c\r\nD:\r\n\r\n e \r\n\r\nf: g \r\n";
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(withoutWhitespace([text.slice(0, cut), text.slice(cut)])).toBe(clean);
    expect(withoutWhitespace([...text])).toBe(clean);
  });

  test("ends no head where a line is nothing else", () => {
    const head = "HTTP/1.1 200 OK\r\n \t\r\nA: b";
    expect(withoutWhitespace([`${head} \r\n\r\n`])).toBe(`${head}\r\n\r\n`);
  });

  test.each(["Content-Length:  2 ", "Content-Length:\t2\t", "Transfer-Encoding: chunked\t"])(
    "is no part of %j",
    async (line) => {
      const body = line.startsWith("C") ? "[]" : "2\r\n[]\r\n0\r\n\r\n";
      const [name = "", value = ""] = line.split(":");
      expect(await outcomeOf(`HTTP/1.1 200 OK\r\n${line}\r\n\r\n${body}`)).toMatchObject({
        kind: "response",
        headers: [[name, value.trim()]],
        body: Buffer.from("[]"),
      });
    },
  );

  test("is bounded as the rest of the head is", async () => {
    const answer = `HTTP/1.1 200 OK\r\nX: ${" ".repeat(70_000)}`;
    expect(await outcomeOf(answer)).toMatchObject({ failure: { kind: "too-large", phase: "headers" } });
  });
});
