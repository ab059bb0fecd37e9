import { describe, expect, test } from "vitest";
import { interimFilter, TooManyInterimResponses } from "./interim-responses.ts";

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
