import { expect, test } from "vitest";
import { createRoom } from "../../core/exchange/decoding/body-bytes.ts";
import { KeptBytes } from "./kept-bytes.ts";

test("one connection takes no more than its share, and all together no more than there is", () => {
  const all = createRoom(100);
  const [one, other] = [createRoom(60, all), createRoom(60, all)];
  expect([one.take(60), one.take(1), other.take(41), other.take(40), all.take(1)]).toEqual([
    ...[true, false, false],
    ...[true, false],
  ]);
  one.give(10);
  expect([all.take(11), other.take(10), all.take(1)]).toEqual([false, true, false]);
});

const bytesOf = (text: string, parts: readonly number[], room = createRoom(1000), most = 100) => {
  const kept = new KeptBytes(room, most);
  let at = 0;
  for (const length of parts) {
    kept.add(Buffer.from(text.slice(at, at + length)));
    at += length;
  }
  return kept;
};

test.each([[[]], [[1]], [[26]], [[1, 25]], [Array.from({ length: 26 }, () => 1)], [[20, 3, 3]]])(
  "bytes that come in parts of %j are kept as they came, and their room is given back",
  (parts) => {
    const room = createRoom(60);
    const text = "abcdefghijklmnopqrstuvwxyz".slice(
      0,
      parts.reduce((sum, length) => sum + length, 0),
    );
    const kept = bytesOf(text, parts, room);
    expect(kept.cost).toBeGreaterThanOrEqual(text.length);
    expect(String(kept.release())).toBe(text);
    expect([kept.cost, room.take(60)]).toEqual([0, true]);
  },
);

test("what is too long, or finds no room, is not kept, and takes no room", () => {
  const tooLong = bytesOf("x".repeat(101), [50, 51]);
  expect([tooLong.hasRoom, tooLong.cost, tooLong.release()]).toEqual([true, 0, undefined]);
  const room = createRoom(60);
  const noRoom = bytesOf("x".repeat(70), [50, 20], room);
  expect([noRoom.hasRoom, noRoom.cost, noRoom.release(), room.take(60)]).toEqual([false, 0, undefined, true]);
});

test("a small part of a large buffer is copied, so that the rest can go", () => {
  const large = Buffer.alloc(1 << 16, "x");
  const room = createRoom(100);
  const kept = new KeptBytes(room, 100);
  kept.add(large.subarray(5, 15));
  expect([kept.cost, kept.release()?.buffer.byteLength]).toEqual([10, 10]);
});
