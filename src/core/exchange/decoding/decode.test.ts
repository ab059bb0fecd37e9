import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { HeaderLine } from "../exchange.ts";
import { decodeBody } from "./decode.ts";
import { BodyBytes, EvidenceRoom, roomFor } from "./evidence-room.ts";

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
      ["a surrogate", [0x61, 0x62, 0xed, 0xa0, 0x80]],
      ["a character cut short at the end", [0xc3, 0xa9, 0xe2, 0x82]],
    ])("reports that it breaks: %s", (_, bytes) => {
      expect(decoded(new Uint8Array(bytes)).problems).toEqual([{ kind: "invalid-utf8" }]);
    });

    test("takes replacement characters that were sent for what they are", () => {
      expect(decoded('"\ufffd"').problems).toEqual([]);
    });
  });
});

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, n) => n & 0xff);
const plenty = { leftBytes: 10_000_000 };

test.each([
  [70_000, 1, 100_000],
  [3_000_000, 3_000_000, 3_000_000],
])(
  "a body of %i bytes in pieces of %i is what arrived, in order, up to %i that may be kept",
  (size, piece, most) => {
    const body = new BodyBytes(most, most, { leftBytes: most });
    const sent = bytes(size);
    for (let at = 0; at < size; at += piece) expect(body.add(sent.subarray(at, at + piece))).toBe(true);
    expect(Buffer.compare(body.end() ?? bytes(0), sent)).toBe(0);
  },
);

test("of a body that is larger than what is kept nothing is, and it is read to its end", () => {
  const body = new BodyBytes(30, 10, plenty);
  expect(body.add(new Uint8Array(10))).toBe(true);
  expect(body.isKept).toBe(true);
  expect(body.add(new Uint8Array(20))).toBe(true);
  expect([body.isKept, body.end()]).toEqual([false, undefined]);
  expect(body.add(new Uint8Array(1))).toBe(false);
});

test("bodies that are on their way at the same time share a room, which each gives back", () => {
  const room = { leftBytes: 20_000 };
  const [first, second] = [new BodyBytes(15_000, 15_000, room), new BodyBytes(15_000, 15_000, room)];
  first.add(bytes(15_000));
  second.add(bytes(15_000));
  expect([first.end()?.length, second.end()]).toEqual([15_000, undefined]);
  const third = new BodyBytes(15_000, 15_000, room);
  third.add(bytes(15_000));
  expect(third.end()).toHaveLength(15_000);
});

test("a run of ordinary answers is read to the last byte", () => {
  const room = new EvidenceRoom(1_000_000);
  // A hundred lists of a hundred pets with five fields each.
  for (let n = 0; n < 100; n += 1) {
    const { maxBytes, maxValues } = room.next();
    expect(maxBytes).toBeGreaterThan(15_000);
    expect(maxValues).toBeGreaterThan(601);
    room.took(15_000, 601);
  }
});

test("what a hostile target can make a run keep is bounded, however often it answers", () => {
  const room = new EvidenceRoom(1_000_000, { maxBytes: 4_000_000, maxValues: 100_000 });
  let [bytes, values] = [0, 0];
  for (let n = 0; n < 2000; n += 1) {
    const { maxBytes, maxValues } = room.next();
    room.took(maxBytes, maxValues);
    bytes += maxBytes;
    values += maxValues;
  }
  // Half as much again in small answers, then 2 KiB and 40 values each.
  expect(bytes).toBeLessThan(6_100_000 + 2000 * 2048);
  expect(values).toBeLessThan(151_000 + 2000 * 40);
  expect(room.next()).toEqual({ maxBytes: 2048, maxValues: 40, isWhatIsLeft: true });
});

test("headers are kept of a long run of ordinary answers, and end one that only brings headers", () => {
  const [ordinary, hostile] = [new EvidenceRoom(1_000_000), new EvidenceRoom(1_000_000)];
  const heads = (bytes: number, lines: number) =>
    Array.from({ length: lines }, () => ["X-A", "a".repeat(bytes / lines)] as const);
  for (let n = 0; n < 1900; n += 1) ordinary.tookHeaders(heads(2000, 25));
  expect(ordinary.full()).toBeUndefined();
  let answers = 0;
  for (; hostile.full() === undefined; answers += 1) hostile.tookHeaders(heads(64_000, 256));
  expect(answers).toBeLessThan(195);
  expect(hostile.full()).toContain("12582912 bytes");
});

test("a bound that was raised lets one answer take what is left, and the run keeps no more for it", () => {
  const room = new EvidenceRoom(6_000_000, { maxBytes: 8_000_000, maxValues: 100_000 });
  expect(room.next()).toMatchObject({ maxBytes: 6_000_000, isWhatIsLeft: false });
  room.took(6_000_000, 10);
  expect(room.next()).toMatchObject({ maxBytes: 2_000_000, isWhatIsLeft: true });
  room.took(2_000_000, 10);
  expect(room.next().maxBytes).toBe(16_384);
});

test("the answers of a service with many operations get more room, and not without end", () => {
  expect(roomFor(4)).toEqual(roomFor(75));
  expect(roomFor(150).maxValues).toBe(2 * roomFor(75).maxValues);
  expect(roomFor(700)).toEqual(roomFor(300));
});
