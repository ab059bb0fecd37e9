import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { HeaderLine } from "../exchange.ts";
import { decodeBody } from "./decode.ts";

const maxBodyBytes = 10_000;

function decoded(body: Uint8Array | string, coding?: string | readonly string[]) {
  const codings = coding === undefined ? [] : [coding].flat();
  const headers: HeaderLine[] = codings.map((value) => ["Content-Encoding", value]);
  return decodeBody(headers, Buffer.from(body), { maxBytes: maxBodyBytes, maxValues: 10_000 });
}

describe("decodeBody", () => {
  test("reads JSON whatever the Content-Type, and reports what is not JSON", () => {
    expect(decoded('{"id":1.0}')).toMatchObject({ text: '{"id":1.0}', problems: [], json: { ok: true } });
    expect(decoded("<html>")).toMatchObject({ json: { ok: false, problem: { offset: 0 } } });
    expect(decoded(" ")).toMatchObject({ json: { ok: false } });
  });

  test("has no JSON for an empty body, coded or not", () => {
    expect(decoded("").json).toBeUndefined();
    expect(decoded("", "gzip")).toMatchObject({ problems: [], json: undefined });
  });

  test("reads a large body as it reads a small one", () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i));
    const body = decodeBody([], Buffer.from(text), { maxBytes: 1_000_000, maxValues: 100_000 });
    expect(body.text).toBe(text);
    expect(body.json).toMatchObject({ ok: true, value: { end: text.length } });
  });

  test("does not keep what is larger than the bound", () => {
    expect(decoded("x".repeat(maxBodyBytes + 1))).toMatchObject({
      text: "",
      problems: [{ kind: "too-large" }],
    });
  });

  describe("content codings", () => {
    test.each([
      ["gzip", gzipSync],
      ["X-GZIP", gzipSync],
      ["deflate", deflateSync],
      ["deflate", deflateRawSync],
      ["br", brotliCompressSync],
      [" identity , gzip", gzipSync],
    ])("undoes %s", (coding, encode) => {
      expect(decoded(encode("[1]"), coding)).toMatchObject({ text: "[1]", problems: [], json: { ok: true } });
    });

    test("undoes the last applied first, over several lines", () => {
      const body = brotliCompressSync(gzipSync("[1]"));
      expect(decoded(body, "gzip, br").text).toBe("[1]");
      expect(decoded(body, ["gzip", "br"]).text).toBe("[1]");
    });

    test.each([
      ["more than three", gzipSync("[1]"), "gzip, gzip, gzip, gzip"],
      ["one nobody asked for", "[1]", "zstd"],
      ["one of a prototype's names", "[1]", "constructor"],
      ["one that the body does not have", "[1]", "gzip"],
      ["a body cut short", gzipSync("[1]").subarray(0, 12), "gzip"],
    ])("reports %s and keeps the body as it was", (_, body, coding) => {
      const { problems, bytes } = decoded(body, coding);
      expect(problems).toMatchObject([{ kind: "content-coding" }]);
      expect(Buffer.from(bytes)).toEqual(Buffer.from(body));
    });

    test("does not let a small body become a large one", () => {
      const bomb = gzipSync(Buffer.alloc(maxBodyBytes + 1));
      expect(decoded(bomb, "gzip").problems).toMatchObject([{ kind: "too-large" }]);
      expect(decoded(gzipSync(Buffer.alloc(maxBodyBytes)), "gzip").problems).toEqual([]);
    });
  });

  describe("UTF-8", () => {
    test("reports a byte order mark and reads on after it", () => {
      expect(decoded("\ufeff[1]")).toMatchObject({
        text: "[1]",
        problems: [{ kind: "byte-order-mark" }],
        json: { ok: true },
      });
    });

    test.each([
      ["a byte that begins nothing", [0x61, 0xff]],
      ["a continuation alone", [0x80]],
      ["an overlong form", [0x61, 0xc0, 0x80]],
      ["an overlong form of three bytes", [0xe0, 0x80, 0x80]],
      ["a surrogate", [0x61, 0x62, 0xed, 0xa0, 0x80]],
      ["a character above U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
      ["a character cut short at the end", [0xc3, 0xa9, 0xe2, 0x82]],
      ["a character cut short", [0xf0, 0x9f, 0x98, 0x41]],
      ["one behind good ones", [...Buffer.from("é€😀"), 0xfe]],
    ])("reports that it breaks: %s", (_, bytes) => {
      expect(decoded(new Uint8Array(bytes)).problems).toEqual([{ kind: "invalid-utf8" }]);
    });

    test("takes replacement characters that were sent for what they are", () => {
      expect(decoded('"\ufffd"').problems).toEqual([]);
    });
  });
});
