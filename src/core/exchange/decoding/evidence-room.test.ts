import { expect, test } from "vitest";
import { EvidenceRoom, roomFor } from "./evidence-room.ts";

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
