import { expect, test } from "vitest";
import { BodyBytes, Room } from "./body-bytes.ts";

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, n) => n & 0xff);
const isInOrder = (all: Uint8Array): boolean => all.every((byte, n) => byte === (n & 0xff));
const plenty = () => new Room(10_000_000);

test("a body is what arrived, in order, however small its pieces", () => {
  const body = new BodyBytes(100_000, 100_000, plenty());
  for (let n = 0; n < 70_000; n += 1) expect(body.add(Uint8Array.of(n & 0xff))).toBe(true);
  const all = body.end();
  expect(all).toHaveLength(70_000);
  expect(isInOrder(all)).toBe(true);
});

test("a body is what arrived in one large piece, up to the last byte that may be kept", () => {
  const body = new BodyBytes(3_000_000, 3_000_000, new Room(3_000_000));
  expect(body.add(bytes(3_000_000))).toBe(true);
  const all = body.end();
  expect([all.length, isInOrder(all)]).toEqual([3_000_000, true]);
});

test("a body that becomes too large is reported at once", () => {
  const body = new BodyBytes(10, 10, plenty());
  expect(body.add(new Uint8Array(10))).toBe(true);
  expect(body.add(new Uint8Array(1))).toBe(false);
});

test("of a body that is larger than what is kept nothing is, and it is read to its end", () => {
  const body = new BodyBytes(30, 10, plenty());
  expect(body.add(new Uint8Array(10))).toBe(true);
  expect(body.isUnkept).toBe(false);
  expect(body.add(new Uint8Array(20))).toBe(true);
  expect([body.isUnkept, body.end().length]).toEqual([true, 0]);
  expect(body.add(new Uint8Array(1))).toBe(false);
});

test("bodies that are on their way at the same time share a room, which each gives back", () => {
  const room = new Room(20_000);
  const [first, second] = [new BodyBytes(15_000, 15_000, room), new BodyBytes(15_000, 15_000, room)];
  first.add(bytes(15_000));
  second.add(bytes(15_000));
  expect([first.isUnkept, second.isUnkept]).toEqual([false, true]);
  expect([first.end().length, second.end().length]).toEqual([15_000, 0]);
  const third = new BodyBytes(15_000, 15_000, room);
  third.add(bytes(15_000));
  expect(third.end()).toHaveLength(15_000);
});
