import { expect, test } from "vitest";
import { evidenceRoom } from "./evidence-room.ts";

test("a run of ordinary answers is read to the last byte", () => {
  const room = evidenceRoom(1_000_000);
  // A hundred lists of a hundred pets with five fields each.
  for (let n = 0; n < 100; n += 1) {
    const { maxBytes, maxValues } = room.next();
    expect(maxBytes).toBeGreaterThan(15_000);
    expect(maxValues).toBeGreaterThan(601);
    room.took(15_000, 601);
  }
});

test("what a hostile target can make a run keep is bounded, however often it answers", () => {
  const room = evidenceRoom(1_000_000, { maxBytes: 4_000_000, maxValues: 100_000 });
  let [bytes, values] = [0, 0];
  for (let n = 0; n < 200; n += 1) {
    const { maxBytes, maxValues } = room.next();
    room.took(maxBytes, maxValues);
    bytes += maxBytes;
    values += maxValues;
  }
  expect(bytes).toBeLessThan(4_000_000 + 200 * 16_384);
  expect(values).toBeLessThan(100_000 + 200 * 250);
  expect(room.next()).toEqual({ maxBytes: 16_384, maxValues: 250, isWhatIsLeft: true });
});

test("a bound that was raised lets one answer take what is left, and the run keeps no more for it", () => {
  const room = evidenceRoom(6_000_000, { maxBytes: 8_000_000, maxValues: 100_000 });
  expect(room.next()).toMatchObject({ maxBytes: 6_000_000, isWhatIsLeft: false });
  room.took(6_000_000, 10);
  expect(room.next()).toMatchObject({ maxBytes: 2_000_000, isWhatIsLeft: true });
  room.took(2_000_000, 10);
  expect(room.next().maxBytes).toBe(16_384);
});
