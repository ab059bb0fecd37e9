import { expect, test } from "vitest";
import { exactDoubles, isBig, isOneDouble, isRounded } from "./doubles.ts";

test("an integer is big beyond 2^53, on either side", () => {
  expect([exactDoubles, -exactDoubles].map(isBig)).toEqual([false, false]);
  expect([exactDoubles + 1n, -exactDoubles - 1n].map(isBig)).toEqual([true, true]);
});

test("two integers are one double where both are read as the same, and never an integer and itself", () => {
  expect(isOneDouble(exactDoubles, exactDoubles + 1n)).toBe(true);
  expect(isOneDouble(exactDoubles + 1n, exactDoubles + 1n)).toBe(false);
  expect(isOneDouble(exactDoubles + 1n, exactDoubles + 2n)).toBe(false);
  expect(isOneDouble(1n, 2n)).toBe(false);
});

test("an integer is rounded to what a double makes of it, whichever of the two is named first", () => {
  expect(isRounded(exactDoubles + 1n, exactDoubles)).toBe(true);
  expect(isRounded(exactDoubles, exactDoubles + 1n)).toBe(true);
  expect(isRounded(exactDoubles + 1n, exactDoubles + 3n)).toBe(false);
  expect(isRounded(exactDoubles, exactDoubles)).toBe(false);
  expect(isRounded(10n ** 400n, 1n)).toBe(false);
});
