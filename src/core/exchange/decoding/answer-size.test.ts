import { describe, expect, test } from "vitest";
import { AnswerTooLarge, answerSize, maxHeadBytes } from "./answer-size.ts";

const sized = () => {
  const size = answerSize(1000);
  size.expectResponse();
  return size;
};
const bytes = (text: string) => Buffer.from(text, "latin1");

describe("the size of an answer", () => {
  test("is bounded for the head, status line included, wherever its end is cut", () => {
    expect(() => sized().count(bytes("a".repeat(maxHeadBytes + 1)))).toThrow(AnswerTooLarge);
    const head = `HTTP/1.1 200 OK\r\nX: ${"a".repeat(maxHeadBytes - 30)}\r\n\r\n`;
    for (const cut of [1, 2, 3, 4]) {
      const size = sized();
      size.count(bytes(head.slice(0, -cut)));
      size.count(bytes(head.slice(-cut)));
      expect(() => size.count(bytes("b".repeat(1900)))).not.toThrow();
    }
  });

  test("is bounded for body and framing together", () => {
    const size = sized();
    size.count(bytes("HTTP/1.1 200 OK\r\n\r\n"));
    size.count(bytes("a".repeat(maxHeadBytes)));
    expect(() => size.count(bytes("a".repeat(2000)))).toThrow(AnswerTooLarge);
  });

  test("begins anew with each request", () => {
    const size = sized();
    size.count(bytes(`HTTP/1.1 200 OK\r\n\r\n${"a".repeat(60_000)}`));
    size.expectResponse();
    expect(() => size.count(bytes(`HTTP/1.1 200 OK\r\n\r\n${"a".repeat(60_000)}`))).not.toThrow();
  });
});
