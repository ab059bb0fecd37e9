import { expect, test } from "vitest";
import { bodyBytes } from "./body-bytes.ts";

test("a body is what arrived, in order, however small its pieces", () => {
  const body = bodyBytes(100_000);
  for (let n = 0; n < 70_000; n += 1) expect(body.add(Uint8Array.of(n & 0xff))).toBe(true);
  const all = body.all();
  expect(all).toHaveLength(70_000);
  expect(all.every((byte, n) => byte === (n & 0xff))).toBe(true);
});

test("a body that becomes too large is told at once", () => {
  const body = bodyBytes(10);
  expect(body.add(new Uint8Array(10))).toBe(true);
  expect(body.add(new Uint8Array(1))).toBe(false);
  expect(body.all()).toHaveLength(10);
});
